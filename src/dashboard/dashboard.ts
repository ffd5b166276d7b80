import type { FastifyInstance } from 'fastify'
import { SurveySerializer, serializeChange } from '../api/serialize.ts'
import { editedQuestions } from '../domain/results/edit-history/asked.ts'
import { nextOpening } from '../domain/surveys/lifecycle.ts'
import { surveyTag } from '../domain/surveys/survey-tag.ts'
import type { DashboardRateLimit } from '../service/access/dashboard-rate-limit.ts'
import type { SurveyLinks } from '../service/access/survey-links.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { bearerChallenge } from '../transport/bearer.ts'
import { readTextBodies, requiredBody } from '../transport/bodies/body.ts'
import { CONDITIONAL, conditionsOf, isKnown, quoted, refuseUncheckedConditions } from '../transport/conditions.ts'
import { renderErrors, sendJsonError } from '../transport/errors.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { keepPace } from '../transport/pace.ts'
import { type AuthenticationParts, authenticate } from './authenticate.ts'
import { type ComparisonParts, comparisonRoute } from './comparison.ts'
import type { AdminLink, DashboardSurvey, ProjectorLink, RemoteLink } from './contract.ts'
import { serializeSharing } from './events.ts'
import { type ExportParts, exportRoutes } from './exports/exports.ts'
import { serializeLanguage } from './language.ts'
import { sessionRoutes } from './presentation.ts'
import { type PresentingParts, presentingRoutes } from './presenting.ts'
import { wordRoutes } from './projected-texts.ts'
import { type RecordParts, recordRoute } from './record.ts'
import { responseRoutes } from './responses.ts'

export type DashboardParts = AuthenticationParts &
  ComparisonParts &
  PresentingParts &
  RecordParts &
  Omit<ExportParts, 'serializer'> & {
    readonly links: SurveyLinks
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
    refuseUncheckedConditions(app)
    await handleOtherMethods(app, async app => {
      authenticate(app, parts)
      keepPace(app, ({ admin }) => admin.accountId)
      app.addHook('onRequest', async ({ admin }) => given.rateLimit.consume(admin.slug))
      surveyRoutes(app, parts)
      linkRoutes(app, parts)
      responseRoutes(app, parts)
      comparisonRoute(app, parts)
      presentingRoutes(app, parts)
      sessionRoutes(app, parts)
      recordRoute(app, parts)
      wordRoutes(app, parts)
      exportRoutes(app, parts)
    })
  }
}

function surveyRoutes(app: FastifyInstance, { surveys, surveyResults, clock, serializer }: Parts): void {
  app.get('', { config: CONDITIONAL }, async (request, reply) => {
    const { admin } = request
    const now = clock()
    const { survey, results } = await surveyResults.read(admin)
    // Only the owner's own session sees that it is the owner's.
    const tag = `${surveyTag(survey, now)}${admin.isOwner ? '.owner' : ''}`
    if (isKnown(request, reply, tag)) return reply.code(304).send()
    const { archived, viewNonce, remoteNonce, suspended, expiryAutomatic, sharedDevice, shareRecord } = survey
    const { paced, revealedAtOnce, questionSettings, texts, groups, dissolvedGroups } = survey
    const ofOwner = { is_owner: admin.isOwner, expiry_automatic: expiryAutomatic }
    const settings: Omit<DashboardSurvey, keyof ReturnType<SurveySerializer['aggregate']>> = {
      ...ofOwner,
      edited: editedQuestions(survey.editHistory, survey.responseCount),
      archived,
      projector: viewNonce !== null,
      remote: remoteNonce !== null,
      taken_down: suspended,
      opens_at: formatTimestamp(nextOpening(survey, now)),
      response_limit: survey.responseLimit,
      shared_device: sharedDevice,
      share_record: shareRecord,
      paced,
      revealed_at_once: revealedAtOnce,
      question_settings: questionSettings,
      texts,
      groups,
      dissolved_groups: dissolvedGroups,
      ...serializeLanguage(survey),
      ...serializeSharing(survey),
    }
    return { ...serializer.aggregate(survey, results, now), results, ...settings }
  })
  app.patch('', { config: CONDITIONAL }, async (request, reply) => {
    const changed = await surveys.change(request.admin, requiredBody(request), conditionsOf(request))
    return reply.header('etag', quoted(changed.tag)).send(serializeChange(changed))
  })
  app.delete('', { config: CONDITIONAL }, async (request, reply) => {
    await surveys.delete(request.admin, conditionsOf(request))
    return reply.code(204).send()
  })
}

function linkRoutes(app: FastifyInstance, { links, baseUrl, serializer }: Parts): void {
  app.post('/rotate', async ({ admin }) => {
    const token = await links.rotate(admin)
    return { admin_token: token, admin_url: serializer.adminUrl(admin.slug, token) } satisfies AdminLink
  })
  app.post('/projector', async ({ admin }) => {
    const token = await links.create(admin, 'projector')
    return { url: `${baseUrl}/p/${token}` } satisfies ProjectorLink
  })
  app.post('/remote', async ({ admin }) => {
    const token = await links.create(admin, 'remote')
    return { url: `${baseUrl}/remote/${token}` } satisfies RemoteLink
  })
  for (const link of ['projector', 'remote'] as const)
    app.delete(`/${link}`, async ({ admin }, reply) => {
      await links.remove(admin, link)
      return reply.code(204).send()
    })
}
