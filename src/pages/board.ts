import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseQuestionIndex } from '../domain/board.ts'
import { parseFields } from '../domain/json.ts'
import type { Boards, Item } from '../service/boards.ts'
import type { RespondentRateLimit } from '../service/respondent-rate-limit.ts'
import type { BoardItem } from './board-section.ts'

interface ToBoard {
  Params: { slug: string; index: string }
  Body: string | null
}

interface ToItem {
  Params: { slug: string; index: string; item: string }
  Body: string | null
}

export interface BoardParts {
  readonly boards: Boards
  readonly rateLimit: RespondentRateLimit
  readonly addressOf: (request: IncomingMessage) => string
}

/** What respondents see, ask and vote on at a board. All of it is JSON. */
export function boardRoutes(app: FastifyInstance, { boards, rateLimit, addressOf }: BoardParts): void {
  const options = { schema: { hide: true } }
  app.get<ToBoard>('/s/:slug/board/:index', options, async ({ params: { slug, index } }, reply) => {
    const items = await boards.list(slug, parseQuestionIndex(index))
    return sendJson(reply.header('cache-control', 'no-store'), { items: items.map(itemJson) })
  })
  app.post<ToBoard>('/s/:slug/board/:index', options, async ({ params: { slug, index }, body, raw }, reply) => {
    rateLimit.consume(addressOf(raw), slug)
    const { id, state } = await boards.ask(slug, parseQuestionIndex(index), parseFields(body ?? ''))
    return sendJson(reply.code(201), { id, state })
  })
  for (const [method, verb] of [
    ['PUT', 'vote'],
    ['DELETE', 'withdraw'],
  ] as const) {
    app.route<ToItem>({
      method,
      url: '/s/:slug/board/:index/:item/vote',
      ...options,
      handler: async ({ params: { slug, index, item }, body, raw }, reply) => {
        rateLimit.consume(addressOf(raw), slug)
        const path = { slug, index: parseQuestionIndex(index), itemId: item }
        const { votes } = await boards[verb](path, parseFields(body ?? ''))
        return sendJson(reply, { votes })
      },
    })
  }
}

/** A question on a board, as respondents see it. */
export function itemJson({ id, text, votes, state }: Item): BoardItem {
  return { id, text, votes, answered: state === 'answered' }
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
