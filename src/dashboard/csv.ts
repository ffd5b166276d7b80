import { stringify } from 'csv-stringify/sync'
import type { BoardExportPage } from '../service/boards.ts'
import type { Response, Survey } from '../service/surveys.ts'
import { BOARD_COLUMNS, boardRows } from './board-exports.ts'
import { answersIn, columnsOf, LEADING } from './columns.ts'

/**
 * RFC 4180. Texts that could be formulas get a leading apostrophe. The package recognises every such beginning except a
 * line feed, which some spreadsheets skip before a formula.
 */
const FORM = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: (text: string) => (text.startsWith('\n') ? `'${text}` : text) },
}

/** Responses as CSV: one row each, one column for each question that collects answers. */
export async function* csv(
  survey: Survey,
  pages: AsyncIterable<readonly Response[]>,
  withMark: boolean,
): AsyncGenerator<string> {
  const columns = columnsOf(survey)
  const row = ({ id, submittedAt, answers }: Response) => [id, submittedAt, ...answersIn(columns, answers)]
  // The byte-order mark tells spreadsheets that the text is UTF-8.
  yield stringify([[...LEADING, ...columns.map(({ text }) => text)]], { ...FORM, bom: withMark })
  for await (const page of pages) yield stringify(page.map(row), FORM)
}

/** Boards as CSV: one row for each item. */
export async function* boardsCsv(pages: AsyncIterable<BoardExportPage>, withMark: boolean): AsyncGenerator<string> {
  yield stringify([[...BOARD_COLUMNS]], { ...FORM, bom: withMark })
  for await (const page of pages) yield stringify(boardRows(page), FORM)
}
