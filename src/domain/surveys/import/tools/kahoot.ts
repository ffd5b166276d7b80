import { isBlank } from '../../../values/text.ts'
import { ForeignBuilder } from '../foreign/foreign-builder.ts'
import type { ForeignSurvey, Subject } from '../foreign/foreign-survey.ts'
import { sheetsIn } from './sheets.ts'

/** The template of spreadsheets that https://kahoot.com imports. Paths are numbers of rows. */
export function readKahoot(text: string): ForeignSurvey {
  const builder = new ForeignBuilder()
  const [sheet] = sheetsIn(text)
  const header = sheet?.rows.findIndex(({ cells }) => isKahootHeader(cells)) ?? -1
  const columns = columnsOf(sheet?.rows[header]?.cells ?? [])
  for (const { cells, number } of sheet?.rows.slice(header + 1) ?? []) addQuestion(builder, columns, cells, number)
  return builder.finish({})
}

export function isKahootHeader(cells: readonly string[]): boolean {
  const has = (pattern: RegExp) => cells.some(cell => pattern.test(cell))
  return has(/^question\b/i) && has(/^answer 1\b/i) && has(/^answer 2\b/i) && has(/^correct\b/i)
}

/** Positions of the columns. */
interface Columns {
  readonly question: number
  readonly answers: readonly number[]
  readonly correct: number
  readonly others: readonly (readonly [number, Subject])[]
}

const OTHERS: readonly (readonly [RegExp, Subject])[] = [
  [/^time\b/i, 'timer'],
  [/^(?:image|picture|video)\b/i, 'image'],
  [/^points?\b/i, 'score'],
]

function columnsOf(header: readonly string[]): Columns {
  const at = (pattern: RegExp) => header.findIndex(cell => pattern.test(cell))
  return {
    question: at(/^question\b/i),
    answers: [...header.keys()].filter(column => /^answer \d/i.test(header[column] ?? '')),
    correct: at(/^correct\b/i),
    others: OTHERS.flatMap(([pattern, subject]) => (at(pattern) < 0 ? [] : [[at(pattern), subject] as const])),
  }
}

function addQuestion(builder: ForeignBuilder, columns: Columns, cells: readonly string[], number: number): void {
  const [text, path] = [cells[columns.question] ?? '', [number]]
  const answers = columns.answers.map(column => ({ text: cells[column] ?? '', path }))
  const filled = answers.filter(one => !isBlank(one.text))
  if (isBlank(text) && filled.length === 0) return
  for (const [column, subject] of columns.others) if (!isBlank(cells[column] ?? '')) builder.note(path, subject)
  // `1,3`, `1;3`, `Answer 1`.
  const correct = [...(cells[columns.correct] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits) - 1)
  const right = [...new Set(correct.flatMap(at => answers[at]?.text || []))]
  if (right.length === 0) builder.note(path, 'other')
  const kind = right.length > 1 ? 'check_list' : 'multiple_choice'
  builder.add({ kind, text, path, required: false, options: builder.options(filled), right })
}
