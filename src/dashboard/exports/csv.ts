import { stringify } from 'csv-stringify/sync'
import type { BoardExportPage } from '../../service/boards/boards.ts'
import type { Response } from '../../service/responses/received-responses.ts'
import type { Survey } from '../../service/surveys/surveys.ts'
import { BOARD_COLUMNS, boardRows } from './board-exports.ts'
import { columnsOf, responseTable } from './columns.ts'
import { keptAsText } from './spreadsheet-text.ts'

/**
 * How a table is written. The form for programs keeps every text unchanged; the one for spreadsheets can be opened with
 * a double click.
 */
export interface CsvForm {
  readonly reader: 'program' | 'spreadsheet'
  /** Whether a table for programs begins with a byte-order mark. */
  readonly withMark: boolean
}

const RECORDS = { record_delimiter: 'windows', quote_record_delimiter: true }

/** Responses as CSV: one row each. */
export async function* csv(
  survey: Survey,
  pages: AsyncIterable<readonly Response[]> | Iterable<readonly Response[]>,
  form: CsvForm,
): AsyncGenerator<string> {
  const { headings, cells } = responseTable(columnsOf(survey), survey.editHistory)
  const row = (response: Response) => [response.id, response.submittedAt, ...cells(response)]
  yield* table(headings, pages, page => page.map(row), form)
}

/** Boards as CSV: one row per item. */
export function boardsCsv(pages: AsyncIterable<BoardExportPage>, form: CsvForm): AsyncGenerator<string> {
  return table(BOARD_COLUMNS, pages, boardRows, form)
}

async function* table<Page>(
  headings: readonly string[],
  pages: AsyncIterable<Page> | Iterable<Page>,
  rowsOf: (page: Page) => readonly (readonly (string | number | null)[])[],
  { reader, withMark }: CsvForm,
): AsyncGenerator<string> {
  const isForSpreadsheet = reader === 'spreadsheet'
  // Spreadsheets split at semicolons where decimals have commas, and at tabs everywhere.
  const options = isForSpreadsheet ? { ...RECORDS, delimiter: '\t', cast: { string: keptAsText } } : RECORDS
  yield stringify([[...headings]], { ...options, bom: withMark || isForSpreadsheet })
  for await (const page of pages)
    yield stringify(
      rowsOf(page).map(row => [...row]),
      options,
    )
}
