import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Routes for programs and creators. On respondents' routes these headers are not kept: an id seen by a network could be
 * matched with the log line of a submission, and so with a response.
 */
const CORRELATED = /^\/(?:api|admin\/api|mcp|oauth|webhooks)(?:[/?]|$)/
const ID = /^[A-Za-z0-9._-]{1,128}$/
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/**
 * A request's id: the proxy's, so that both logs use the same one, or a new one.
 * @param isFromProxy whether a trusted proxy sent the request
 */
export function requestIds(isFromProxy: (request: IncomingMessage) => boolean): (request: IncomingMessage) => string {
  return request => {
    const id = request.headers['x-request-id']
    const isKept = typeof id === 'string' && ID.test(id) && isCorrelated(request) && isFromProxy(request)
    return isKept ? id : randomUUID()
  }
}

/** The trace that a request belongs to, for its log line. */
export function traceparentOf(request: IncomingMessage): string | undefined {
  const { traceparent } = request.headers
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) && isCorrelated(request)
    ? traceparent
    : undefined
}

function isCorrelated({ url = '' }: IncomingMessage): boolean {
  return CORRELATED.test(url)
}
