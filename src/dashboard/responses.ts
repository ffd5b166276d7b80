import type { FastifyInstance } from 'fastify'
import { serializeResponses } from '../api/serialize.ts'
import { parseResponseQuery } from '../domain/response-query.ts'
import type { Surveys } from '../service/surveys.ts'
import { arrivalsByMinute, toMinutes } from './arrival-times.ts'

/** Routes of single responses: pages, search, arrivals over time, newest texts, removal. */
export function responseRoutes(app: FastifyInstance, { surveys }: { readonly surveys: Surveys }): void {
  app.get<{ Querystring: Record<string, unknown> }>('/responses', async ({ admin, query }) => {
    const page = parseResponseQuery(query)
    const { survey, responses, next } = await surveys.page(admin, page)
    return { responses: serializeResponses(survey, toMinutes(responses), page.order), next }
  })
  app.get('/arrivals', async ({ admin }) => {
    const arrivals = await surveys.arrivals(admin)
    const points = arrivals.map(({ sequence, submittedAt }) => ({ at: submittedAt, count: sequence }))
    return { arrivals: arrivalsByMinute(points) }
  })
  app.get('/texts', async ({ admin }) => ({ questions: await surveys.newestTexts(admin) }))
  app.delete<{ Params: { id: string } }>('/responses/:id', async ({ admin, params }, reply) => {
    await surveys.removeResponse(admin, params.id)
    return reply.code(204).send()
  })
}
