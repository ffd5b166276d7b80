import type { FastifyInstance } from 'fastify'
import { parseQuestionIndex } from '../domain/board.ts'
import type { ProjectedTexts, Walls } from '../service/walls.ts'
import { requiredBody } from '../transport/body.ts'

interface OfQuestion {
  Params: { index: string }
}

interface ToPick {
  Params: { index: string; id: string }
}

export interface WallParts {
  readonly walls: Walls
}

/** The projected texts of free-text answers, and choosing them. */
export function wallRoutes(app: FastifyInstance, { walls }: WallParts): void {
  const path = '/wall/:index/:id'
  app.get('/wall', async ({ admin }) => ({ questions: await walls.read(admin) }))
  app.put<ToPick>(path, async ({ admin, params }, reply) => {
    await walls.pick(admin, pickOf(params))
    return reply.code(204).send()
  })
  app.delete<ToPick>(path, async ({ admin, params }, reply) => {
    await walls.unpick(admin, pickOf(params))
    return reply.code(204).send()
  })
}

/** Words and phrases of a question: which there are, whether they are projected, and which of them are hidden. */
export function wordRoutes(app: FastifyInstance, { walls }: WallParts): void {
  const path = '/words/:index'
  app.get<OfQuestion>(path, async ({ admin, params }) => ({
    words: await walls.words(admin, parseQuestionIndex(params.index)),
  }))
  app.patch<OfQuestion>(path, async (request, reply) => {
    await walls.changeWords(request.admin, parseQuestionIndex(request.params.index), requiredBody(request))
    return reply.code(204).send()
  })
}

/** As a projector link shows it: texts without the ids of their responses. */
export function serializeProjected({ index, picks, words }: ProjectedTexts) {
  return { index, picks: picks.map(({ text }) => ({ text })), words }
}

function pickOf({ index, id }: ToPick['Params']) {
  return { question: parseQuestionIndex(index), id }
}
