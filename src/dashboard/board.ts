import type { FastifyInstance } from 'fastify'
import { parseQuestionIndex } from '../domain/boards/board.ts'
import type { BoardItem, Boards } from '../service/boards/boards.ts'
import { requiredBody } from '../transport/bodies/body.ts'
import type { ModeratedBoard, ModeratedItem } from './contract.ts'

interface ToItem {
  Params: { index: string; item: string }
}

export interface BoardParts {
  readonly boards: Boards
}

/** Moderation of a survey's boards: all items, including held and hidden ones. */
export function boardRoutes(app: FastifyInstance, { boards }: BoardParts): void {
  app.get<ToItem>('/board/:index', async ({ presenter, params }) => {
    const items = await boards.listAll(presenter, parseQuestionIndex(params.index))
    return { items: items.map(serializeItem) } satisfies ModeratedBoard
  })
  app.patch<ToItem>('/board/:index/:item', async request => {
    const { presenter, params } = request
    const path = { index: parseQuestionIndex(params.index), itemId: params.item }
    return serializeItem(await boards.moderate(presenter, path, requiredBody(request)))
  })
}

/** An item as moderators see it. */
export function serializeItem({ id, text, votes, state }: BoardItem): ModeratedItem {
  return { id, text, votes, state }
}
