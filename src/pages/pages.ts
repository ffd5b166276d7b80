import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import { isBoard, publicBoardItem } from '../domain/board.ts'
import { Refusal } from '../domain/refusal.ts'
import { isUuid } from '../domain/text.ts'
import type { Random } from '../service/context.ts'
import type { PublicSurvey } from '../service/responses.ts'
import { readFormBodies, readTextBodies, requiredBody } from '../transport/body.ts'
import { refuseCrossSiteWrites } from '../transport/cross-site.ts'
import { type ErrorResponse, errorResponse, renderErrors, sendJsonError } from '../transport/errors.ts'
import { answerOtherMethods } from '../transport/methods.ts'
import { NO_SNIFFING } from '../transport/security-headers.ts'
import { type Asset, assetRoutes } from './assets.ts'
import { type BoardParts, boardRoutes } from './board.ts'
import { type EventsParts, eventsRoute } from './events.ts'
import { type BoardItems, readForm, type Typed } from './form.ts'
import { type Reader, readerOf, type Site, sendCachedPage, sendPage } from './page.ts'
import { ANY_KEY, CachedPage, type PageCache } from './page-cache.ts'
import { privacyPage } from './privacy.ts'
import { serializeResponse, serializeSurvey } from './serialize.ts'
import { errorPage, surveyPage, thanksPage, unavailablePage } from './survey.ts'

export interface PagesParts extends EventsParts, BoardParts {
  readonly random: Random
  /** Where people reach the service, without a slash at the end. */
  readonly baseUrl: string
  /** By name. Empty if they have not been built; these pages work without them. */
  readonly assets: ReadonlyMap<string, Asset>
  readonly pageCache: PageCache
}

interface Parts extends PagesParts {
  readonly site: Site
}

interface BySlug {
  Params: { slug: string }
}

/** Pages and endpoints of respondents. They read and set no cookies, and answering works without JavaScript. */
export function pages(given: PagesParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const { baseUrl, assets } = given
    const parts = { ...given, site: { baseUrl, script: assets.get('respondent.js')?.path } }
    readTextBodies(app)
    refuseCrossSiteWrites(app)
    await answerOtherMethods(app, async app => {
      assetRoutes(app, assets.values())
      submissionRoute(app, parts)
      eventsRoute(app, parts)
      boardRoutes(app, parts)
      await app.register(async app => documentRoutes(app, parts))
    })
  }
}

/** Routes whose responses, errors included, are pages, and the form sent without JavaScript. */
function documentRoutes(app: FastifyInstance, parts: Parts): void {
  readFormBodies(app)
  renderErrors(app, renderErrorPage)
  surveyRoute(app, parts)
  formRoute(app, parts)
  thanksRoute(app, parts)
  qrRoute(app, parts)
  privacyRoute(app, parts)
}

function submissionRoute(app: FastifyInstance, { responses, rateLimit, addressOf }: Parts): void {
  app.post<BySlug>('/s/:slug/responses', async (request, reply) => {
    const { slug } = request.params
    rateLimit.consume(addressOf(request.raw), slug)
    const response = await responses.submit(slug, requiredBody(request))
    return reply.code(201).send(serializeResponse(response))
  })
}

function surveyRoute(app: FastifyInstance, parts: Parts): void {
  const { responses, random, site } = parts
  app.get<BySlug>('/s/:slug', async (request, reply) => {
    const { slug } = request.params
    const meant = await responses.slugMeantBy(slug)
    if (meant !== undefined) return reply.redirect(`/s/${meant}${queryOf(request)}`, 302)
    const found = await responses.publicSurvey(slug)
    if (wantsJson(request)) return reply.header('vary', 'Accept, Accept-Language').send(serializeSurvey(found))
    const reader = readerOf(request)
    if (found.status !== 'open') return sendPage(reply, reader, unavailablePage(found, reader))
    const key = random.uuid()
    if (!found.questions.some(isBoard)) return sendCachedPage(reply, reader, cachedPage(found, reader, parts), key)
    const view = { reader, boards: await boardsOf(found, parts), key, typed: new Map() }
    return sendPage(reply, reader, surveyPage(found, view, site))
  })
}

/** A page is rendered once for each revision of its survey. Pages with boards are rendered at each load. */
function cachedPage(found: PublicSurvey, reader: Reader, { pageCache, site }: Parts): CachedPage {
  const { survey } = found
  const cached = pageCache.find(survey.slug, reader.language)
  if (cached?.survey.revision === survey.revision) return cached
  const view = { reader, boards: new Map(), key: ANY_KEY, typed: new Map() }
  return pageCache.store(reader.language, new CachedPage(survey, surveyPage(found, view, site)))
}

function formRoute(app: FastifyInstance, parts: Parts): void {
  const { responses, rateLimit, addressOf } = parts
  app.post<BySlug & { Body: Typed | undefined }>('/s/:slug', async (request, reply) => {
    const { slug } = request.params
    const typed = request.body ?? new Map()
    const found = await responses.publicSurvey(slug)
    try {
      rateLimit.consume(addressOf(request.raw), slug)
      await responses.submit(slug, readForm(found.questions, typed))
      return reply.redirect(`/s/${slug}/thanks?lang=${readerOf(request).language}`, 303)
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'missing') throw error
      const { status, headers } = errorResponse(error)
      return refuse(request, reply.code(status).headers(headers), { typed, refusal: error }, parts)
    }
  })
}

/**
 * Shows the form again with the typed values, unless the survey has closed. The key stays the same, so that a repeated
 * send stays one response.
 */
async function refuse(
  request: FastifyRequest<BySlug>,
  reply: FastifyReply,
  { typed, refusal }: { typed: Typed; refusal: Refusal },
  parts: Parts,
): Promise<FastifyReply> {
  const found = await parts.responses.publicSurvey(request.params.slug)
  const reader = readerOf(request)
  if (found.status !== 'open') return sendPage(reply, reader, unavailablePage(found, reader))
  const sent = typed.get('key') ?? ''
  const key = isUuid(sent) ? sent : parts.random.uuid()
  const view = { reader, boards: await boardsOf(found, parts), key, typed, refusal }
  return sendPage(reply, reader, surveyPage(found, view, parts.site))
}

function thanksRoute(app: FastifyInstance, { responses }: Parts): void {
  app.get<BySlug>('/s/:slug/thanks', async (request, reply) => {
    const reader = readerOf(request)
    return sendPage(reply, reader, thanksPage(await responses.publicSurvey(request.params.slug), reader))
  })
}

/** QR code of the public link. */
function qrRoute(app: FastifyInstance, { responses, baseUrl }: Parts): void {
  app.get<BySlug>('/s/:slug/qr.svg', async ({ params }, reply) => {
    const { survey } = await responses.publicSurvey(params.slug)
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', ...NO_SNIFFING })
      .type('image/svg+xml; charset=utf-8')
      .send(renderSVG(`${baseUrl}/s/${survey.slug}`, { border: 4 }))
  })
}

function privacyRoute(app: FastifyInstance, { responses }: Parts): void {
  app.get('/privacy', async (request, reply) => {
    const reader = readerOf(request)
    return sendPage(reply, reader, privacyPage(await responses.storedTables(), reader))
  })
}

/** Visible items of the boards of a survey. */
async function boardsOf({ survey, questions }: PublicSurvey, { boards }: Parts): Promise<BoardItems> {
  const places = questions.flatMap((question, index) => (isBoard(question) ? [index] : []))
  const lists = places.map(
    async index => [index, (await boards.list(survey.slug, index)).map(publicBoardItem)] as const,
  )
  return new Map(await Promise.all(lists))
}

/** JSON if the client asks for it, otherwise a page. */
function renderErrorPage(error: ErrorResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsJson(request)) return sendJsonError(error, request, reply)
  const reader = readerOf(request)
  return sendPage(reply, reader, errorPage(error.status, reader))
}

/** The query string, which may choose a language. */
function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at)
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return /\bapplication\/json\b/.test(headers.accept ?? '')
}
