import type { FastifyInstance } from 'fastify'
import type { Presentations } from '../service/results/presentations.ts'
import { requiredBody } from '../transport/bodies/body.ts'
import type { PresentationState } from './presentation-schemas.ts'

export interface PresentationParts {
  readonly presentations: Presentations
}

/** What a room's screens show, and the steps that change it. */
export function stepRoutes(app: FastifyInstance, { presentations }: PresentationParts): void {
  app.get('/presentation', ({ presenter }): Promise<PresentationState> => presentations.read(presenter))
  app.patch(
    '/presentation',
    async (request): Promise<PresentationState> => presentations.step(request.presenter, requiredBody(request)),
  )
}

/** What only the dashboard does: a second round adds a question, and the end begins a record. */
export function sessionRoutes(app: FastifyInstance, { presentations }: PresentationParts): void {
  app.post(
    '/presentation/rounds',
    async (request): Promise<PresentationState> => presentations.secondRound(request.admin, requiredBody(request)),
  )
  app.delete('/presentation', async ({ admin }, reply) => {
    await presentations.end(admin)
    return reply.code(204).send()
  })
}
