import type { FastifyInstance } from 'fastify'
import { writeJson } from '../domain/json-text.ts'
import { APP_LIST_CACHE_BYTES } from '../domain/limits.ts'
import { toMinute } from '../domain/time.ts'
import { RevisionCache } from '../service/revision-cache.ts'
import type { Created, OwnSurvey, Surveys } from '../service/surveys.ts'
import type { Templates } from '../service/templates.ts'
import { formatTimestamp } from '../service/timestamp.ts'
import { optionalBody, requiredBody } from '../transport/body.ts'
import type { CreatedView, SlugView, SurveyRow } from './contract.ts'

export interface SurveysParts {
  readonly surveys: Surveys
  readonly templates: Templates
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface BySlug {
  Params: { slug: string }
}

/** Surveys of the account. The data of a single survey is read and changed on its dashboard. */
export function surveyRoutes(app: FastifyInstance, { surveys, templates, baseUrl }: SurveysParts): void {
  const lists = new RevisionCache<Buffer>(APP_LIST_CACHE_BYTES)

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
    return reply.code(201).send(made(await surveys.clone(source, optionalBody(request)), baseUrl))
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

/** A survey that was made just now. */
export function made({ slug }: Created, baseUrl: string): CreatedView {
  return { id: slug, public_url: publicUrl(slug, baseUrl) }
}

function surveyRow({ slug, expiresAt, lastResponseAt, ...survey }: OwnSurvey, baseUrl: string): SurveyRow {
  return {
    id: slug,
    title: survey.title,
    status: survey.status,
    archived: survey.archived,
    expires_at: formatTimestamp(expiresAt),
    created_at: survey.createdAt,
    response_count: survey.responseCount,
    // No finer, so that a person who is watched in a small room cannot be identified by the time.
    last_response_at: lastResponseAt === null ? null : toMinute(lastResponseAt),
    public_url: publicUrl(slug, baseUrl),
  }
}

function publicUrl(slug: string, baseUrl: string): string {
  return `${baseUrl}/s/${slug}`
}
