import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type CheckReadiness, SHARED_MS } from '../readiness.ts'

/**
 * Logs a database outage in one line when it begins and one when it ends, however many requests fail. A readiness check
 * decides whether there is an outage, because a single request can fail for a lesser reason, such as a row that stays
 * locked.
 */
export class OutageLog {
  readonly #checkReadiness: CheckReadiness
  readonly #log: FastifyBaseLogger
  readonly #closing = new AbortController()
  #isChecking = false

  constructor(checkReadiness: CheckReadiness, log: FastifyBaseLogger) {
    this.#checkReadiness = checkReadiness
    this.#log = log
  }

  /** To be called for each request that found the database unavailable. @param err the cause */
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
    while (!(await this.#isReadyAgain())) {
      if (!isLogged) this.#log.error({ err }, 'the database is unavailable; requests get 503 until it is back')
      isLogged = true
    }
    this.#isChecking = false
    if (isLogged && !this.#closing.signal.aborted) this.#log.warn('the database is available again')
  }

  /** Waits first, because the result of a check begun before the request failed may still be shared. */
  async #isReadyAgain(): Promise<boolean> {
    // Does not keep the process from exiting.
    await delay(SHARED_MS, undefined, { ref: false })
    if (this.#closing.signal.aborted) return true
    return this.#checkReadiness().then(
      () => true,
      () => false,
    )
  }
}
