import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { parseBoardIndex, publicBoardItem } from '../domain/board.ts'
import type { Boards } from '../service/boards.ts'
import type { RespondentRateLimit } from '../service/respondent-rate-limit.ts'
import { requiredBody } from '../transport/body.ts'

interface ToBoard {
  Params: { slug: string; index: string }
}

interface ToItem {
  Params: { slug: string; index: string; item: string }
}

export interface BoardParts {
  readonly boards: Boards
  readonly rateLimit: RespondentRateLimit
  readonly addressOf: (request: IncomingMessage) => string
}

/** JSON routes with which respondents read a board, ask and vote. */
export function boardRoutes(app: FastifyInstance, { boards, rateLimit, addressOf }: BoardParts): void {
  app.get<ToBoard>('/s/:slug/board/:index', async ({ params: { slug, index } }, reply) => {
    const items = await boards.list(slug, parseBoardIndex(index))
    return reply.header('cache-control', 'no-store').send({ items: items.map(publicBoardItem) })
  })
  app.post<ToBoard>('/s/:slug/board/:index', async (request, reply) => {
    const { slug, index } = request.params
    rateLimit.consume(addressOf(request.raw), slug)
    const { id, state } = await boards.ask(slug, parseBoardIndex(index), requiredBody(request))
    return reply.code(201).send({ id, state })
  })
  for (const [method, operation] of [
    ['PUT', 'vote'],
    ['DELETE', 'withdraw'],
  ] as const) {
    app.route<ToItem>({
      method,
      url: '/s/:slug/board/:index/:item/vote',
      handler: async request => {
        const { slug, index, item } = request.params
        rateLimit.consume(addressOf(request.raw), slug)
        const path = { slug, index: parseBoardIndex(index), itemId: item }
        const { votes } = await boards[operation](path, requiredBody(request))
        return { votes }
      },
    })
  }
}
