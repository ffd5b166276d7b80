import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { publishDescription } from './api/openapi.ts'
import { api } from './api/routes.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { Events } from './dashboard/events.ts'
import { dashboardPages } from './dashboard/pages.ts'
import { projection } from './dashboard/projection.ts'
import { BODY_BYTES } from './domain/limits.ts'
import { Refusal } from './domain/refusal.ts'
import { readAssets } from './pages/assets.ts'
import { type Answered, fastPath } from './pages/fast-path.ts'
import { PageCache } from './pages/page-cache.ts'
import { pages } from './pages/pages.ts'
import { Authentication } from './service/authentication.ts'
import { Boards } from './service/boards.ts'
import type { Context } from './service/context.ts'
import { Live } from './service/live.ts'
import { RespondentRateLimit } from './service/respondent-rate-limit.ts'
import { Responses } from './service/responses.ts'
import { SurveyLinks } from './service/survey-links.ts'
import { Surveys } from './service/surveys.ts'
import { Templates } from './service/templates.ts'
import { answerParserError, errorResponse, sendError, TransportError } from './transport/errors.ts'
import { EventStreams, eventText } from './transport/event-streams.ts'
import { API, answerOtherMethods, CORS } from './transport/methods.ts'
import { senderAddress } from './transport/sender-address.ts'

export interface AppParts {
  readonly context: Context
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string
  readonly log: Logger
  /** As in `Config`. */
  readonly respondentLimit: number
  readonly trustProxy: number | string[]
  readonly watch?: Watch | undefined
}

interface Watch {
  /** @param route its pattern; undefined where the path has none */
  answered(method: string, route: string | undefined, status: number, milliseconds: number): void
}

/** A request must have arrived whole after this many milliseconds: slow clients hold nothing for long. */
const REQUEST_MS = 10_000
/** How often that is looked at. */
const CHECK_MS = 2_000
/** How long a connection is kept for a next request, in milliseconds: longer than proxies keep theirs. */
const KEEP_MS = 72_000
const SERVER = {
  requestTimeout: REQUEST_MS,
  headersTimeout: REQUEST_MS,
  connectionsCheckingInterval: CHECK_MS,
  keepAliveTimeout: KEEP_MS,
  // A missing Host header is refused by us, since Node's own answer has no body and no request id.
  requireHostHeader: false,
}
/** A longer id than any; what the header limit lets through is answered as an id that does not exist. */
const PARAMETER_LENGTH = 20_000

/** The only place where parts are put together. */
export async function buildApp({ context, baseUrl, log, ...settings }: AppParts): Promise<FastifyInstance> {
  const { clock, random, store } = context
  const answered = watched(log, settings.watch)
  const ofRespondents = {
    responses: new Responses(context),
    rateLimit: new RespondentRateLimit(settings.respondentLimit, clock),
    pageCache: new PageCache(),
    addressOf: senderAddress(settings.trustProxy),
    errorResponse,
  }
  const quick = { ...ofRespondents, uuid: random.uuid, answered, bodyBytes: BODY_BYTES }
  const app = fastify({
    bodyLimit: BODY_BYTES,
    serverFactory: handler => createServer(SERVER, fastPath(quick, handler)),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    genReqId: () => randomUUID(),
    clientErrorHandler: (error, socket) => {
      const id = randomUUID()
      const status = answerParserError(error, socket as Socket, id)
      if (status !== undefined) log.info({ id, status })
    },
    frameworkErrors: (_, request, reply) => {
      reply.header('x-request-id', request.id)
      sendError(new Refusal('not_found'), request, reply)
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    if ((request.routeOptions.url ?? request.url).startsWith(API)) reply.headers(CORS)
    done(isRefused(request.raw))
  })
  app.addHook('onResponse', ({ id, method, routeOptions, failure }, { statusCode: status, elapsedTime }, done) => {
    answered({ id, method, route: routeOptions.url, status, milliseconds: elapsedTime, failure })
    done()
  })
  // Handed on like any other request; the hook above answers it.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  readBodiesAsText(app)
  // The rules of the domain refuse, with the texts of the contract; the schemas only describe.
  app.setValidatorCompiler(() => () => true)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(new Refusal('not_found'), request, reply))
  const answerRest = answerOtherMethods(app)

  closeIdleWhileClosing(app)

  const parts = {
    authentication: new Authentication(context),
    surveys: new Surveys(context),
    templates: new Templates(context),
  }
  await publishDescription(app, baseUrl)
  await app.register(api({ ...parts, clock, baseUrl }), { prefix: '/api/v1' })
  const streams = new EventStreams()
  const told = {
    boards: new Boards(context),
    live: new Live(store),
    baseUrl,
    openStream: (reply: FastifyReply, ended: () => void) => streams.open(reply, ended),
    eventText,
  }
  const events = new Events({ ...parts, ...told, clock })
  const ofLinks = { ...parts, ...told, links: new SurveyLinks(context), events, clock }
  await app.register(dashboard(ofLinks), { prefix: '/admin/api/:slug' })
  await app.register(projection(ofLinks), { prefix: '/p/api/:token' })
  const assets = readAssets()
  if (assets.size === 0)
    log.warn('dist is empty: surveys work without scripts, dashboards do not; `npm run build` makes them')
  await app.register(dashboardPages(name => assets.get(name)?.path))
  app.addHook('preClose', async () => streams.close())
  await app.register(
    pages({
      ...ofRespondents,
      ...told,
      random,
      assets,
    }),
  )
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await store.checkWrites()
    return { status: 'ok' }
  })
  answerRest()
  return app
}

/** One line of the log for each request, and its place among the metrics. */
function watched(log: Logger, watch: Watch | undefined): (request: Answered) => void {
  return ({ id, method, route, status, milliseconds, failure }) => {
    const line = { id, method, route, status, ms: Math.round(milliseconds * 10) / 10 }
    if (failure === undefined) log.info(line)
    else log.error({ ...line, err: failure })
    watch?.answered(method, route, status, milliseconds)
  }
}

/** How often connections that have had their last answer are closed during a stop, in milliseconds. */
const CLOSE_IDLE_MS = 50

/**
 * The server closes what is idle once, as the stop begins; a connection with an answer under way turns idle after it,
 * and one that a browser opened ahead of any request never counts as idle.
 */
function closeIdleWhileClosing(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', done => {
    const timer = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, CLOSE_IDLE_MS).unref()
    app.server.once('close', () => clearInterval(timer))
    done()
  })
}

/** What HTTP itself forbids and Node would answer in a form of its own. */
function isRefused({ headers, httpVersion }: IncomingMessage): TransportError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return new TransportError(400)
  const { expect } = headers
  return expect === undefined || /^100-continue$/i.test(expect) ? undefined : new TransportError(417)
}

/** A body is what its route says it is, whatever its `Content-Type` says; an illegal one would be refused before. */
function readBodiesAsText(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _, done) => {
    if (headers['content-type'] !== undefined) headers['content-type'] = 'application/octet-stream'
    done()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
}
