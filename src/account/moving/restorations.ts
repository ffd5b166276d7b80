import type { FastifyInstance } from 'fastify'
import { isArray } from '../../domain/values/json.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Restorations } from '../../service/moving/restorations.ts'
import { requiredBody } from '../../transport/bodies/body.ts'
import type { RestoredView } from '../contract.ts'

export interface RestorationParts {
  readonly restorations: Restorations
}

interface ToRestoration {
  Params: { id: string }
}

interface ToSurvey {
  Params: { id: string; slug: string }
}

/**
 * Loads an archive, which the browser reads and sends in parts, into the account. Nothing appears there before the end.
 */
export function restorationRoutes(app: FastifyInstance, { restorations }: RestorationParts): void {
  app.post('/restorations', async ({ holder }, reply) => {
    return reply.code(201).send({ id: await restorations.begin(holder) })
  })
  app.delete<ToRestoration>('/restorations/:id', async ({ holder, params }, reply) => {
    await restorations.abandon(holder, params.id)
    return reply.code(204).send()
  })
  app.post<ToRestoration>('/restorations/:id/finish', async ({ holder, params }): Promise<RestoredView> => {
    return { surveys: await restorations.finish(holder, params.id) }
  })
  app.post<ToRestoration>('/restorations/:id/surveys', async (request, reply) => {
    await restorations.addSurvey(request.holder, request.params.id, requiredBody(request))
    return reply.code(204).send()
  })
  app.post<ToSurvey>('/restorations/:id/surveys/:slug/responses', async (request, reply) => {
    const { id, slug } = request.params
    const { responses, first } = requiredBody(request)
    if (!isArray(responses) || typeof first !== 'number') throw new Refusal('invalid_survey_file')
    await restorations.addResponses(request.holder, id, slug, responses, first)
    return reply.code(204).send()
  })
  app.post<ToSurvey>('/restorations/:id/surveys/:slug/boards', async (request, reply) => {
    const { id, slug } = request.params
    await restorations.addItems(request.holder, id, slug, requiredBody(request))
    return reply.code(204).send()
  })
  app.post<ToSurvey>('/restorations/:id/surveys/:slug/settings', async (request, reply) => {
    const { id, slug } = request.params
    await restorations.setSettings(request.holder, id, slug, requiredBody(request))
    return reply.code(204).send()
  })
  app.post<ToRestoration>('/restorations/:id/templates', async (request, reply) => {
    await restorations.addTemplate(request.holder, request.params.id, requiredBody(request))
    return reply.code(204).send()
  })
  app.post<ToRestoration>('/restorations/:id/drafts', async (request, reply) => {
    await restorations.addDraft(request.holder, request.params.id, requiredBody(request))
    return reply.code(204).send()
  })
}
