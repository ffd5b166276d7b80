import { type Kysely, sql } from 'kysely'
import { type Engine, type RateLimitResult, WINDOW_MS } from '../engine.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../tables.ts'

/** Interval at which changed windows are written, in milliseconds. A crash loses at most the calls of this period. */
const FLUSH_INTERVAL_MS = 1_000

interface Window {
  start: number
  count: number
}

/**
 * Rate limits, counted in memory so that no call waits for the disk, and written periodically. This is correct because
 * only one server process uses the database.
 */
export class RateLimits {
  readonly #windows: Map<string, Window>
  readonly #changed = new Set<string>()
  readonly #write: Engine['write']
  readonly #timer: NodeJS.Timeout
  #sweptAt = Number.NEGATIVE_INFINITY

  static async load(reader: Kysely<Tables>, write: Engine['write'], log: Log): Promise<RateLimits> {
    const rows = await reader.selectFrom('rate_limit').selectAll().execute()
    const windows = rows.map(row => [row.key, { start: row.window_start, count: row.count }] as const)
    return new RateLimits(new Map(windows), write, log)
  }

  private constructor(windows: Map<string, Window>, write: Engine['write'], log: Log) {
    this.#windows = windows
    this.#write = write
    const flush = () => this.flush().catch(err => log.warn({ err }, 'rate limits could not be written; retrying'))
    this.#timer = setInterval(flush, FLUSH_INTERVAL_MS).unref()
  }

  consume(key: string, limit: number, now: number): RateLimitResult {
    this.#sweep(now)
    const window = this.#windowAt(key, now)
    const millisecondsLeft = window.start + WINDOW_MS - now
    if (window.count >= limit) return { allowed: false, left: 0, millisecondsLeft }
    window.count++
    this.#changed.add(key)
    return { allowed: true, left: limit - window.count, millisecondsLeft }
  }

  refund(key: string, now: number): void {
    const window = this.#windows.get(key)
    if (window === undefined || window.count === 0 || now >= window.start + WINDOW_MS) return
    window.count--
    this.#changed.add(key)
  }

  /** Writes the changed windows. If it fails, they stay marked as changed. */
  async flush(): Promise<void> {
    if (this.#changed.size === 0) return
    const keys = [...this.#changed]
    // Calls counted during the write are written next time.
    this.#changed.clear()
    try {
      await this.#write(db => this.#writeWindows(db, keys))
    } catch (error) {
      for (const key of keys) this.#changed.add(key)
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** If the clock was set back, a window neither restarts nor ends later than an hour from now. */
  #windowAt(key: string, now: number): Window {
    const window = this.#windows.get(key)
    if (window === undefined || now >= window.start + WINDOW_MS) return this.#open(key, now)
    window.start = Math.min(window.start, now)
    return window
  }

  #open(key: string, now: number): Window {
    const window = { start: now, count: 0 }
    this.#windows.set(key, window)
    return window
  }

  /** Uses one statement for all windows, because under load thousands of them change every second. */
  async #writeWindows(db: Kysely<Tables>, keys: readonly string[]): Promise<void> {
    const [open, ended] = [[] as unknown[][], [] as string[]]
    for (const key of keys) {
      const window = this.#windows.get(key)
      if (window === undefined) ended.push(key)
      else open.push([key, window.start, window.count])
    }
    await sql`delete from rate_limit where key in (select value from json_each(${JSON.stringify(ended)}))`.execute(db)
    await sql`insert into rate_limit (key, window_start, count)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(open)}) where true
      on conflict (key) do update set window_start = excluded.window_start, count = excluded.count`.execute(db)
  }

  /** Removes windows that have ended, in memory and on disk, once a minute. */
  #sweep(now: number): void {
    if (Math.abs(now - this.#sweptAt) < WINDOW_MS / 60) return
    this.#sweptAt = now
    for (const [key, { start }] of this.#windows) {
      if (now < start + WINDOW_MS) continue
      this.#windows.delete(key)
      this.#changed.add(key)
    }
  }
}
