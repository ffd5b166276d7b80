import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalKind } from '../domain/refusal.ts'

/** An error as it goes over the wire. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: string; readonly code?: string; readonly questions?: unknown }
  /** What lies behind an answer of the service's own fault, for the log; a full queue has nothing behind it. */
  readonly failure?: unknown
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  too_many: 429,
  unavailable: 503,
}

/** What the HTTP layer refuses by itself, by status. */
const TRANSPORT: Readonly<Record<number, string>> = {
  400: 'bad request',
  404: 'not found',
  408: 'request timeout',
  413: 'request body too large',
  414: 'request target too long',
  415: 'bad request',
  417: 'expectation failed',
  431: 'request headers too large',
}

/** The one place where an error of any kind becomes an answer. What is unforeseen says nothing of its cause. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof Refusal) return refusalError(error)
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  const text = typeof status === 'number' ? TRANSPORT[status] : undefined
  // What does not keep to HTTP is answered for the last time.
  const headers: Record<string, string> = error instanceof TransportError ? { connection: 'close' } : {}
  if (typeof status === 'number' && text !== undefined) return { status, headers, body: { error: text } }
  return { status: 500, headers: {}, body: { error: 'internal error' }, failure: error }
}

/** Refuses what the HTTP layer has handed on unjudged. */
export class TransportError extends Error {
  readonly statusCode: number

  constructor(statusCode: number) {
    super(TRANSPORT[statusCode])
    this.statusCode = statusCode
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What lies behind an answer of the service's own fault, for the log. */
    failure?: unknown
  }
}

/** Answers a request with an error as JSON. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body, failure } = errorResponse(error)
  request.failure = failure
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/**
 * Answers what the HTTP parser refused, for which there is no request.
 * @returns the status; undefined where nothing could be answered
 */
export function answerParserError(error: { code?: string }, socket: Socket, requestId: string): number | undefined {
  if (error.code === 'ECONNRESET' || isAnswering(socket) || !socket.writable) {
    socket.destroy()
    return undefined
  }
  const status = parserStatus(error.code)
  const body = JSON.stringify({ error: TRANSPORT[status] })
  socket.end(
    [
      `HTTP/1.1 ${status} ${TRANSPORT[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
  return status
}

/**
 * Whether an earlier request's answer is due or under way: this one would take its place or break into it. An error in
 * the body of the request at hand is that one's own. Node's own handler looks at the same.
 */
function isAnswering(socket: Socket): boolean {
  const message = (socket as { _httpMessage?: ServerResponse | null })._httpMessage
  return message != null && (message.headersSent || message.req.complete)
}

function refusalError({ refusal, kind, message, code, details }: Refusal): ErrorResponse {
  const questions = details.questions?.map(({ index, error }) => ({ index, error }))
  const body = { error: message, ...(code && { code }), ...(questions && { questions }) }
  return { status: STATUS[kind], headers: refusalHeaders(refusal, details), body, failure: details.cause }
}

function refusalHeaders(
  refusal: Refusal['refusal'],
  { retryAfter, scope }: Refusal['details'],
): Record<string, string> {
  if (refusal === 'authentication_required') return { 'www-authenticate': 'Bearer' }
  if (scope !== undefined) return { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }
  return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
}

function parserStatus(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
