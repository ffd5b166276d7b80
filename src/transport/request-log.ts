import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import type { OutageLog } from './outage-log.ts'

/** A completed request. It names the pattern of the route and never the URL, which can contain a token. */
interface AnsweredRequest {
  readonly id: string
  /** The trace that it belongs to; left out on respondents' routes. */
  readonly traceparent?: string | undefined
  readonly method: string
  /** Pattern of the route; undefined for unknown paths. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
  /** Why the server failed: an unforeseen error, or a refusal with a cause. */
  readonly failure: unknown
}

export type LogRequest = (request: AnsweredRequest) => void

/** Counts completed requests for metrics. */
export interface RequestObserver {
  answered(method: string, route: string | undefined, status: number, milliseconds: number): void
  /** An unforeseen error ended the request. */
  failed(): void
}

/**
 * Writes one log line for each request and reports it to the metrics. Lines of respondents' routes have no duration, which
 * would help to tell one respondent from another. If the database is unavailable, a line has only the short reason: a stack
 * in each would repeat the same text thousands of times.
 */
export function requestLog(log: FastifyBaseLogger, outages: OutageLog, observer?: RequestObserver): LogRequest {
  return ({ id, traceparent, method, route, status, milliseconds, failure }) => {
    const ms = isOfRespondents(route) ? undefined : Math.round(milliseconds * 10) / 10
    const line = { id, traceparent, method, route, status, ms }
    const { cause } = failure instanceof Refusal ? failure : { cause: failure }
    if (isUnavailable(failure)) {
      log.warn({ ...line, reason: (cause as Error).message })
      outages.check(cause)
    } else if (isRefused(failure, status)) log.warn({ ...line, reason: (cause as Error).message })
    else if (cause !== undefined) log.error({ ...line, err: cause })
    else if (status >= 500) log.warn(line)
    else log.info(line)
    observer?.answered(method, route, status, milliseconds)
    if (failure !== undefined && !(failure instanceof Refusal)) observer?.failed()
  }
}

/** Whether the database could not serve a request. Without a cause, too many requests waited. */
function isUnavailable(failure: unknown): boolean {
  return failure instanceof Refusal && failure.refusal === 'unavailable' && failure.cause instanceof Error
}

/** Whether the sender was refused for a reason that the response does not give, such as a wrong signature. */
function isRefused(failure: unknown, status: number): boolean {
  return failure instanceof Refusal && failure.cause instanceof Error && status < 500
}

function isOfRespondents(route: string | undefined): boolean {
  return route?.startsWith('/s/') === true
}
