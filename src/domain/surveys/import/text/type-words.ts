/** What a question is to be, as a column or a line of its own says. */
export type NamedType = 'single' | 'multiple' | 'choice' | 'yes_no' | 'several' | 'text' | 'rating' | 'board'

const WORDS: Readonly<Record<NamedType, readonly string[]>> = {
  /** One answer. */
  single: [
    ...['single answer', 'single', 'single choice', 'single-choice', 'single select', 'single-select', 'einfach'],
    ...['einfachauswahl', 'unique', 'choix unique', 'opción única', 'selección única', 'escolha única'],
    ...['scelta singola', '单选', '單選', '单选题', '單選題', '単一選択'],
  ],
  /** Several answers if others are said to take one, otherwise one. */
  multiple: [
    ...['multiple_choice', 'multiple choice', 'multiple-choice', 'mc', 'múltipla escolha', 'opción múltiple', '객관식'],
  ],
  choice: [
    ...[
      'choice',
      'radio',
      'radio buttons',
      'radiogroup',
      'dropdown',
      'drop-down',
      'select',
      'select one',
      'choose one',
    ],
    ...['pick one', 'quiz', 'poll', 'likert', 'likert scale', 'list', 'auswahl'],
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
    ...[
      'offene frage',
      'question ouverte',
      'réponse libre',
      'pregunta abierta',
      'respuesta abierta',
      'pergunta aberta',
    ],
    ...['domanda aperta', 'pytanie otwarte', 'открытый вопрос', 'свободный ответ', 'відкрите питання', 'açık uçlu'],
    ...['number', 'numeric', 'integer', 'date', 'time', 'email', 'e-mail', 'phone', 'url', 'zahl', 'datum', 'número'],
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

/** Words that ask for one answer. */
const ASKS_FOR_ONE = new RegExp(
  `^(?:(?:please|bitte|veuillez|por favor),? )?(?:${[
    '(?:tick|check|choose|select|mark|pick|circle)(?: only| just)? (?:one|1)(?: (?:answer|option|box|response))?(?: only)?',
    '(?:only )?(?:one|1) (?:answer|option|response)(?: only)?',
    '(?:nur )?(?:eine|1) (?:antwort|angabe|nennung)(?: möglich| ankreuzen| auswählen| wählen)?|nur (?:eine|eins)(?: ankreuzen)?',
    '(?:cochez|cocher|choisissez|choisir|sélectionnez) une(?: seule)?(?: (?:réponse|case|option))?|une seule (?:réponse|case)(?: possible)?',
    '(?:marque|elija|elige|seleccione|escoja|escolha|selecione|scegli|scelga|selezioni?) (?:s[oó]lo |apenas |solo )?un[ao](?: sola)?(?: (?:opción|respuesta|opção|resposta|risposta|opzione))?',
    'una sola (?:respuesta|opción|risposta)|apenas uma (?:resposta|opção)|kies (?:één|een) antwoord|één antwoord|один (?:ответ|вариант)',
  ].join('|')})$`,
  'u',
)

/** Whether the last sentence of a question does so, as in `Which colour? Tick one.` */
export function endsByAskingForOne(text: string): boolean {
  const [, sentence = ''] = /(?:^|[.?？!:,–-])[ \t]*([^.?？!:,–-]{3,60})[.!]?$/u.exec(text.slice(-80)) ?? []
  return ASKS_FOR_ONE.test(sentence.trim().toLowerCase())
}

export function typeNamed(words: string): NamedType | undefined {
  const plain = words
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replace(/[.!]$/, '')
  return TYPE_OF.get(plain) ?? (ASKS_FOR_ONE.test(plain) ? 'choice' : undefined)
}

/** Whether a question with one answer of several options is named. */
export function isChoice(type: NamedType | undefined): boolean {
  return type === 'single' || type === 'multiple' || type === 'choice'
}

/** What two names of the same question say together, as in `(multiple choice, select one)`. Undefined if they differ. */
export function joinedTypes(one: NamedType | undefined, other: NamedType): NamedType | undefined {
  if (one === undefined || one === other) return other
  return isChoice(one) && isChoice(other) ? 'single' : undefined
}
