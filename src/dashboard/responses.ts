import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parsePage } from '../domain/page.ts'
import { type Present, responseList } from '../http/present.ts'
import type { Surveys } from '../service/surveys.ts'
import { csv } from './csv.ts'

export interface ResponsesParts {
  readonly surveys: Surveys
  readonly clock: () => number
  readonly present: Present
}

const HIDDEN = { schema: { hide: true } }

/** The responses of a survey: page by page, searched, over time, all of them as a file, and one of them removed. */
export function responseRoutes(app: FastifyInstance, { surveys, clock, present }: ResponsesParts): void {
  app.get<{ Querystring: Record<string, unknown> }>('/responses', HIDDEN, async ({ admin, query }, reply) => {
    const page = parsePage(query)
    const { survey, responses, next } = await surveys.page(admin, admin.slug, page)
    const text = `{"responses":[${responseList(survey, responses, page.order)}],"next":${next}}`
    return reply.type('application/json; charset=utf-8').send(text)
  })
  app.get('/arrivals', HIDDEN, async ({ admin }) => {
    const arrivals = await surveys.arrivals(admin, admin.slug)
    return { arrivals: arrivals.map(({ place, submittedAt }) => ({ at: submittedAt, count: place })) }
  })
  app.delete<{ Params: { id: string } }>('/responses/:id', HIDDEN, async ({ admin, params }, reply) => {
    await surveys.removeResponse(admin, admin.slug, params.id)
    return reply.code(204).send()
  })
  app.get('/export.json', HIDDEN, async (request, reply) => {
    const survey = await surveys.read(request.admin, request.admin.slug)
    const text = present.detail(survey, surveys.responses(survey), clock())
    return sendFile(request, reply.type('application/json; charset=utf-8'), { name: `${survey.slug}.json`, text })
  })
  app.get<{ Querystring: Record<string, unknown> }>('/export.csv', HIDDEN, async (request, reply) => {
    const survey = await surveys.read(request.admin, request.admin.slug)
    const text = inTurns(csv(survey, surveys.responses(survey), request.query.bom === '1'))
    return sendFile(request, reply.type('text/csv; charset=utf-8; header=present'), {
      name: `${survey.slug}.csv`,
      text,
    })
  })
}

interface NamedText {
  readonly name: string
  readonly text: AsyncIterable<string>
}

/** A file of any size: it is read as fast as it is taken. */
function sendFile({ method }: FastifyRequest<object>, reply: FastifyReply, { name, text }: NamedText): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`).header('x-content-type-options', 'nosniff')
  if (method === 'HEAD') return reply.header('transfer-encoding', 'chunked').send(Readable.from([]))
  return reply.send(Readable.from(text))
}

/** A fast reader never holds the stream up; without a turn here it would hold up everyone else. */
async function* inTurns(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of text) {
    yield part
    await nextTurn()
  }
}
