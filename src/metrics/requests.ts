import { Counter, Histogram, type Registry } from 'prom-client'

/**
 * In seconds. Most requests take a few milliseconds. A write that waits for the storage gives up after about five
 * seconds.
 */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A path without a route can contain any text, so all of them share one label. */
const NO_ROUTE = 'unknown'

/** Counts requests and their durations. The labels contain the same as the log line, and nothing about the sender. */
export class Requests {
  readonly #count: Counter
  readonly #internalErrors: Counter
  readonly #duration: Histogram

  constructor(registry: Registry) {
    const registers = [registry]
    this.#count = new Counter({
      name: 'soundings_http_requests_total',
      help: 'Requests answered, by method, route pattern and status.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    // Without labels it starts at 0, so that the first error is an increase.
    this.#internalErrors = new Counter({
      name: 'soundings_internal_errors_total',
      help: 'Requests that got 500, or whose response broke off, because of an unforeseen error.',
      registers,
    })
    this.#duration = new Histogram({
      name: 'soundings_http_request_duration_seconds',
      help: 'Time from receiving the headers of a request until its response was passed to the socket.',
      labelNames: ['route'],
      buckets: DURATION_BUCKETS,
      registers,
    })
  }

  /** @param pattern the route's pattern; undefined if the path has no route */
  answered(method: string, pattern: string | undefined, status: number, milliseconds: number): void {
    const route = pattern ?? NO_ROUTE
    this.#count.inc({ method, route, status })
    this.#duration.observe({ route }, milliseconds / 1_000)
  }

  failed(): void {
    this.#internalErrors.inc()
  }
}
