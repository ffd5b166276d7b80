import type { FastifyInstance, FastifyReply } from 'fastify'
import { SurveySerializer } from '../api/serialize.ts'
import { placeOf } from '../domain/board.ts'
import type { Authentication, Viewer } from '../service/authentication.ts'
import type { Boards, Item } from '../service/boards.ts'
import type { Surveys } from '../service/surveys.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import type { ResultsRooms } from './events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of a projector link. */
    viewer: Viewer
  }
}

export interface ProjectionParts {
  readonly authentication: Authentication
  readonly surveys: Surveys
  readonly boards: Boards
  readonly rooms: ResultsRooms
  readonly clock: () => number
  /** Where people reach the service, without a slash at the end. */
  readonly baseUrl: string
}

interface OfLink {
  Params: { token: string; index: string }
}

const HIDDEN = { schema: { hide: true } }

/** What a wall shows to a room: read, by whoever holds the projector link, and nothing else. For `/p/api/:token`. */
export function projection({ authentication, surveys, boards, rooms, clock, baseUrl }: ProjectionParts) {
  const present = new SurveySerializer(baseUrl)
  return async (app: FastifyInstance): Promise<void> => {
    await answerOtherMethods(app, async app => {
      app.addHook<OfLink>('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        request.viewer = await authentication.viewer(request.params.token)
      })
      app.get('', HIDDEN, async ({ viewer }, reply) => {
        const { survey, results } = await surveys.aggregate(viewer)
        return sendJson(reply, present.aggregate(survey, results, clock()))
      })
      app.get('/events', HIDDEN, async (request, reply) =>
        rooms.stream(request.viewer.slug, request.viewer, request, reply),
      )
      app.get<OfLink>('/board/:index', HIDDEN, async ({ viewer, params }, reply) => {
        const items = await boards.list(viewer.slug, placeOf(params.index))
        return sendJson(reply, JSON.stringify({ items: items.map(seenJson) }))
      })
    })
  }
}

/** A question on a board, as respondents see it. */
function seenJson({ id, text, votes, state }: Item) {
  return { id, text, votes, answered: state === 'answered' }
}

function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}
