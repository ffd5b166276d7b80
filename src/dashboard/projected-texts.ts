import type { FastifyInstance } from 'fastify'
import { parseQuestionIndex } from '../domain/boards/board.ts'
import type { ProjectedTexts, QuestionProjectedTexts } from '../service/results/projected-texts.ts'
import { requiredBody } from '../transport/bodies/body.ts'
import type { ProjectedTexts as ProjectedTextsView, ShownTexts, WordList } from './contract.ts'

interface OfQuestion {
  Params: { index: string }
}

interface ToPick {
  Params: { index: string; id: string }
}

export interface ProjectedTextParts {
  readonly projectedTexts: ProjectedTexts
}

/** The projected texts of free-text answers, and the routes for choosing them. */
export function projectedTextRoutes(app: FastifyInstance, { projectedTexts }: ProjectedTextParts): void {
  const path = '/projected-texts/:index/:id'
  app.get(
    '/projected-texts',
    async ({ presenter }): Promise<ProjectedTextsView> => ({ questions: await projectedTexts.read(presenter) }),
  )
  app.put<ToPick>(path, async ({ presenter, params }, reply) => {
    await projectedTexts.pick(presenter, pickOf(params))
    return reply.code(204).send()
  })
  app.delete<ToPick>(path, async ({ presenter, params }, reply) => {
    await projectedTexts.unpick(presenter, pickOf(params))
    return reply.code(204).send()
  })
}

/** A question's words and phrases: the list, whether they are projected, and which of them are hidden. */
export function wordRoutes(app: FastifyInstance, { projectedTexts }: ProjectedTextParts): void {
  const path = '/words/:index'
  app.get<OfQuestion>(
    path,
    async ({ admin, params }): Promise<WordList> => ({
      words: await projectedTexts.words(admin, parseQuestionIndex(params.index)),
    }),
  )
  app.patch<OfQuestion>(path, async (request, reply) => {
    await projectedTexts.changeWords(request.admin, parseQuestionIndex(request.params.index), requiredBody(request))
    return reply.code(204).send()
  })
}

/** As shown by a projector link: texts without the ids of their responses. */
export function serializeProjected({ index, picks, words }: QuestionProjectedTexts): ShownTexts['questions'][number] {
  return { index, picks: picks.map(({ text }) => ({ text })), words }
}

function pickOf({ index, id }: ToPick['Params']) {
  return { question: parseQuestionIndex(index), id }
}
