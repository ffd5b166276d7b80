import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { writeJson } from '../domain/json-text.ts'
import { Refusal } from '../domain/refusal.ts'
import { errorResponse, refuseUnknownPath, renderErrors, sendJsonError, TransportError } from './errors.ts'
import { supportEveryMethod } from './methods.ts'
import { answerParserError } from './parser-errors.ts'
import type { LogRequest } from './request-log.ts'
import { closeIdleConnectionsOnShutdown } from './shutdown.ts'

export interface ServerParts {
  readonly log: FastifyBaseLogger
  readonly logRequest: LogRequest
  /** Maximum size of a body. */
  readonly bodyBytes: number
  /** Wraps the request listener, so that some requests can be answered before the framework. */
  readonly wrapListener: (listener: RequestListener) => RequestListener
}

/** Milliseconds within which a request must arrive completely. */
const REQUEST_MS = 10_000
/** Interval of that check, in milliseconds. */
const CHECK_MS = 2_000
/** Keep-alive of idle connections in milliseconds: longer than that of proxies. */
const KEEP_ALIVE_MS = 72_000
const SERVER = {
  requestTimeout: REQUEST_MS,
  headersTimeout: REQUEST_MS,
  connectionsCheckingInterval: CHECK_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // We refuse a missing Host header ourselves, since Node's own answer has no body and no request id.
  requireHostHeader: false,
}
/** Longer than any id, so that every id which fits into a request line is an ordinary missing id. */
const PARAMETER_LENGTH = 20_000

/**
 * The server that all entry points share: its limits, a fresh `X-Request-Id` on every response, the request log, and the
 * answers to what HTTP itself forbids. Everything else is registered by each entry point for itself.
 */
export function createHttpServer({ log, logRequest, bodyBytes, wrapListener }: ServerParts): FastifyInstance {
  const app = fastify({
    bodyLimit: bodyBytes,
    serverFactory: listener => createServer(SERVER, wrapListener(listener)),
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
      sendJsonError(errorResponse(new Refusal('not_found')), request, reply)
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done(forbiddenByHttp(request.raw))
  })
  app.addHook('onResponse', ({ id, method, routeOptions, failure }, { statusCode: status, elapsedTime }, done) => {
    logRequest({ id, method, route: routeOptions.url, status, milliseconds: elapsedTime, failure })
    done()
  })
  // Node would answer these itself. They are routed like any other request, and the first hook refuses them.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response))
  app.setReplySerializer(writeJson)
  app.removeAllContentTypeParsers()
  renderErrors(app, sendJsonError)
  app.setNotFoundHandler(refuseUnknownPath)
  supportEveryMethod(app)
  closeIdleConnectionsOnShutdown(app)
  return app
}

/** Violations of HTTP that Node would answer without a body or a request id. */
function forbiddenByHttp({ headers, httpVersion }: IncomingMessage): TransportError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return new TransportError(400)
  const { expect } = headers
  return expect === undefined || /^100-continue$/i.test(expect) ? undefined : new TransportError(417)
}
