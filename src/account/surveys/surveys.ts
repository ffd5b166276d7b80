import type { FastifyInstance } from 'fastify'
import { findLanguage } from '../../domain/surveys/languages/survey-language.ts'
import { writeJson } from '../../domain/values/json-text.ts'
import { toMinute } from '../../domain/values/time.ts'
import { type Cache, RevisionCache } from '../../service/cache.ts'
import type { Created, SurveyCreation } from '../../service/surveys/survey-creation.ts'
import type { OwnSurvey, Surveys } from '../../service/surveys/surveys.ts'
import type { Templates } from '../../service/surveys/templates.ts'
import { formatTimestamp } from '../../service/timestamp.ts'
import { optionalBody, requiredBody } from '../../transport/bodies/body.ts'
import type { CreatedView, SlugView, SurveyRow } from '../contract.ts'

export interface SurveysParts {
  readonly surveys: Surveys
  readonly surveyCreation: SurveyCreation
  readonly templates: Templates
  /** For lists of surveys. */
  readonly cache: Cache
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface BySlug {
  Params: { slug: string }
}

/** The account's surveys. The data of a single survey is read and changed in its dashboard. */
export function surveyRoutes(
  app: FastifyInstance,
  { surveys, surveyCreation, templates, cache, baseUrl }: SurveysParts,
): void {
  const lists = new RevisionCache<Buffer>(cache, 'own list')

  app.get('/surveys', async ({ holder }, reply) => {
    const { accountId, revision } = holder
    reply.type('application/json; charset=utf-8')
    const cached = revision === undefined ? undefined : lists.find(accountId, revision)
    if (cached !== undefined) return reply.send(cached)
    const rows = (await surveys.listOwn(holder)).map(survey => surveyRow(survey, baseUrl))
    const value = Buffer.from(writeJson({ surveys: rows }))
    return reply.send(revision === undefined ? value : lists.store(accountId, { revision, value }, value.length))
  })

  app.post<BySlug>('/surveys/:slug/clone', async (request, reply) => {
    const source = request.holder.survey(request.params.slug)
    return reply.code(201).send(made(await surveyCreation.clone(source, optionalBody(request)), baseUrl))
  })

  app.post<BySlug>('/surveys/:slug/template', async (request, reply) => {
    const source = request.holder.survey(request.params.slug)
    const { id } = await templates.saveSurvey(source, requiredBody(request))
    return reply.code(201).send({ id })
  })

  app.get<BySlug>('/slugs/:slug', async ({ holder, params }): Promise<SlugView> => {
    return { available: await surveys.isSlugAvailable(holder, params.slug) }
  })
}

/** A survey that was just created. */
export function made({ slug }: Created, baseUrl: string): CreatedView {
  return { id: slug, public_url: publicUrl(slug, baseUrl) }
}

function surveyRow({ slug, expiresAt, opensAt, lastResponseAt, ...survey }: OwnSurvey, baseUrl: string): SurveyRow {
  return {
    id: slug,
    title: survey.title,
    language: survey.language ?? findLanguage([survey.title]),
    status: survey.status,
    archived: survey.archived,
    expires_at: formatTimestamp(expiresAt),
    opens_at: formatTimestamp(opensAt),
    created_at: survey.createdAt,
    response_count: survey.responseCount,
    // No finer, so that nobody who watches a small room can identify a person by the time.
    last_response_at: lastResponseAt === null ? null : toMinute(lastResponseAt),
    public_url: publicUrl(slug, baseUrl),
  }
}

function publicUrl(slug: string, baseUrl: string): string {
  return `${baseUrl}/s/${slug}`
}
