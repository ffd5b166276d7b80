import type { FastifyInstance } from 'fastify'
import { SurveySerializer, serializeChange } from '../api/serialize.ts'
import { editedQuestions } from '../domain/results/asked.ts'
import type { DashboardRateLimit } from '../service/access/dashboard-rate-limit.ts'
import type { SurveyLinks } from '../service/access/survey-links.ts'
import { bearerChallenge } from '../transport/bearer.ts'
import { readTextBodies, requiredBody } from '../transport/body.ts'
import { renderErrors, sendJsonError } from '../transport/errors.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { type AuthenticationParts, authenticate } from './authenticate.ts'
import { type BoardParts, boardRoutes } from './board.ts'
import { type ComparisonParts, comparisonRoute } from './comparison.ts'
import type { AdminLink, DashboardSurvey, ProjectorLink } from './contract.ts'
import { type ResultsChannels, serializeSharing } from './events.ts'
import { type ExportParts, exportRoutes } from './exports.ts'
import { serializeLanguage } from './language.ts'
import { type PresentationParts, presentationRoutes } from './presentation.ts'
import { type ProjectedTextParts, projectedTextRoutes, wordRoutes } from './projected-texts.ts'
import { responseRoutes } from './responses.ts'

export type DashboardParts = AuthenticationParts &
  BoardParts &
  ComparisonParts &
  PresentationParts &
  ProjectedTextParts &
  Omit<ExportParts, 'serializer'> & {
    readonly links: SurveyLinks
    readonly channels: ResultsChannels
    readonly rateLimit: DashboardRateLimit
  }

type Parts = DashboardParts & { readonly serializer: SurveySerializer }

/** The dashboard's JSON routes, to be registered under `/admin/api/:slug`. */
export function dashboard(given: DashboardParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const parts = { ...given, serializer: new SurveySerializer(given.baseUrl) }
    app.addHook('onRequest', async (_, reply) => void reply.header('vary', 'Authorization, Cookie'))
    readTextBodies(app)
    renderErrors(app, sendJsonError, bearerChallenge)
    await handleOtherMethods(app, async app => {
      authenticate(app, parts)
      app.addHook('onRequest', async ({ admin }) => given.rateLimit.consume(admin.slug))
      surveyRoutes(app, parts)
      linkRoutes(app, parts)
      responseRoutes(app, parts)
      comparisonRoute(app, parts)
      presentationRoutes(app, parts)
      projectedTextRoutes(app, parts)
      wordRoutes(app, parts)
      exportRoutes(app, parts)
      boardRoutes(app, parts)
    })
  }
}

function surveyRoutes(app: FastifyInstance, { surveys, surveyResults, channels, clock, serializer }: Parts): void {
  app.get('', async ({ admin }) => {
    const { survey, results } = await surveyResults.read(admin)
    const { archived, viewNonce, suspended, expiryAutomatic, sharedDevice } = survey
    const ofOwner = { is_owner: admin.isOwner, expiry_automatic: expiryAutomatic }
    const settings: Omit<DashboardSurvey, keyof ReturnType<SurveySerializer['aggregate']>> = {
      ...ofOwner,
      edited: editedQuestions(survey.editHistory, survey.responseCount),
      archived,
      projector: viewNonce !== null,
      taken_down: suspended,
      shared_device: sharedDevice,
      ...serializeLanguage(survey),
      ...serializeSharing(survey),
    }
    return { ...serializer.aggregate(survey, results, clock()), ...settings }
  })
  app.patch('', async request => serializeChange(await surveys.change(request.admin, requiredBody(request))))
  app.delete('', async ({ admin }, reply) => {
    await surveys.delete(admin)
    return reply.code(204).send()
  })
  app.get('/events', async (request, reply) => channels.stream(request.admin.slug, request.admin, request, reply))
}

function linkRoutes(app: FastifyInstance, { links, baseUrl, serializer }: Parts): void {
  app.post('/rotate', async ({ admin }) => {
    const token = await links.rotate(admin)
    return { admin_token: token, admin_url: serializer.adminUrl(admin.slug, token) } satisfies AdminLink
  })
  app.post('/projector', async ({ admin }) => {
    const token = await links.createProjectorLink(admin)
    return { url: `${baseUrl}/p/${token}` } satisfies ProjectorLink
  })
  app.delete('/projector', async ({ admin }, reply) => {
    await links.removeProjectorLink(admin)
    return reply.code(204).send()
  })
}
