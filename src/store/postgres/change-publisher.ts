import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { encodePayload, type NumberedChange } from './change-payload.ts'
import type { PoolDriver } from './pool.ts'

/** The channel of `notify` and `listen`. */
export const CHANNEL = 'soundings'

/** Minimum time between two statements, in milliseconds. Changes in between are sent together. */
const MIN_INTERVAL_MS = 100
/**
 * Limits on pending changes. A payload can have 8,000 bytes. Changes beyond that are detected by the gap in their
 * numbers.
 */
const MAX_PENDING = 1_000
const MAX_NUMBERS = 500

/**
 * Notifies all processes of committed changes, in separate statements: a transaction that notifies takes a lock when it
 * ends, so the commits of all processes would wait for each other.
 */
export class ChangePublisher {
  readonly #pool: PoolDriver
  readonly #log: Log
  /** By slug and part. */
  readonly #pending = new Map<string, NumberedChange>()
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  /** Whether the current outage has been logged. */
  #outageLogged = false

  constructor(pool: PoolDriver, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  publish(changes: readonly NumberedChange[]): void {
    for (const { change, numbers } of changes) {
      const key = `${change.slug} ${change.part}`
      if (!this.#pending.has(key) && this.#pending.size >= MAX_PENDING) continue
      const pending = this.#pending.get(key)?.numbers ?? []
      this.#pending.set(key, { change, numbers: [...pending, ...numbers].slice(0, MAX_NUMBERS) })
    }
    if (this.#pending.size > 0) this.#running ??= this.#run()
  }

  /** Sends what is pending. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  /**
   * Never rejects. Changes that could not be sent are sent again, except by a process that is ending; others detect
   * those by the gap.
   */
  async #run(): Promise<void> {
    while (this.#pending.size > 0) {
      const changes = [...this.#pending.values()]
      this.#pending.clear()
      const isSent = await this.#send(changes)
      if (!isSent && this.#closing.signal.aborted) break
      if (!isSent) this.publish(changes)
      await this.#pause()
    }
    this.#running = undefined
  }

  async #send(changes: readonly NumberedChange[]): Promise<boolean> {
    const sql = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
    try {
      await this.#pool.selectArrays({ sql, parameters: [CHANNEL, changes.map(encodePayload)] })
      this.#outageLogged = false
      return true
    } catch (err) {
      if (!this.#outageLogged) this.#log.warn({ err }, 'other processes cannot be notified of changes; retrying')
      this.#outageLogged = true
      return false
    }
  }

  async #pause(): Promise<void> {
    const { signal } = this.#closing
    if (!signal.aborted) await delay(MIN_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
