import type { FastifyInstance } from 'fastify'
import { placeOf } from '../domain/board.ts'
import { parseFields } from '../domain/json.ts'
import type { Boards, Item } from '../service/boards.ts'

interface ToItem {
  Params: { index: string; item: string }
  Body: string | null
}

export interface BoardParts {
  readonly boards: Boards
}

const HIDDEN = { schema: { hide: true } }

/** What is asked on a survey's boards, held and hidden too, and what becomes of it. */
export function boardRoutes(app: FastifyInstance, { boards }: BoardParts): void {
  app.get<ToItem>('/board/:index', HIDDEN, async ({ admin, params }, reply) => {
    const items = await boards.listAll(admin, placeOf(params.index))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ items: items.map(itemJson) }))
  })
  app.patch<ToItem>('/board/:index/:item', HIDDEN, async ({ admin, params, body }, reply) => {
    const path = { index: placeOf(params.index), itemId: params.item }
    const item = await boards.moderate(admin, path, parseFields(body ?? ''))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(itemJson(item)))
  })
}

function itemJson({ id, text, votes, state }: Item) {
  return { id, text, votes, state }
}
