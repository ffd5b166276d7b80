import { Type } from 'typebox'
import { MAX_RESPONSES_PER_PAGE } from '../domain/responses/limits.ts'
import { counted } from '../domain/values/text.ts'
import type { Response } from '../service/responses/received-responses.ts'
import type { Survey } from '../service/surveys/surveys.ts'
import { namedSurvey } from './named-survey.ts'
import { type ResponseToolParts, responsePage } from './response-page.ts'
import { id } from './schemas.ts'
import { READ_HINTS, type Tool, wholeNumber } from './tool.ts'
import { markUntrusted, UNTRUSTED } from './untrusted.ts'

export interface ExportToolParts extends ResponseToolParts {
  /** The table that the dashboard exports for programs: its first text is the headings, the next ones are the pages. */
  readonly responsesCsv: (survey: Survey, pages: Iterable<readonly Response[]>) => AsyncIterable<string>
}

/**
 * The tool that exports responses. It returns the table itself, in parts, because a download link would be a link to
 * the dashboard, which gives access to everything else too.
 */
export function exportResponses({ surveys, receivedResponses, responsesCsv }: ExportToolParts): Tool {
  return {
    name: 'export_responses',
    title: 'Export responses',
    description: `All responses as CSV, with a row for each, in parts of some 40,000 characters. The parts, put together as they are, make the file. ${UNTRUSTED}`,
    scope: 'surveys:read',
    hints: READ_HINTS,
    input: Type.Object({
      id,
      cursor: Type.Optional(Type.Integer({ minimum: 0, description: 'The next_cursor of the previous part.' })),
    }),
    output: Type.Object({
      untrusted_csv: Type.String(),
      next_cursor: Type.Unsafe({ type: ['integer', 'null'], description: 'Null at the end.' }),
    }),
    run: async call => {
      const after = wholeNumber(call.args.cursor, 'cursor', { min: 0 }) ?? 0
      const query = { order: 'oldest', after, limit: MAX_RESPONSES_PER_PAGE, search: undefined } as const
      const { survey, responses, next } = await responsePage(receivedResponses, await namedSurvey(surveys, call), query)
      const [headings = '', ...rows] = await Array.fromAsync(responsesCsv(survey, [responses]))
      const csv = (after === 0 ? [headings, ...rows] : rows).join('')
      const more = next === null ? 'This is the end.' : `More follow after the cursor ${next}.`
      return {
        data: { untrusted_csv: csv, next_cursor: next },
        text: markUntrusted(`${survey.slug}.csv, ${counted(responses.length, 'row')}. ${more}`, [csv]),
      }
    },
  }
}
