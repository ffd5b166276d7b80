import type { FastifyBaseLogger } from 'fastify'

/** A completed request. It names the pattern of the route and never the URL, which can contain a token. */
interface AnsweredRequest {
  readonly id: string
  readonly method: string
  /** Pattern of the route; undefined for unknown paths. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
  /** Cause of an internal error. */
  readonly failure: unknown
}

export type LogRequest = (request: AnsweredRequest) => void

/** Counts completed requests for metrics. */
export interface RequestObserver {
  answered(method: string, route: string | undefined, status: number, milliseconds: number): void
}

/**
 * Writes one log line for each request and reports it to the metrics. A respondents' route has no duration, which would
 * help to tell one respondent from another.
 */
export function requestLog(log: FastifyBaseLogger, observer: RequestObserver | undefined): LogRequest {
  return ({ id, method, route, status, milliseconds, failure }) => {
    const line = {
      id,
      method,
      route,
      status,
      ...(!isOfRespondents(route) && { ms: Math.round(milliseconds * 10) / 10 }),
    }
    if (failure === undefined) log.info(line)
    else log.error({ ...line, err: failure })
    observer?.answered(method, route, status, milliseconds)
  }
}

function isOfRespondents(route: string | undefined): boolean {
  return route?.startsWith('/s/') === true
}
