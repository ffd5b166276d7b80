import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/values/refusal.ts'
import type { RefusalKind } from '../domain/values/refusals.ts'

/** An error response, before an entry point renders its body. */
export interface ErrorResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly error: string; readonly code?: string; readonly questions?: unknown }
  /** To be logged: an unforeseen error, or a refusal with a cause. */
  readonly failure?: unknown
}

const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  precondition: 412,
  too_many: 429,
  unavailable: 503,
}

export function statusOf(kind: RefusalKind): number {
  return STATUS[kind]
}

/** Texts of errors raised by the HTTP layer, by status. */
const TRANSPORT: Readonly<Record<number, string>> = {
  400: 'bad request',
  408: 'request timeout',
  413: 'request body too large',
  415: 'unsupported content encoding',
  417: 'expectation failed',
  431: 'request headers too large',
}

export function transportErrorText(status: number): string | undefined {
  return TRANSPORT[status]
}

/** Converts any error to a response. Unforeseen errors reveal nothing about their cause. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof Refusal) return refusalResponse(error)
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  const text = typeof status === 'number' ? TRANSPORT[status] : undefined
  // A client that violates HTTP gets no further response on its connection.
  const headers: Record<string, string> = error instanceof TransportError ? { connection: 'close' } : {}
  if (typeof status === 'number' && text !== undefined) return { status, headers, body: { error: text } }
  return { status: 500, headers: {}, body: { error: 'internal error' }, failure: error }
}

function refusalResponse(refusal: Refusal): ErrorResponse {
  const { kind, message, code, details } = refusal
  const { retryAfter } = details
  const questions = details.questions?.map(({ index, error }) => ({ index, error }))
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  const body = { error: message, ...(code && { code }), ...(questions && { questions }) }
  return { status: statusOf(kind), headers, body, failure: refusal.cause === undefined ? undefined : refusal }
}

/** Refuses requests that Node's HTTP layer would accept, or would answer in its own format. */
export class TransportError extends Error {
  readonly statusCode: number

  constructor(statusCode: number) {
    super(TRANSPORT[statusCode])
    this.statusCode = statusCode
  }
}

/** Refuses a body that is compressed or otherwise encoded. */
export class UnsupportedEncoding extends Error {
  readonly statusCode = 415
}

declare module 'fastify' {
  interface FastifyRequest {
    /** See `ErrorResponse`. */
    failure?: unknown
  }
}

export type ErrorRenderer = (response: ErrorResponse, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Headers that tell a client how to authenticate after a refusal. */
type Challenge = (refusal: Refusal) => Readonly<Record<string, string>>

/** Decides how an entry point, or a part of one, renders its errors. */
export function renderErrors(app: FastifyInstance, render: ErrorRenderer, challenge?: Challenge): void {
  app.setErrorHandler((error, request, reply) => {
    // An unknown path is not found, whatever else is wrong with the request.
    const response = errorResponse(request.is404 ? new Refusal('not_found') : error)
    request.failure = response.failure
    // Thousands of connections may be closed at once, and nobody would read the page of any.
    if (request.raw.socket.destroyed) return reply.code(response.status).send()
    if (error instanceof Refusal && challenge !== undefined) reply.headers(challenge(error))
    return render(response, request, reply.code(response.status).headers(response.headers))
  })
}

/** The `Content-Type` of JSON. */
const JSON_TYPE = 'application/json; charset=utf-8'

/** Renders errors as JSON. */
export function sendJsonError({ status, headers, body }: ErrorResponse, _: FastifyRequest, reply: FastifyReply) {
  return reply.code(status).headers(headers).type(JSON_TYPE).send(JSON.stringify(body))
}

/** Handler of unknown paths. The entry point renders the error. */
export function refuseUnknownPath(): never {
  throw new Refusal('not_found')
}
