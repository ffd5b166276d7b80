import type { FastifyInstance } from 'fastify'
import { parseQuestionIndex } from '../domain/board.ts'
import type { BoardItem, Boards } from '../service/boards.ts'
import { requiredBody } from '../transport/body.ts'

interface ToItem {
  Params: { index: string; item: string }
}

export interface BoardParts {
  readonly boards: Boards
}

/** Moderation of a survey's boards: all items, held and hidden ones included. */
export function boardRoutes(app: FastifyInstance, { boards }: BoardParts): void {
  app.get<ToItem>('/board/:index', async ({ admin, params }) => {
    const items = await boards.listAll(admin, parseQuestionIndex(params.index))
    return { items: items.map(serializeItem) }
  })
  app.patch<ToItem>('/board/:index/:item', async request => {
    const { admin, params } = request
    const path = { index: parseQuestionIndex(params.index), itemId: params.item }
    return serializeItem(await boards.moderate(admin, path, requiredBody(request)))
  })
}

/** An item as moderators see it. */
export function serializeItem({ id, text, votes, state }: BoardItem) {
  return { id, text, votes, state }
}
