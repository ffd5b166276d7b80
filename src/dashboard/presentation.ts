import type { FastifyInstance } from 'fastify'
import type { Presentations } from '../service/results/presentations.ts'
import { requiredBody } from '../transport/bodies/body.ts'
import type { PresentationState } from './presentation-schemas.ts'

export interface PresentationParts {
  readonly presentations: Presentations
}

/** What a room's screens show, and the controls for it. */
export function presentationRoutes(app: FastifyInstance, { presentations }: PresentationParts): void {
  app.get('/presentation', ({ admin }): Promise<PresentationState> => presentations.read(admin))
  app.patch(
    '/presentation',
    async (request): Promise<PresentationState> => presentations.step(request.admin, requiredBody(request)),
  )
  app.post(
    '/presentation/rounds',
    async (request): Promise<PresentationState> => presentations.secondRound(request.admin, requiredBody(request)),
  )
  app.delete('/presentation', async ({ admin }, reply) => {
    await presentations.end(admin)
    return reply.code(204).send()
  })
}
