/** What a question is to be, as a column or a line of its own says. */
export type NamedType = 'choice' | 'yes_no' | 'several' | 'text' | 'rating' | 'board'

const WORDS: Readonly<Record<NamedType, readonly string[]>> = {
  choice: [
    ...['select one', 'choose one', 'pick one', 'single answer', 'single', 'quiz', 'poll', 'einfach', 'unique'],
    ...[
      'multiple_choice',
      'multiple choice',
      'single choice',
      'choice',
      'radio',
      'radio buttons',
      'radiogroup',
      'dropdown',
      'drop-down',
    ],
    ...[
      'select',
      'single select',
      'single-select',
      'mc',
      'likert',
      'likert scale',
      'list',
      'auswahl',
      'einfachauswahl',
      'choix unique',
      'opción única',
    ],
    ...[
      'selección única',
      'escolha única',
      'múltipla escolha',
      'opción múltiple',
      'scelta singola',
      '单选',
      '單選',
      '単一選択',
      '객관식',
    ],
  ],
  yes_no: ['yes/no', 'yes or no', 'yes_no', 'boolean', 'ja/nein', 'oui/non', 'sí/no', 'true/false'],
  several: [
    ...['multiple', 'multi', 'several', 'mehrfach', 'tick all', 'check all'],
    ...[
      'checkbox',
      'checkboxes',
      'check boxes',
      'multi select',
      'multi-select',
      'multiselect',
      'multiple select',
      'multiple answers',
    ],
    ...[
      'check-list',
      'checklist',
      'tick boxes',
      'mehrfachauswahl',
      'choix multiple',
      'selección múltiple',
      'scelta multipla',
      '多选',
      '多選',
      '複数選択',
    ],
  ],
  text: [
    ...[
      'free_text',
      'free text',
      'text',
      'open',
      'open-ended',
      'open ended',
      'open text',
      'open question',
      'short answer',
      'long answer',
    ],
    ...[
      'short text',
      'long text',
      'paragraph',
      'comment',
      'comments',
      'textarea',
      'text area',
      'essay',
      'string',
      'freitext',
      'texte libre',
    ],
    ...['texto libre', 'texto livre', 'testo libero', 'open vraag', '填空', '自由記述', '주관식'],
  ],
  rating: [
    ...[
      'rating',
      'scale',
      'linear scale',
      'rating scale',
      'stars',
      'star rating',
      'nps',
      'slider',
      'opinion scale',
      'skala',
      'bewertung',
    ],
    ...['échelle', 'escala', 'scala', '评分', '評価', '척도'],
  ],
  board: ['upvoted_question', 'board', 'question board', 'q&a', 'upvoted question'],
}

const TYPE_OF: ReadonlyMap<string, NamedType> = new Map(
  (Object.keys(WORDS) as NamedType[]).flatMap(type => WORDS[type].map(word => [word, type] as const)),
)

export function typeNamed(words: string): NamedType | undefined {
  return TYPE_OF.get(words.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, ''))
}
