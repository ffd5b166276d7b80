import type { FastifyBaseLogger } from 'fastify'
import { RESPONDENT_LOG_MS } from '../limits.ts'

interface Answered {
  readonly method: string
  /** Pattern of the route. */
  readonly route: string
  readonly status: number
}

/**
 * Logs respondents' requests as numbers, once a minute. Separate lines would be in the order of the stored responses
 * and votes, each with an id that the sender's network may have seen.
 */
export class RespondentLog {
  readonly #log: Pick<FastifyBaseLogger, 'info'>
  readonly #timer: NodeJS.Timeout
  #counts = new Map<string, Answered & { requests: number }>()

  constructor(log: Pick<FastifyBaseLogger, 'info'>) {
    this.#log = log
    this.#timer = setInterval(() => this.#write(), RESPONDENT_LOG_MS).unref()
  }

  count({ method, route, status }: Answered): void {
    const key = `${route} ${method} ${status}`
    const counted = this.#counts.get(key)
    if (counted === undefined) this.#counts.set(key, { method, route, status, requests: 1 })
    else counted.requests++
  }

  /** Logs what has been counted so far. */
  close(): void {
    clearInterval(this.#timer)
    this.#write()
  }

  /** Sorted, so that the line does not reveal what happened first. */
  #write(): void {
    const counts = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1))
    this.#counts = new Map()
    for (const [, line] of counts) this.#log.info(line)
  }
}
