import type { FastifyInstance } from 'fastify'
import { serializeResponses } from '../api/serialize.ts'
import { parseResponseQuery } from '../domain/response-query.ts'
import type { Surveys } from '../service/surveys.ts'

/** Routes of single responses: pages, search, arrivals over time, removal. */
export function responseRoutes(app: FastifyInstance, { surveys }: { readonly surveys: Surveys }): void {
  app.get<{ Querystring: Record<string, unknown> }>('/responses', async ({ admin, query }) => {
    const page = parseResponseQuery(query)
    const { survey, responses, next } = await surveys.page(admin, page)
    return { responses: serializeResponses(survey, responses, page.order), next }
  })
  app.get('/arrivals', async ({ admin }) => {
    const arrivals = await surveys.arrivals(admin)
    return { arrivals: arrivals.map(({ sequence, submittedAt }) => ({ at: submittedAt, count: sequence })) }
  })
  app.delete<{ Params: { id: string } }>('/responses/:id', async ({ admin, params }, reply) => {
    await surveys.removeResponse(admin, params.id)
    return reply.code(204).send()
  })
}
