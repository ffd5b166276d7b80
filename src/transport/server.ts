import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { BODY_BYTES } from '../domain/values/body-limits.ts'
import { writeJson } from '../domain/values/json-text.ts'
import { Refusal } from '../domain/values/refusal.ts'
import type { BodyReader } from './bodies/body-reader.ts'
import { refuseSlowBodies } from './bodies/slow-senders.ts'
import { limitConnections } from './connections.ts'
import {
  type ErrorRenderer,
  errorResponse,
  refuseUnknownPath,
  renderErrors,
  sendJsonError,
  TransportError,
} from './errors.ts'
import { type HostCheck, hasSeveralHosts } from './host.ts'
import { KEEP_ALIVE_MS, MAX_REQUEST_MS, PARAMETER_LENGTH, REQUEST_MS } from './limits.ts'
import { requestIds, traceparentOf } from './log/request-id.ts'
import type { LogRequest } from './log/request-log.ts'
import { Paths } from './methods.ts'
import type { Pace } from './pace.ts'
import { handleParserError } from './parser-errors.ts'
import { inTurn } from './pipelining.ts'
import type { ResponseHeaders } from './security-headers.ts'
import { drainOnShutdown } from './shutdown.ts'
import { closeSlowReaders, type SlowReaderLimits } from './streams/slow-readers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route answers requests for any host. */
    anyHost?: boolean
  }
}

export interface ServerParts {
  readonly log: FastifyBaseLogger
  readonly logRequest: LogRequest
  readonly bodyReader: BodyReader
  readonly pace: Pace
  readonly slowReaders: SlowReaderLimits
  readonly maxConnections: number
  /** How long idle connections stay open during a shutdown, in milliseconds. */
  readonly drainMs: number
  /** Headers of every response. */
  readonly headers: ResponseHeaders
  readonly isOwnHost: HostCheck
  /** Whether a request was sent by a trusted proxy, whose `X-Request-Id` is kept on some routes. */
  readonly isFromProxy: (request: IncomingMessage) => boolean
  /** Renders the errors of requests that no entry point handles. */
  readonly renderUnknownPath: ErrorRenderer
}

/** Interval at which Node checks these limits, in milliseconds. */
const CHECK_MS = 2_000
const SERVER = {
  requestTimeout: MAX_REQUEST_MS,
  headersTimeout: REQUEST_MS,
  connectionsCheckingInterval: CHECK_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // We refuse a missing Host header ourselves, because Node's own response has no body and no request id.
  requireHostHeader: false,
}

type Compilers = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
/**
 * Schemas only describe: the domain's rules refuse, with the contract's texts. Without these two compilers, the
 * framework would load its own at every start. Its type for the first requires the fields of its own validator.
 */
const COMPILERS = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => writeJson,
} as unknown as Compilers

/**
 * The server shared by all entry points: its limits, an `X-Request-Id` on every response, the request log, and the
 * responses to violations of HTTP itself. Each entry point registers everything else that it needs.
 */
export function createHttpServer(parts: ServerParts): FastifyInstance {
  const {
    log,
    logRequest,
    bodyReader,
    pace,
    slowReaders,
    maxConnections,
    drainMs,
    headers,
    isOwnHost,
    isFromProxy,
    renderUnknownPath,
  } = parts
  const paths = new Paths()
  const route = (listener: RequestListener) => escapeUndecodablePaths(paths.routeAsOtherMethods(listener))
  const app = fastify({
    serverFactory: listener => createServer(SERVER, inTurn(route(listener))),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // HEAD is routed as GET, without separate routes.
    exposeHeadRoutes: false,
    // A time limit would only make starts fail on slow machines.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    schemaController: { compilersFactory: COMPILERS },
    genReqId: requestIds(isFromProxy),
    clientErrorHandler: (error, socket) => {
      const id = randomUUID()
      const status = handleParserError(error, socket as Socket, { ...headers, 'x-request-id': id })
      if (status !== undefined) log.info({ id, status })
    },
    frameworkErrors: (_, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id)
      sendJsonError(errorResponse(new Refusal('not_found')), request, reply)
    },
  })
  app.decorate('paths', paths)
  app.decorate('bodyReader', bodyReader)
  app.decorate('pace', pace)
  app.addHook('onRequest', (request, reply, done) => {
    paths.restoreMethod(request.raw)
    pace.count()
    reply.headers(headers).header('x-request-id', request.id)
    const isForAnyHost = request.routeOptions.config.anyHost === true && !paths.isInOtherMethod(request.raw)
    if (isOwnHost(request.raw) || isForAnyHost) done(forbiddenByHttp(request.raw))
    else sendJsonError(errorResponse(new Refusal('foreign_host')), request, reply)
  })
  logResponses(app, logRequest)
  answerHeadWithoutBody(app)
  // Node would answer these itself. They are routed like any other request, and the first hook refuses them.
  app.server.on('checkExpectation', route(app.routing))
  app.server.on('checkContinue', (request, response) => {
    askForBody(request, response)
    app.server.emit('request', request, response)
  })
  app.setReplySerializer(writeJson)
  app.removeAllContentTypeParsers()
  renderErrors(app, renderUnknownPath)
  app.setNotFoundHandler(refuseUnknownPath)
  const sockets = openSockets(app)
  drainOnShutdown(app, sockets, drainMs)
  closeSlowReaders(app, sockets, slowReaders)
  refuseSlowBodies(app, sockets, REQUEST_MS)
  limitConnections(app, { sockets, max: maxConnections, log })
  return app
}

function logResponses(app: FastifyInstance, logRequest: LogRequest): void {
  const logResponse = (
    { id, method, routeOptions, raw }: FastifyRequest,
    { statusCode: status, elapsedTime: milliseconds }: FastifyReply,
    failure: unknown,
  ) => {
    const traceparent = traceparentOf(raw)
    logRequest({ id, traceparent, method, route: routeOptions.url, status, milliseconds, failure })
  }
  app.addHook('onResponse', (request, reply, done) => {
    logResponse(request, reply, request.failure)
    done()
  })
  // The framework does not report a response that breaks off after its status has been sent.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable)
      payload.once('error', error => reply.raw.headersSent && logResponse(request, reply, error))
    done()
  })
}

/** Statuses whose responses have neither a body nor a `Content-Length`. */
const BODILESS: ReadonlySet<number> = new Set([204, 304])

/** Ends responses to HEAD without a body, but states its length, which Node would otherwise leave out. */
function answerHeadWithoutBody(app: FastifyInstance): void {
  app.addHook('onSend', ({ method }, reply, payload, done) => {
    if (method !== 'HEAD') return done()
    if (payload === undefined && !BODILESS.has(reply.statusCode)) reply.header('content-length', '0')
    if (!(payload instanceof Readable)) return done()
    payload.resume()
    done(null, null)
  })
}

function openSockets({ server }: FastifyInstance): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Asks a client that waits before it sends a body to go on, which Node would do whatever the body's length. A client
 * that is not asked may send its next request in place of the body, so its connection is closed after the refusal.
 */
function askForBody({ headers }: IncomingMessage, response: ServerResponse): void {
  if (Number(headers['content-length']) > BODY_BYTES) response.shouldKeepAlive = false
  else response.writeContinue()
}

/** A path that cannot be decoded is unknown. Its `%` are escaped, so that the router accepts it. */
function escapeUndecodablePaths(listener: RequestListener): RequestListener {
  return (request, response) => {
    request.url = decodablePath(request.url ?? '/')
    listener(request, response)
  }
}

function decodablePath(url: string): string {
  if (!url.includes('%')) return url
  const [path = '', ...query] = url.split('?')
  return isDecodable(path) ? url : [path.replaceAll('%', '%25'), ...query].join('?')
}

/** The result of the call is used, because the bundler removes a call of `decodeURIComponent` whose result is not. */
function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/** Violations of HTTP that Node would accept, or would answer without a body or a request id. */
function forbiddenByHttp(request: IncomingMessage): TransportError | undefined {
  const { headers, httpVersion } = request
  if (headers.host === undefined && httpVersion === '1.1') return new TransportError(400)
  if (hasSeveralHosts(request)) return new TransportError(400)
  const { expect } = headers
  return expect === undefined || /^100-continue$/i.test(expect) ? undefined : new TransportError(417)
}
