import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseBoardPage, parseListOrder, parseQuestionIndex } from '../../domain/boards/board.ts'
import type { Boards } from '../../service/boards/boards.ts'
import { requiredBody } from '../../transport/bodies/body.ts'
import { accepts } from '../../transport/encodings.ts'
import type { AskedItem, VoteCount } from '../contract.ts'
import { sendInChunks } from '../page.ts'
import type { BoardDocuments, Document } from './board-documents.ts'

export interface ToBoard {
  Params: { slug: string; index: string }
  Querystring: { page?: string; order?: string }
}

interface ToItem {
  Params: { slug: string; index: string; item: string }
}

export interface BoardParts {
  readonly boards: Boards
  readonly boardDocuments: BoardDocuments
}

/** JSON routes for reading a board, asking and voting. */
export function boardRoutes(app: FastifyInstance, { boards, boardDocuments }: BoardParts): void {
  app.get<ToBoard>('/s/:slug/board/:index', async ({ params, query }, reply) => {
    const { slug, index } = params
    const page = parseBoardPage(query.page)
    const order = parseListOrder(query.order)
    const document = await boardDocuments.json({ slug, index: parseQuestionIndex(index), page, order })
    return sendDocument(reply.type('application/json; charset=utf-8'), document)
  })
  app.post<ToBoard>('/s/:slug/board/:index', async (request, reply) => {
    const { slug, index } = request.params
    const { id, state } = await boards.ask(slug, parseQuestionIndex(index), requiredBody(request))
    return reply.code(201).send({ id, state } satisfies AskedItem)
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
        const path = { slug, index: parseQuestionIndex(index), itemId: item }
        const { votes } = await boards[operation](path, requiredBody(request))
        return { votes } satisfies VoteCount
      },
    })
  }
}

/** Sends a document compressed if the client accepts it. */
export function sendDocument(reply: FastifyReply, { plain, gzipped }: Document): FastifyReply {
  if (!accepts(reply.request.headers['accept-encoding'], 'gzip')) return sendInChunks(reply, [plain])
  return reply.header('content-encoding', 'gzip').send(gzipped)
}
