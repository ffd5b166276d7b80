import { type Field, fieldNamed } from '../text/mark-words.ts'

/** What a column of a table has: a field of its question, or something beside it. */
export type Column = Field | 'section' | 'number' | 'points' | 'results' | 'explanation'

const WORDS: Readonly<Record<Exclude<Column, Field>, readonly string[]>> = {
  section: ['section', 'part', 'topic', 'category', 'group', 'abschnitt', 'thema', 'kategorie', 'sección', 'seção'],
  number: [
    'no',
    'no.',
    'nr',
    'nr.',
    '#',
    'id',
    'number',
    'nummer',
    'n°',
    'nº',
    'numéro',
    'número',
    'numero',
    '№',
    '序号',
  ],
  points: ['points', 'score', 'marks', 'punkte', 'puntos', 'pontos', 'punti', 'punten', 'баллы', '分数'],
  results: ['votes', 'count', 'percentage', 'percent', '%', 'responses count', 'stimmen', 'votos', 'voti', 'stemmen'],
  explanation: ['explanation', 'feedback', 'rationale', 'erklärung', 'explication', 'explicación', 'spiegazione'],
}
const COLUMN_OF: ReadonlyMap<string, Column> = new Map(
  (Object.keys(WORDS) as (keyof typeof WORDS)[]).flatMap(column => WORDS[column].map(word => [word, column] as const)),
)
/** One of several columns with an option each. */
const NUMBERED =
  /^(?:option|choice|answer|response|antwort|auswahl|choix|réponse|opción|respuesta|opção|resposta|opzione|risposta|optie|antwoord|вариант|选项)[ \t]*(?:\p{Nd}{1,2}|[a-z])$/iu
/** An answer that may be right or not. */
const ANSWER = /^(?:answer|antwort|réponse|reponse|respuesta|resposta|risposta|antwoord|ответ)$/i
/** Whether an answer is right, or which one is. */
const RIGHT =
  /^(?:(?:is |the )?(?:correct|right)(?: answers?| options?)?\??|richtige?(?: antwort)?|korrekt|lösung|juste|correcte?|bonne réponse|correct[oa]|correta|corrett[oa]|respuesta correcta|juist|goed|key|solution|верно)$/i
/** What exports of polls write in front of a name. */
const PREFIX = /^(?:poll|quiz|survey|question) (?=question|type|title)/i

/** What the columns have, by the cells of their header. */
export function columnsNamed(header: readonly string[]): readonly (Column | undefined)[] {
  const names = header.map(cell => cell.trim().replace(PREFIX, ''))
  const columns = names.map(columnNamed)
  if (!columns.includes('question')) return names.map(fieldNamed)
  const hasOptions = columns.includes('options') || hasLetters(names)
  const isOfAnswers = !hasOptions && names.some(name => RIGHT.test(name))
  return columns.map((column, at) => {
    const name = names[at] ?? ''
    if (hasLetters(names) && /^[A-Z]$/.test(name)) return 'options'
    return isOfAnswers && ANSWER.test(name) ? 'options' : column
  })
}

function columnNamed(name: string): Column | undefined {
  if (RIGHT.test(name)) return 'answer'
  if (NUMBERED.test(name)) return 'options'
  return fieldNamed(name) ?? COLUMN_OF.get(name.toLowerCase()) ?? (ANSWER.test(name) ? 'answer' : undefined)
}

/** Whether options have letters for names. */
function hasLetters(names: readonly string[]): boolean {
  return names.includes('A') && names.includes('B')
}
