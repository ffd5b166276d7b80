import type { FastifyInstance } from 'fastify'
import { parsePage } from '../domain/page.ts'
import { responseList } from '../http/present.ts'
import type { Surveys } from '../service/surveys.ts'

const HIDDEN = { schema: { hide: true } }

/** The responses of a survey: page by page, and one of them removed. */
export function responseRoutes(app: FastifyInstance, { surveys }: { readonly surveys: Surveys }): void {
  app.get<{ Querystring: Record<string, unknown> }>('/responses', HIDDEN, async ({ admin, query }, reply) => {
    const { survey, responses, next } = await surveys.page(admin, admin.slug, parsePage(query))
    const text = `{"responses":[${responseList(survey, responses)}],"next":${next}}`
    return reply.type('application/json; charset=utf-8').send(text)
  })
  app.delete<{ Params: { id: string } }>('/responses/:id', HIDDEN, async ({ admin, params }, reply) => {
    await surveys.removeResponse(admin, admin.slug, params.id)
    return reply.code(204).send()
  })
}
