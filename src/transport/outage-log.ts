import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Interval of the checks during an outage, in milliseconds. */
const CHECK_MS = 1_000

/**
 * Logs an outage of the database in one line when it begins and one when it ends, however many requests fail. A readiness
 * check decides whether there is one, since a single request can fail for less, such as a row that was locked for long.
 */
export class OutageLog {
  readonly #checkReadiness: () => Promise<void>
  readonly #log: FastifyBaseLogger
  readonly #closing = new AbortController()
  #isChecking = false

  constructor(checkReadiness: () => Promise<void>, log: FastifyBaseLogger) {
    this.#checkReadiness = checkReadiness
    this.#log = log
  }

  /** To be called for each request that found the database unavailable. @param err why */
  check(err: unknown): void {
    if (this.#isChecking) return
    this.#isChecking = true
    void this.#logOutage(err)
  }

  close(): void {
    this.#closing.abort()
  }

  async #logOutage(err: unknown): Promise<void> {
    let isLogged = false
    while (!this.#closing.signal.aborted && !(await this.#isReady())) {
      if (!isLogged) this.#log.error({ err }, 'the database is unavailable; requests get 503 until it is back')
      isLogged = true
      // The process may end meanwhile.
      await delay(CHECK_MS, undefined, { ref: false })
    }
    this.#isChecking = false
    if (isLogged && !this.#closing.signal.aborted) this.#log.warn('the database is available again')
  }

  #isReady(): Promise<boolean> {
    return this.#checkReadiness().then(
      () => true,
      () => false,
    )
  }
}
