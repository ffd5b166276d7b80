import { setTimeout as delay } from 'node:timers/promises'
import type { Change } from '../change-notifications.ts'
import type { Log } from '../log.ts'
import type { PoolDriver } from './pool.ts'

/** The channel of `notify` and `listen`. */
export const CHANNEL = 'soundings'

/** Shortest time between two statements, in milliseconds. Changes in between are sent together. */
const MIN_INTERVAL_MS = 100

/** A change as the payload of a notification. */
function encodeChange({ slug, part }: Change): string {
  return `${slug} ${part ?? ''}`
}

/**
 * Notifies all processes of committed changes, by statements of its own: a transaction that notifies takes a lock at its
 * end, so that the commits of all processes would wait for each other.
 */
export class ChangePublisher {
  readonly #pool: PoolDriver
  readonly #log: Log
  readonly #pending = new Set<string>()
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined

  constructor(pool: PoolDriver, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  publish(changes: readonly Change[]): void {
    for (const change of changes) this.#pending.add(encodeChange(change))
    if (this.#pending.size > 0) this.#running ??= this.#run()
  }

  /** Sends what is pending. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  /** Never rejects. What cannot be sent is found by the polls of the processes that need it. */
  async #run(): Promise<void> {
    while (this.#pending.size > 0) {
      const payloads = [...this.#pending]
      this.#pending.clear()
      const sql = 'select pg_notify($1, payload) from unnest($2::text[]) as payload'
      await this.#pool
        .selectArrays({ sql, parameters: [CHANNEL, payloads] })
        .catch(err => this.#log.warn({ err }, 'other processes could not be notified of changes'))
      await this.#pause()
    }
    this.#running = undefined
  }

  async #pause(): Promise<void> {
    const { signal } = this.#closing
    if (!signal.aborted) await delay(MIN_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
