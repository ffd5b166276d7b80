// Words that people write beside questions, in the languages of most surveys. All are in lower case.

export const OPTIONAL_WORDS: readonly string[] = [
  ...['optional', 'not required', 'not mandatory', 'voluntary', 'may be left blank', 'if you like'],
  ...['facultatif', 'facultative', 'optionnel', 'optionnelle', 'non obligatoire'],
  ...['opcional', 'no obligatorio', 'no obligatoria', 'não obrigatório', 'não obrigatória'],
  ...['facoltativo', 'facoltativa', 'opzionale', 'non obbligatorio', 'non obbligatoria'],
  ...['freiwillig', 'keine pflicht', 'nicht erforderlich', 'optionale frage'],
  ...['optioneel', 'niet verplicht', 'facultatief', 'valfri', 'valfritt', 'frivillig', 'valgfri', 'valgfritt'],
  ...['opcjonalne', 'opcjonalnie', 'nieobowiązkowe', 'nieobowiązkowo', 'dobrowolne', 'nepovinné', 'volitelné'],
  ...['необязательно', 'необязательный вопрос', 'по желанию', "необов'язково", 'необов’язково', 'за бажанням'],
  ...['اختياري', 'اختيارية', 'اختیاری', 'רשות', 'לא חובה', 'אופציונלי', 'isteğe bağlı', 'zorunlu değil'],
  ...['选填', '可选', '非必填', '選填', '可選', '任意', '선택', '선택 사항', '선택사항'],
]

export const REQUIRED_WORDS: readonly string[] = [
  ...['required', 'mandatory', 'compulsory', 'must answer'],
  ...['obligatoire', 'requis', 'requise', 'obligatorio', 'obligatoria', 'requerido', 'obrigatório', 'obrigatória'],
  ...['obbligatorio', 'obbligatoria', 'pflicht', 'pflichtfrage', 'pflichtfeld', 'erforderlich', 'verplicht'],
  ...['obligatorisk', 'obligatoriskt', 'wymagane', 'obowiązkowe', 'povinné', 'обязательно', 'обязательный вопрос'],
  ...["обов'язково", 'обов’язково', 'إلزامي', 'مطلوب', 'الزامی', 'חובה', 'zorunlu', '必填', '必须', '必須', '필수'],
]

/** Ask for several answers to one question. */
export const SEVERAL_WORDS: readonly string[] = [
  ...[
    'tick all that apply',
    'check all that apply',
    'select all that apply',
    'choose all that apply',
    'mark all that apply',
    'tick any',
    'choose any',
    'select any',
    'any that apply',
    'tick any that apply',
    'select any that apply',
    'отметьте все, что подходит',
    'отметьте все подходящие варианты',
  ],
  ...[
    'select multiple',
    'multiple answers',
    'multiple answers allowed',
    'several answers possible',
    'multi-select',
    'multiselect',
  ],
  ...[
    'choose as many as you like',
    'mehrfachauswahl',
    'mehrfachnennung möglich',
    'mehrfachnennungen möglich',
    'mehrere antworten möglich',
  ],
  ...[
    'plusieurs réponses possibles',
    'plusieurs choix possibles',
    'choix multiple',
    'choix multiples',
    'cochez toutes les réponses',
    'varias respuestas',
    'selección múltiple',
  ],
  ...[
    'marque todas las que correspondan',
    'várias respostas',
    'selecione todas',
    'più risposte',
    'risposta multipla',
    'scelta multipla',
  ],
  ...[
    'meerdere antwoorden mogelijk',
    'wielokrotny wybór',
    'несколько ответов',
    'кілька відповідей',
    'اختر كل ما ينطبق',
  ],
  ...['סמנו את כל המתאים', '多选', '多選', '複数選択', '複数回答', '複数選択可', '복수 선택', '중복 선택'],
]

export const RATING_WORDS: readonly string[] = [
  'rating',
  'scale',
  'rate',
  '评分',
  '評価',
  'bewertung',
  'note',
  'calificación',
]
export const MODERATED_WORDS: readonly string[] = ['moderated']

/** Pairs of options by the letters that stand for them, as in `(y/n)`. */
export const YES_NO: Readonly<Record<string, readonly [string, string]>> = {
  'y/n': ['Yes', 'No'],
  'j/n': ['Ja', 'Nein'],
  'o/n': ['Oui', 'Non'],
  's/n': ['Sí', 'No'],
  't/n': ['Tak', 'Nie'],
  'д/н': ['Да', 'Нет'],
  'e/h': ['Evet', 'Hayır'],
  't/f': ['True', 'False'],
}

/** Third answers beside yes and no. */
export const MAYBE_WORDS: readonly string[] = [
  ...['maybe', 'perhaps', 'unsure', 'not sure', "don't know", 'don’t know', 'sometimes', 'partly', 'n/a'],
  ...['vielleicht', 'weiß nicht', 'teilweise', 'peut-être', 'je ne sais pas', 'quizás', 'tal vez', 'no sé', 'talvez'],
  ...['não sei', 'forse', 'non so', 'misschien', 'weet niet', 'może', 'nie wiem', 'возможно', 'не знаю', 'belki'],
]

/** Begins an option beside which people are to write. */
const OTHER_WORDS: readonly string[] = [
  ...['other', 'others', 'something else', 'andere', 'anderes', 'anderer', 'sonstige', 'sonstiges', 'etwas anderes'],
  ...[
    'autre',
    'autres',
    'otro',
    'otra',
    'otros',
    'outro',
    'outra',
    'altro',
    'altra',
    'anders',
    'inne',
    'inny',
    'annat',
  ],
  ...['другое', 'другой', 'інше', 'أخرى', 'غير ذلك', 'אחר', 'diğer', '其他', '其它', 'その他', '기타'],
]

const OTHER = new RegExp(
  String.raw`^(?:${OTHER_WORDS.join('|')})(?:[ \t]*[(（][^()（）]*[)）])?[ \t]*[:：…._]+[ \t_.…]*$|^(?:${OTHER_WORDS.join('|')})[ \t]*[,(–-].*(?:specify|angeben|préciser|precisar|especif|specif|указ).*$|^(?:${OTHER_WORDS.join('|')})[.,:–-].{0,30}?(?:_{2,}|\.{4,}|…{2,})[ \t]*$`,
  'iu',
)
/** Whether an option asks people to write beside it. */
export function isOther(option: string): boolean {
  return OTHER.test(option)
}

/** Fields in lines of their own, as in `Options: Berlin, Paris`. */
export const FIELDS = {
  title: [
    'title',
    'survey title',
    'survey',
    'titel',
    'titre',
    'título',
    'titolo',
    'umfrage',
    '标题',
    '題名',
    'タイトル',
  ],
  question: [
    'q',
    'question',
    'text',
    'frage',
    'pregunta',
    'pergunta',
    'domanda',
    'vraag',
    'вопрос',
    '问题',
    '質問',
    'سؤال',
  ],
  options: [
    ...[
      'options',
      'option',
      'choices',
      'choice',
      'answers',
      'answer options',
      'answer choices',
      'possible answers',
      'responses',
    ],
    ...[
      'optionen',
      'antworten',
      'antwortmöglichkeiten',
      'antwortoptionen',
      'auswahl',
      'choix',
      'réponses',
      'réponses possibles',
    ],
    ...[
      'opciones',
      'respuestas',
      'opções',
      'respostas',
      'opzioni',
      'risposte',
      'opties',
      'antwoorden',
      'opcje',
      'odpowiedzi',
    ],
    ...[
      'варианты',
      'варианты ответа',
      'ответы',
      'варіанти',
      'الخيارات',
      'خيارات',
      'אפשרויות',
      '选项',
      '選項',
      '選択肢',
      '보기',
      'seçenekler',
    ],
  ],
  type: [
    'type',
    'question type',
    'answer type',
    'format',
    'typ',
    'fragetyp',
    'tipo',
    'тип',
    'тип вопроса',
    '类型',
    '種類',
  ],
  required: [
    'required',
    'mandatory',
    'pflicht',
    'pflichtfrage',
    'erforderlich',
    'obligatoire',
    'obligatorio',
    'obbligatorio',
    '必填',
    '必須',
  ],
  optional: ['optional', 'facultatif', 'freiwillig', 'opcional', 'facoltativo'],
  scale: ['scale', 'skala', 'échelle', 'escala', 'scala', 'range', 'rating scale'],
  description: [
    'description',
    'help',
    'help text',
    'hint',
    'note',
    'beschreibung',
    'hinweis',
    'descripción',
    'descrição',
    'descrizione',
    'aide',
    'ayuda',
    'ajuda',
    'aiuto',
    'toelichting',
    'beschrijving',
    'opis',
    'описание',
    'подсказка',
    'опис',
    'الوصف',
    'وصف',
    'תיאור',
    '说明',
    '描述',
    '説明',
    '설명',
    'açıklama',
  ],
  answer: [
    'answer',
    'correct answer',
    'right answer',
    'correct',
    'key',
    'lösung',
    'richtig',
    'solution',
    'respuesta correcta',
  ],
} as const satisfies Record<string, readonly string[]>
export type Field = keyof typeof FIELDS

const FIELD_OF_NAME: ReadonlyMap<string, Field> = new Map(
  (Object.keys(FIELDS) as Field[]).flatMap(field => FIELDS[field].map(name => [name, field] as const)),
)

export function fieldNamed(name: string): Field | undefined {
  return FIELD_OF_NAME.get(name.trim().toLowerCase())
}
