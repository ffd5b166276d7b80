import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SurveyAdmin } from '../service/authentication.ts'
import type { Survey } from '../service/surveys.ts'
import { pagesToMinutes } from './arrival-times.ts'
import { boardsCsv, csv } from './csv.ts'
import { inTurns, type SurveyFileParts, surveyFile } from './survey-file.ts'
import { checkRoom, Workbooks } from './workbooks.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const CSV_TYPE = 'text/csv; charset=utf-8; header=present'
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads of all responses and boards of a survey. */
export function exportRoutes(app: FastifyInstance, parts: SurveyFileParts): void {
  const { surveys, boards } = parts
  const workbooks = new Workbooks()
  const fileOf = surveyFile(parts)
  const responsesOf = (admin: SurveyAdmin, survey: Survey) => pagesToMinutes(surveys.responses(admin, survey))
  app.get('/export.json', async (request, reply) => {
    const survey = await surveys.read(request.admin)
    return sendFile(request, reply.type(JSON_TYPE), {
      name: `${survey.slug}.json`,
      parts: fileOf(request.admin, survey),
    })
  })
  app.get<{ Querystring: Record<string, unknown> }>('/export.csv', async (request, reply) => {
    const survey = await surveys.read(request.admin)
    const parts = inTurns(csv(survey, responsesOf(request.admin, survey), request.query.bom === '1'))
    return sendFile(request, reply.type(CSV_TYPE), { name: `${survey.slug}.csv`, parts })
  })
  app.get<{ Querystring: Record<string, unknown> }>('/export-boards.csv', async (request, reply) => {
    const survey = await surveys.read(request.admin)
    const parts = inTurns(boardsCsv(boards.exportPages(request.admin, survey), request.query.bom === '1'))
    return sendFile(request, reply.type(CSV_TYPE), { name: `${survey.slug}-boards.csv`, parts })
  })
  app.get('/export.xlsx', async (request, reply) => {
    const counted = await surveys.aggregate(request.admin)
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
  readonly parts: AsyncIterable<string> | Iterable<Uint8Array>
}

/** Streams a file of any size at the speed of the reader. */
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
