import type { FastifyInstance } from 'fastify'
import { SurveySerializer } from '../api/serialize.ts'
import { parseQuestionIndex, publicBoardItem, rangeOfBoardPage } from '../domain/boards/board.ts'
import { withoutRightAnswers } from '../domain/surveys/question-settings.ts'
import type { Authentication, Viewer } from '../service/access/authentication.ts'
import type { DashboardRateLimit } from '../service/access/dashboard-rate-limit.ts'
import type { Boards } from '../service/boards/boards.ts'
import type { Presentations } from '../service/results/presentations.ts'
import type { ProjectedTexts } from '../service/results/projected-texts.ts'
import type { SurveyResults } from '../service/results/survey-results.ts'
import { refuseUncheckedConditions } from '../transport/conditions.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import type { ProjectedBoard, ShownTexts } from './contract.ts'
import type { ResultsChannels } from './events.ts'
import { serializePresented } from './presenting.ts'
import type { ProjectedResults } from './projected-results.ts'
import { serializeProjected } from './projected-texts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of a projector link. */
    viewer: Viewer
  }
}

export interface ProjectionParts {
  readonly authentication: Authentication
  readonly surveyResults: SurveyResults
  readonly boards: Boards
  readonly presentations: Presentations
  readonly projectedTexts: ProjectedTexts
  readonly projectedResults: ProjectedResults
  readonly channels: ResultsChannels
  readonly clock: () => number
  /**
   * Separate from the dashboards' limit: the audience can see the link, and nobody who has it must be able to keep the
   * presenter from moderating.
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
  surveyResults,
  boards,
  presentations,
  projectedTexts,
  projectedResults,
  channels,
  clock,
  rateLimit,
  baseUrl,
}: ProjectionParts) {
  const serializer = new SurveySerializer(baseUrl)
  return async (app: FastifyInstance): Promise<void> => {
    refuseUncheckedConditions(app)
    await handleOtherMethods(app, async app => {
      app.addHook<OfLink>('onRequest', async request => {
        request.viewer = await authentication.viewer(request.params.token)
        rateLimit.consume(request.viewer.slug)
      })
      app.get('', async ({ viewer }) => {
        const latest = await surveyResults.read(viewer)
        const projected = projectedResults.at(latest.survey, latest.results)
        const settings = { question_settings: withoutRightAnswers(projected.survey.questionSettings) }
        return { ...serializePresented(serializer, projected, clock()), ...settings }
      })
      app.get('/events', async (request, reply) => channels.stream(request.viewer.slug, request.viewer, request, reply))
      app.get('/presentation', ({ viewer }) => presentations.read(viewer))
      app.get(
        '/projected-texts',
        async ({ viewer }): Promise<ShownTexts> => ({
          questions: (await projectedTexts.read(viewer)).map(serializeProjected),
        }),
      )
      app.get<OfLink>('/board/:index', async ({ viewer, params }) => {
        const { items } = await boards.list(viewer.slug, parseQuestionIndex(params.index), rangeOfBoardPage(1))
        return { items: items.map(publicBoardItem) } satisfies ProjectedBoard
      })
    })
  }
}
