import { stringify } from 'csv-stringify/sync'
import type { Response, Survey } from '../service/surveys.ts'
import { answersIn, columnsOf, LEADING } from './columns.ts'

/**
 * RFC 4180, and no cell is a formula: what could be one has an apostrophe before it. The package knows all beginnings but
 * a line feed, which some spreadsheets leave out before a formula.
 */
const FORM = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: (text: string) => (text.startsWith('\n') ? `'${text}` : text) },
}

/** A survey's responses, a row each, with a column for each question that collects answers. */
export async function* csv(
  survey: Survey,
  pages: AsyncIterable<readonly Response[]>,
  withMark: boolean,
): AsyncGenerator<string> {
  const columns = columnsOf(survey)
  const row = ({ id, submittedAt, answers }: Response) => [id, submittedAt, ...answersIn(columns, answers)]
  // The mark tells spreadsheets that the text is UTF-8.
  yield stringify([[...LEADING, ...columns.map(({ text }) => text)]], { ...FORM, bom: withMark })
  for await (const page of pages) yield stringify(page.map(row), FORM)
}
