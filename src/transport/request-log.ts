import type { FastifyBaseLogger } from 'fastify'

/** A request that has been answered. It names the route's pattern and never a URL, which can have a token in it. */
interface AnsweredRequest {
  readonly id: string
  readonly method: string
  /** The pattern; undefined where no route has the path. */
  readonly route: string | undefined
  readonly status: number
  readonly milliseconds: number
  /** The cause of an error of the service itself. */
  readonly failure: unknown
}

export type LogRequest = (request: AnsweredRequest) => void

/** Counts answered requests, for metrics. */
export interface RequestObserver {
  answered(method: string, route: string | undefined, status: number, milliseconds: number): void
}

/** Writes one line of the log for each request, and reports it to the metrics. */
export function requestLog(log: FastifyBaseLogger, observer: RequestObserver | undefined): LogRequest {
  return ({ id, method, route, status, milliseconds, failure }) => {
    const line = { id, method, route, status, ms: Math.round(milliseconds * 10) / 10 }
    if (failure === undefined) log.info(line)
    else log.error({ ...line, err: failure })
    observer?.answered(method, route, status, milliseconds)
  }
}
