import type { FastifyInstance } from 'fastify'
import { SurveySerializer } from '../api/serialize.ts'
import type { Authentication } from '../service/access/authentication.ts'
import type { DashboardRateLimit } from '../service/access/dashboard-rate-limit.ts'
import type { SurveyResults } from '../service/results/survey-results.ts'
import { readTextBodies } from '../transport/bodies/body.ts'
import { refuseUncheckedConditions } from '../transport/conditions.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { keepPace } from '../transport/pace.ts'
import { admitBy } from './authenticate.ts'
import { type PresentingParts, presentingRoutes, serializePresented } from './presenting.ts'

export interface RemoteParts extends PresentingParts {
  readonly authentication: Authentication
  readonly surveyResults: SurveyResults
  readonly clock: () => number
  /** Separate from the dashboards' limit: a lost remote must not be able to keep the presenter from going on. */
  readonly rateLimit: DashboardRateLimit
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

/** What whoever has a remote link can do, to be registered under `/remote/api/:token`. */
export function remote(parts: RemoteParts) {
  const { authentication, surveyResults, clock, rateLimit, baseUrl } = parts
  const serializer = new SurveySerializer(baseUrl)
  return async (app: FastifyInstance): Promise<void> => {
    readTextBodies(app)
    refuseUncheckedConditions(app)
    await handleOtherMethods(app, async app => {
      admitBy<{ Params: { token: string } }>(app, async request => {
        request.presenter = await authentication.conductor(request.params.token)
      })
      keepPace(app, ({ presenter }) => presenter.accountId)
      app.addHook('onRequest', async ({ presenter }) => rateLimit.consume(presenter.slug))
      app.get('', async ({ presenter }) => {
        const latest = await surveyResults.read(presenter)
        const settings = { question_settings: latest.survey.questionSettings }
        return { ...serializePresented(serializer, latest, clock()), ...settings }
      })
      presentingRoutes(app, parts)
    })
  }
}
