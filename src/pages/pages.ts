import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import type { SignUpMode } from '../domain/accounts/sign-up.ts'
import { parseBoardPage, parseListOrder, parseQuestionIndex } from '../domain/boards/board.ts'
import { slugMeantBy } from '../domain/surveys/slug.ts'
import { scriptContent } from '../html/html.ts'
import { boardsRevisionOf } from '../service/boards/boards.ts'
import type { Cache } from '../service/cache.ts'
import type { Random } from '../service/context.ts'
import type { PublicSurvey } from '../service/responses/responses.ts'
import type { Records } from '../service/results/records.ts'
import { readFormBodies, readTextBodies, requiredBody } from '../transport/bodies/body.ts'
import { refuseUncheckedConditions } from '../transport/conditions.ts'
import { refuseCrossSiteWrites } from '../transport/cross-site.ts'
import { type ErrorResponse, renderErrors, sendJsonError } from '../transport/errors.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { keepPace, type Pace } from '../transport/pace.ts'
import { EMBEDDABLE, NOT_LISTED } from '../transport/security-headers.ts'
import { type Asset, assetRoutes } from './assets.ts'
import { type BoardParts, boardRoutes, sendDocument, type ToBoard } from './boards/board.ts'
import type { CachedPage } from './cached-page.ts'
import { type EventsParts, eventsRoute } from './events.ts'
import { frontRoutes } from './front/front-page.ts'
import { NEGOTIATED, pageHeaders, type Reader, readerOf, type Site, sendCachedPage, sendPage } from './page.ts'
import { ANY_KEY, PageTemplate } from './page-template.ts'
import { privacyPage } from './privacy.ts'
import { limitRequests, type RequestLimitsParts } from './request-limits.ts'
import { ThanksPages, type ThanksQuery, thanksHeaders } from './responses/thanks.ts'
import { RecordPages } from './results/record.ts'
import { serializeResponse, serializeSurvey } from './serialize.ts'
import { textsTyped } from './surveys/form-fields.ts'
import { formRoute } from './surveys/form-route.ts'
import { errorPage, surveyPage, unavailablePage } from './surveys/survey.ts'

export interface PagesParts extends EventsParts, BoardParts, RequestLimitsParts {
  readonly random: Random
  readonly records: Records
  /** For documents. */
  readonly cache: Cache
  /** The service's address, without a trailing slash. */
  readonly baseUrl: string
  /** Who can create an account. */
  readonly signup: SignUpMode
  /** The survey whose question is on the front page. */
  readonly frontSurvey: string | undefined
  /** By name. Empty if they have not been built; these pages work without them. */
  readonly assets: ReadonlyMap<string, Asset>
}

interface Parts extends PagesParts {
  readonly site: Site
}

interface BySlug {
  Params: { slug: string }
}

/** Pages and endpoints for respondents. They neither read nor set cookies, and answering works without JavaScript. */
export function pages(given: PagesParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const { baseUrl, assets } = given
    const parts = { ...given, site: siteOf(baseUrl, assets, app.pace) }
    readTextBodies(app, 'respondent')
    setDefaults(app)
    refuseCrossSiteWrites(app)
    limitRequests(app, parts)
    keepPace(app, ({ raw }) => given.addressOf(raw))
    await handleOtherMethods(app, async app => {
      assetRoutes(app, assets.values())
      await app.register(async app => jsonRoutes(app, parts))
      await app.register(async app => documentRoutes(app, parts))
    })
  }
}

function siteOf(baseUrl: string, assets: PagesParts['assets'], { nextSlice }: Pace): Site {
  const pathOf = (name: string) => assets.get(name)?.path
  const contentOf = (name: string) => {
    const script = assets.get(name)
    return script && scriptContent(String(script.text).trim())
  }
  return {
    baseUrl,
    script: pathOf('respondent.js'),
    sharedDeviceScript: pathOf('shared-device.js'),
    pacedScript: pathOf('paced.js'),
    pacedCheckListsScript: pathOf('paced-check-lists.js'),
    stepResultScript: pathOf('step-result.js'),
    boardScript: pathOf('boards.js'),
    groupsScript: contentOf('groups.js'),
    shuffleScript: contentOf('shuffle.js'),
    rankingScript: contentOf('ranking.js'),
    waitingScript: contentOf('waiting.js'),
    unsentScript: pathOf('unsent.js'),
    nextSlice,
  }
}

/**
 * Responses depend on the formats and languages that the client accepts, even refusals and redirects. Search engines
 * should list none of them; a page that may be listed overrides this.
 */
function setDefaults(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isOfSurvey(request)) reply.headers({ ...NEGOTIATED, ...NOT_LISTED })
    done()
  })
}

/** Routes whose responses, including errors, are pages, and the form sent without JavaScript. */
function documentRoutes(app: FastifyInstance, parts: Parts): void {
  readFormBodies(app, 'respondent')
  renderErrors(app, (error, request, reply) => renderErrorPage(error, request, reply, parts.site.unsentScript))
  frontRoutes(app, { ...parts, questionScript: parts.assets.get('front-question.js')?.path })
  surveyRoute(app, parts)
  boardListRoute(app, parts)
  formRoute(app, parts)
  thanksRoute(app, parts)
  recordRoute(app, parts)
  qrRoute(app, parts)
  privacyRoute(app, parts)
}

/** Routes whose responses, including errors, are JSON or events. */
function jsonRoutes(app: FastifyInstance, parts: Parts): void {
  refuseUncheckedConditions(app)
  submissionRoute(app, parts)
  eventsRoute(app, parts)
  boardRoutes(app, parts)
}

function submissionRoute(app: FastifyInstance, { responses }: Parts): void {
  app.post<BySlug>('/s/:slug/responses', async (request, reply) => {
    const { slug } = request.params
    const body = requiredBody(request)
    const response = await responses.submit(slug, body)
    return reply.code(201).send(serializeResponse(response, typeof body.form === 'string'))
  })
}

function surveyRoute(app: FastifyInstance, parts: Parts): void {
  const { responses, random, site } = parts
  for (const mistyped of ['/s/:slug/', '/S/:slug'])
    app.get<BySlug>(mistyped, async (request, reply) =>
      reply.redirect(`/s/${encodeURIComponent(request.params.slug)}${queryOf(request)}`, 302),
    )
  app.get<BySlug>('/s/:slug', async (request, reply) => {
    const { slug } = request.params
    const isJson = wantsJson(request)
    const reader = readerOf(request)
    const cached = isJson ? undefined : parts.pageCache.find(slug, reader.language)
    if (cached !== undefined && !cached.survey.paced && (await responses.isOpenAt(cached.survey)))
      return sendCachedPage(reply, reader, cached, random.uuid())
    const meant = await responses.surveyMeantBy(slug)
    if (meant !== undefined && meant !== slug) return reply.redirect(`/s/${meant}${queryOf(request)}`, 302)
    const found = await responses.publicSurvey(slug)
    if (isJson) return reply.send(serializeSurvey(found))
    if (found.status !== 'open') return sendPage(reply, reader, unavailablePage(found, reader, site))
    return sendCachedPage(reply, reader, await cachedPage(found, reader, parts), random.uuid())
  })
}

/**
 * A page is rendered once for each revision of its survey and each step of its presenter, and its boards' lists once for each revision of the boards.
 */
async function cachedPage(found: PublicSurvey, reader: Reader, parts: Parts): Promise<CachedPage> {
  const { survey } = found
  const { pageCache, boardDocuments, site } = parts
  const step = found.survey.paced ? await parts.presentations.phoneStep(found) : undefined
  const name = step === undefined ? '' : `${step.state} ${step.index}`
  const findCurrent = () => {
    const cached = pageCache.find(survey.slug, reader.language)
    const isCurrent =
      cached !== undefined && boardsRevisionOf(cached.survey) === boardsRevisionOf(survey) && cached.step === name
    return isCurrent ? cached : undefined
  }
  const current = findCurrent()
  if (current !== undefined) return current
  const view = { reader, key: ANY_KEY, step, typed: new Map(), notices: new Map() }
  const template = await pageCache.template(survey, name, reader.language, async () =>
    PageTemplate.of(await surveyPage(found, view, site), site.nextSlice),
  )
  const lists = await boardDocuments.lists(found, reader)
  // If several loads were waiting for the lists, the first one has already put the page together.
  return findCurrent() ?? pageCache.store(reader.language, template.fill(found, lists, name))
}

/** Further questions on a board, for readers without JavaScript. */
function boardListRoute(app: FastifyInstance, { responses, boardDocuments, site }: Parts): void {
  app.get<ToBoard>('/s/:slug/board/:index/list', async (request, reply) => {
    const { params, query } = request
    const [index, page] = [parseQuestionIndex(params.index), parseBoardPage(query.page)]
    const found = await responses.publicSurvey(params.slug)
    const reader = readerOf(request)
    if (found.opensAt !== null) return sendPage(reply, reader, unavailablePage(found, reader, site))
    const order = parseListOrder(query.order)
    const document = await boardDocuments.page({ slug: found.survey.slug, index, page, order }, found, reader)
    return sendDocument(reply.headers(pageHeaders(reader.language, { ...document, isListed: false })), document)
  })
}

function thanksRoute(app: FastifyInstance, { responses, sharedResults, assets, site, cache }: Parts): void {
  const pages = new ThanksPages(sharedResults, { ...site, script: assets.get('results.js')?.path }, cache)
  app.get<BySlug & { Querystring: ThanksQuery }>('/s/:slug/thanks', async (request, reply) => {
    const reader = readerOf(request)
    const found = await responses.publicSurvey(request.params.slug)
    const document = await pages.find(found, reader, request.query)
    const headers = pageHeaders(reader.language, { ...document, isListed: false })
    return sendDocument(reply.headers({ ...headers, ...thanksHeaders(found, reader, request.query) }), document)
  })
}

/** The record, if its creator shares it. */
function recordRoute(app: FastifyInstance, { responses, records, site, cache }: Parts): void {
  const pages = new RecordPages(records, site, cache)
  app.get<BySlug>('/s/:slug/record', async (request, reply) => {
    const reader = readerOf(request)
    const found = await responses.publicSurvey(request.params.slug)
    if (found.opensAt !== null) return sendPage(reply, reader, unavailablePage(found, reader, site))
    const document = await pages.find(found, reader)
    return sendDocument(reply.headers(pageHeaders(reader.language, { ...document, isListed: false })), document)
  })
}

/** QR code of the public link. */
function qrRoute(app: FastifyInstance, { responses, baseUrl }: Parts): void {
  app.get<BySlug>('/s/:slug/qr.svg', async ({ params }, reply) => {
    const { survey } = await responses.publicSurvey(params.slug)
    return reply
      .headers({ 'cache-control': 'public, max-age=3600', ...EMBEDDABLE })
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

/** JSON if the client asks for it, otherwise a page. */
function renderErrorPage(
  error: ErrorResponse,
  request: FastifyRequest,
  reply: FastifyReply,
  unsentScript?: string,
): FastifyReply {
  if (wantsJson(request)) return sendJsonError(error, request, reply)
  const reader = readerOf(request)
  const failed = { isRead: request.method === 'GET', isOfSurvey: isOfSurvey(request), named: slugNamedBy(request) }
  const texts = request.body instanceof Map ? textsTyped(request.body) : ''
  return sendPage(reply, reader, errorPage(error.status, reader, failed, { texts, script: unsentScript }))
}

/** Renders errors of paths that nothing else handles: a page for browsers, JSON for everything else. */
export function renderUnknownPath(error: ErrorResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isForPrograms = /^\/(admin\/|p\/|app\/)?api\//.test(request.url)
  if (isForPrograms) return sendJsonError(error, request, reply)
  reply.headers({ ...NEGOTIATED, ...NOT_LISTED })
  const isForBrowser = /\btext\/html\b/.test(request.headers.accept ?? '')
  return isForBrowser ? renderErrorPage(error, request, reply) : sendJsonError(error, request, reply)
}

/** The slug in a survey's address, or in one that lacks `/s/`. */
function slugNamedBy({ url }: FastifyRequest): string | undefined {
  return /^\/(s\/|[^/]+$)/i.test(url) ? slugMeantBy(url) : undefined
}

function isOfSurvey({ url }: FastifyRequest): boolean {
  return url.startsWith('/s/')
}

/** The query string, which may choose a language. */
function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at)
}

function wantsJson({ headers }: FastifyRequest): boolean {
  return /\bapplication\/json\b/.test(headers.accept ?? '')
}
