import type { Kysely } from 'kysely'
import { WINDOW_MS } from '../../domain/limits.ts'
import type { Engine, RateLimitResult } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** How often what changed is written: a crash forgets at most this much of the counting, in milliseconds. */
const FLUSH_INTERVAL_MS = 1_000

interface Window {
  openedAt: number
  count: number
}

/**
 * Call keys, counted in memory so that a call waits for no disk, and written behind. Right for a database with one
 * server process, which is what holds it.
 */
export class RateLimits {
  readonly #windows: Map<string, Window>
  readonly #changed = new Set<string>()
  readonly #write: Engine['write']
  readonly #timer: NodeJS.Timeout
  #sweptAt = Number.NEGATIVE_INFINITY

  static async load(reader: Kysely<Tables>, write: Engine['write']): Promise<RateLimits> {
    const rows = await reader.selectFrom('rate_limit').selectAll().execute()
    return new RateLimits(
      rows.map(row => [row.key, { openedAt: row.window_start, count: row.count }]),
      write,
    )
  }

  private constructor(windows: [string, Window][], write: Engine['write']) {
    this.#windows = new Map(windows)
    this.#write = write
    // A failed write keeps what changed for the next one; what it means is the next request's to meet.
    this.#timer = setInterval(() => this.flush().catch(() => undefined), FLUSH_INTERVAL_MS).unref()
  }

  consume(key: string, limit: number, now: number): RateLimitResult {
    this.#sweep(now)
    const window = this.#windowAt(key, now)
    const millisecondsLeft = window.openedAt + WINDOW_MS - now
    if (window.count >= limit) return { allowed: false, millisecondsLeft }
    window.count++
    this.#changed.add(key)
    return { allowed: true, millisecondsLeft }
  }

  refund(key: string, now: number): void {
    const window = this.#windows.get(key)
    if (window === undefined || window.count === 0 || now >= window.openedAt + WINDOW_MS) return
    window.count--
    this.#changed.add(key)
  }

  async flush(): Promise<void> {
    if (this.#changed.size === 0) return
    const keys = [...this.#changed]
    // What is counted while it is written is written the next time.
    this.#changed.clear()
    try {
      await this.#write(async db => {
        for (const key of keys) await this.#writeWindow(db, key)
      })
    } catch (error) {
      for (const key of keys) this.#changed.add(key)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** A clock set back neither empties a window nor stretches it past an hour from now. */
  #windowAt(key: string, now: number): Window {
    const window = this.#windows.get(key)
    if (window === undefined || now >= window.openedAt + WINDOW_MS) return this.#open(key, now)
    window.openedAt = Math.min(window.openedAt, now)
    return window
  }

  #open(key: string, now: number): Window {
    const window = { openedAt: now, count: 0 }
    this.#windows.set(key, window)
    return window
  }

  async #writeWindow(db: Kysely<Tables>, key: string): Promise<void> {
    const window = this.#windows.get(key)
    if (window === undefined) {
      await db.deleteFrom('rate_limit').where('key', '=', key).execute()
      return
    }
    const row = { window_start: window.openedAt, count: window.count }
    await db
      .insertInto('rate_limit')
      .values({ key, ...row })
      .onConflict(conflict => conflict.column('key').doUpdateSet(row))
      .execute()
  }

  /** Windows that have closed are forgotten, here and on disk, once a minute. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < WINDOW_MS / 60) return
    this.#sweptAt = now
    for (const [key, { openedAt }] of this.#windows) {
      if (now < openedAt + WINDOW_MS) continue
      this.#windows.delete(key)
      this.#changed.add(key)
    }
  }
}
