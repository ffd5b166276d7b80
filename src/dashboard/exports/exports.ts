import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SurveyAdmin } from '../../service/access/authentication.ts'
import type { SurveyResults } from '../../service/results/survey-results.ts'
import type { Survey, Surveys } from '../../service/surveys/surveys.ts'
import { pagesToMinutes } from '../arrival-times.ts'
import { inTurns, type SurveyFileParts, surveyFile } from '../survey-file.ts'
import { boardsCsv, type CsvForm, csv } from './csv.ts'
import { checkRoom, Workbooks } from './workbooks.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const CSV_TYPE = 'text/csv; charset=utf-8; header=present'
const SPREADSHEET_CSV_TYPE = 'text/csv; charset=utf-16le; header=present'
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExportParts extends SurveyFileParts {
  readonly surveys: Surveys
  readonly surveyResults: SurveyResults
}

/** Downloads of all responses and boards of a survey. */
export function exportRoutes(app: FastifyInstance, parts: ExportParts): void {
  const { surveys, receivedResponses, surveyResults, boards } = parts
  const workbooks = new Workbooks()
  const fileOf = surveyFile(parts)
  const responsesOf = (admin: SurveyAdmin, survey: Survey) => pagesToMinutes(receivedResponses.readAll(admin, survey))
  app.get('/export.json', async (request, reply) => {
    const survey = await surveys.read(request.admin)
    return sendFile(request, reply.type(JSON_TYPE), {
      name: `${survey.slug}.json`,
      parts: fileOf(request.admin, survey),
    })
  })
  app.get<{ Querystring: Record<string, unknown> }>('/export.csv', async (request, reply) => {
    const survey = await surveys.read(request.admin)
    const form = formOf(request.query)
    const text = csv(survey, responsesOf(request.admin, survey), form)
    return sendCsv(request, reply, { name: `${survey.slug}.csv`, text, form })
  })
  app.get<{ Querystring: Record<string, unknown> }>('/export-boards.csv', async (request, reply) => {
    const survey = await surveys.read(request.admin)
    const form = formOf(request.query)
    const text = boardsCsv(boards.exportPages(request.admin, survey), form)
    return sendCsv(request, reply, { name: `${survey.slug}-boards.csv`, text, form })
  })
  app.get('/export.xlsx', async (request, reply) => {
    const counted = await surveyResults.read(request.admin)
    checkRoom(counted)
    const { survey } = counted
    const pages = { responses: responsesOf(request.admin, survey), boards: boards.exportPages(request.admin, survey) }
    const make = () => workbooks.make(counted, pages, untilGone(reply))
    const parts = request.method === 'HEAD' ? [] : [await make()]
    return sendFile(request, reply.type(XLSX_TYPE), { name: `${survey.slug}.xlsx`, parts })
  })
}

interface File {
  readonly name: string
  readonly parts: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>
}

function formOf(query: Record<string, unknown>): CsvForm {
  return { reader: query.for === 'spreadsheet' ? 'spreadsheet' : 'program', withMark: query.bom === '1' }
}

interface CsvFile {
  readonly name: string
  readonly text: AsyncIterable<string>
  readonly form: CsvForm
}

/** Excel splits a file at tabs automatically only if it is UTF-16. */
function sendCsv(request: FastifyRequest<object>, reply: FastifyReply, { name, text, form }: CsvFile): FastifyReply {
  const parts = inTurns(text)
  if (form.reader === 'program') return sendFile(request, reply.type(CSV_TYPE), { name, parts })
  return sendFile(request, reply.type(SPREADSHEET_CSV_TYPE), { name, parts: inUtf16(parts) })
}

async function* inUtf16(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield Buffer.from(part, 'utf16le')
}

/** Streams a file of any size at the reader's speed. */
function sendFile({ method }: FastifyRequest<object>, reply: FastifyReply, { name, parts }: File): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`)
  if (method === 'HEAD') return reply.header('transfer-encoding', 'chunked').send(Readable.from([]))
  return reply.send(Readable.from(parts))
}

/** A signal that is aborted when the client disconnects. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  if (raw.destroyed) gone.abort()
  return gone.signal
}
