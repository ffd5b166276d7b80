import { isBoard } from '../domain/board.ts'
import { readQuestions } from '../domain/question.ts'
import type { Response, Survey } from '../service/surveys.ts'

/** What a spreadsheet takes for the beginning of a formula, or leaves out before one. */
const FORMULA = /^[=+\-@\t\r\n]/
const QUOTED = /[",\r\n]/
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A survey's responses as RFC 4180 has it: a row each, a column for each question that collects answers. No cell is a
 * formula: what could be one has an apostrophe before it.
 */
export async function* csv(
  { questions }: Survey,
  pages: AsyncIterable<readonly Response[]>,
  withMark: boolean,
): AsyncGenerator<string> {
  const columns = [...readQuestions(questions).entries()].filter(([_, question]) => !isBoard(question))
  yield (withMark ? BYTE_ORDER_MARK : '') + row(['id', 'submitted_at', ...columns.map(([_, { text }]) => text)])
  for await (const page of pages) yield page.map(response => responseRow(response, columns)).join('')
}

function responseRow({ id, submittedAt, answers }: Response, columns: readonly (readonly [number, unknown])[]): string {
  const given: (string | number | null)[] = JSON.parse(answers)
  return row([id, submittedAt, ...columns.map(([index]) => String(given[index] ?? ''))])
}

function row(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
