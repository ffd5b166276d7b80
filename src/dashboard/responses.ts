import type { FastifyInstance } from 'fastify'
import { responseList } from '../api/serialize.ts'
import { parsePage } from '../domain/page.ts'
import type { Surveys } from '../service/surveys.ts'

const HIDDEN = { schema: { hide: true } }

/** The responses of a survey: page by page, searched, over time, and one of them removed. */
export function responseRoutes(app: FastifyInstance, { surveys }: { readonly surveys: Surveys }): void {
  app.get<{ Querystring: Record<string, unknown> }>('/responses', HIDDEN, async ({ admin, query }, reply) => {
    const page = parsePage(query)
    const { survey, responses, next } = await surveys.page(admin, page)
    const text = `{"responses":[${responseList(survey, responses, page.order)}],"next":${next}}`
    return reply.type('application/json; charset=utf-8').send(text)
  })
  app.get('/arrivals', HIDDEN, async ({ admin }) => {
    const arrivals = await surveys.arrivals(admin)
    return { arrivals: arrivals.map(({ sequence, submittedAt }) => ({ at: submittedAt, count: sequence })) }
  })
  app.delete<{ Params: { id: string } }>('/responses/:id', HIDDEN, async ({ admin, params }, reply) => {
    await surveys.removeResponse(admin, params.id)
    return reply.code(204).send()
  })
}
