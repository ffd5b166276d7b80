import type { FastifyInstance } from 'fastify'
import { serializeResponses } from '../api/serialize.ts'
import { parseResponseQuery } from '../domain/responses/response-query.ts'
import type { ReceivedResponses } from '../service/responses/received-responses.ts'
import { arrivalsByMinute, toMinutes } from './arrival-times.ts'
import type { Arrivals, NewestTexts } from './contract.ts'

export interface ResponseParts {
  readonly receivedResponses: ReceivedResponses
}

/** Routes for single responses: pages, search, arrivals over time, removal. */
export function responseRoutes(app: FastifyInstance, { receivedResponses }: ResponseParts): void {
  app.get<{ Querystring: Record<string, unknown> }>('/responses', async ({ admin, query }) => {
    const page = parseResponseQuery(query)
    const { survey, responses, next, reached } = await receivedResponses.readPage(admin, page)
    // With the newest first, a page ends where older responses begin, which is no place to wait for later ones.
    const cursor = page.order === 'oldest' ? { cursor: String(reached) } : {}
    return { responses: serializeResponses(survey, toMinutes(responses), page.order), next, ...cursor }
  })
  app.get('/arrivals', async ({ admin }) => {
    const arrivals = await receivedResponses.arrivals(admin)
    const points = arrivals.map(({ sequence, submittedAt }) => ({ at: submittedAt, count: sequence }))
    return { arrivals: arrivalsByMinute(points) } satisfies Arrivals
  })
  app.delete<{ Params: { id: string } }>('/responses/:id', async ({ admin, params }, reply) => {
    await receivedResponses.remove(admin, params.id)
    return reply.code(204).send()
  })
}

/** The newest answers to each free-text question, from which presenters pick. */
export function newestTextRoute(app: FastifyInstance, { receivedResponses }: ResponseParts): void {
  app.get(
    '/texts',
    async ({ presenter }): Promise<NewestTexts> => ({ questions: await receivedResponses.newestTexts(presenter) }),
  )
}
