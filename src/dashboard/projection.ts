import type { FastifyInstance } from 'fastify'
import { SurveySerializer } from '../api/serialize.ts'
import { parseQuestionIndex, publicBoardItem, rangeOfBoardPage } from '../domain/board.ts'
import type { Authentication, Viewer } from '../service/authentication.ts'
import type { Boards } from '../service/boards.ts'
import type { DashboardRateLimit } from '../service/dashboard-rate-limit.ts'
import type { ProjectedTexts } from '../service/projected-texts.ts'
import type { Surveys } from '../service/surveys.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import type { ResultsRooms } from './events.ts'
import { serializeProjected } from './projected-texts.ts'

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
  readonly projectedTexts: ProjectedTexts
  readonly rooms: ResultsRooms
  readonly clock: () => number
  /**
   * Separate from that of dashboards: the audience can see the link, and nobody who has it must be able to keep the presenter
   * from moderating.
   */
  readonly rateLimit: DashboardRateLimit
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface OfLink {
  Params: { token: string; index: string }
}

/** Read-only routes behind a projector link, to be registered under `/p/api/:token`. */
export function projection({
  authentication,
  surveys,
  boards,
  projectedTexts,
  rooms,
  clock,
  rateLimit,
  baseUrl,
}: ProjectionParts) {
  const serializer = new SurveySerializer(baseUrl)
  return async (app: FastifyInstance): Promise<void> => {
    await answerOtherMethods(app, async app => {
      app.addHook<OfLink>('onRequest', async request => {
        request.viewer = await authentication.viewer(request.params.token)
        rateLimit.consume(request.viewer.slug)
      })
      app.get('', async ({ viewer }) => {
        const { survey, results } = await surveys.aggregate(viewer)
        return serializer.aggregate(survey, results, clock())
      })
      app.get('/events', async (request, reply) => rooms.stream(request.viewer.slug, request.viewer, request, reply))
      app.get('/projected-texts', async ({ viewer }) => ({
        questions: (await projectedTexts.read(viewer)).map(serializeProjected),
      }))
      app.get<OfLink>('/board/:index', async ({ viewer, params }) => {
        const { items } = await boards.list(viewer.slug, parseQuestionIndex(params.index), rangeOfBoardPage(1))
        return { items: items.map(publicBoardItem) }
      })
    })
  }
}
