import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../domain/values/refusal.ts'
import type { OutageLog } from './outage-log.ts'
import type { RespondentLog } from './respondent-log.ts'

/** A completed request, identified by its route's pattern and never by its URL, which can contain a token. */
interface AnsweredRequest {
  readonly id: string
  /** The trace that the request belongs to; left out on respondents' routes. */
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
  /** Counts requests ended by an unforeseen error. */
  failed(): void
}

interface RequestLogParts {
  readonly log: FastifyBaseLogger
  readonly outages: OutageLog
  readonly respondents: RespondentLog
  readonly observer?: RequestObserver | undefined
}

/**
 * Writes one log line per request and reports it to the metrics. Respondents' requests are only counted, unless the
 * server failed, and their lines have no duration, which would help to tell one respondent from another. If the
 * database is unavailable, a line has only the short reason: a stack in each would repeat the same text thousands of
 * times.
 */
export function requestLog({ log, outages, respondents, observer }: RequestLogParts): LogRequest {
  return ({ id, traceparent, method, route, status, milliseconds, failure }) => {
    const isAnonymous = isOfRespondents(route)
    const line = {
      id,
      traceparent,
      method,
      route,
      status,
      ms: isAnonymous ? undefined : Math.round(milliseconds * 10) / 10,
    }
    const { cause } = failure instanceof Refusal ? failure : { cause: failure }
    if (isUnavailable(failure)) {
      log.warn({ ...line, reason: (cause as Error).message })
      outages.check(cause)
    } else if (isRefused(failure, status)) log.warn({ ...line, reason: (cause as Error).message })
    else if (cause !== undefined) log.error({ ...line, err: cause })
    else if (status >= 500) log.warn(line)
    else if (isAnonymous) respondents.count({ method, route, status })
    else log.info(line)
    observer?.answered(method, route, status, milliseconds)
    if (failure !== undefined && !(failure instanceof Refusal)) observer?.failed()
  }
}

/** Whether the database could not serve a request. If there is no cause, too many requests were waiting. */
function isUnavailable(failure: unknown): boolean {
  return failure instanceof Refusal && failure.refusal === 'unavailable' && failure.cause instanceof Error
}

/** Whether the sender was refused for a reason that the response does not reveal, such as a wrong signature. */
function isRefused(failure: unknown, status: number): boolean {
  return failure instanceof Refusal && failure.cause instanceof Error && status < 500
}

function isOfRespondents(route: string | undefined): route is string {
  return route?.startsWith('/s/') === true
}
