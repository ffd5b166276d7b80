import { statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { Log } from '../log.ts'
import type { Tables } from '../tables.ts'

/**
 * Delay before a truncation, so that several deletions share one checkpoint, and before it is repeated if a reader
 * blocks it, in milliseconds.
 */
const RETRY_MS = 100
/**
 * Interval at which the log is truncated even without a deletion by this process, because commands delete too. In
 * milliseconds.
 */
const INTERVAL_MS = 60_000
/** Number of attempts before the database is closed, which take at most 2 seconds. */
const CLOSING_ATTEMPTS = 20

/**
 * Truncates the write-ahead log soon after a deletion, because the log holds earlier versions of the pages that the
 * deletion overwrote. A reader can keep the log in use, so an attempt never waits and is repeated instead.
 */
export class LogTruncation {
  readonly #writer: Kysely<Tables>
  readonly #logFile: string
  readonly #log: Log
  readonly #interval: NodeJS.Timeout
  #retry: NodeJS.Timeout | undefined
  #isRequested = false

  /** @param writer has no busy timeout, so that a blocked checkpoint fails immediately */
  constructor(writer: Kysely<Tables>, logFile: string, log: Log) {
    this.#writer = writer
    this.#logFile = logFile
    this.#log = log
    this.#interval = setInterval(() => this.#isEmpty() || this.request(), INTERVAL_MS).unref()
  }

  request(): void {
    this.#isRequested = true
    this.#retry ??= setTimeout(() => this.#attempt(), RETRY_MS).unref()
  }

  /** Makes the last attempts. If all of them are blocked, the process that blocks them truncates the log. */
  async close(): Promise<void> {
    clearInterval(this.#interval)
    clearTimeout(this.#retry)
    for (let attempt = 0; this.#isRequested && attempt < CLOSING_ATTEMPTS; attempt++) {
      if (attempt > 0) await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      await this.#truncate()
    }
  }

  async #attempt(): Promise<void> {
    await this.#truncate()
    this.#retry = undefined
    if (this.#isRequested) this.request()
  }

  async #truncate(): Promise<void> {
    this.#isRequested = false
    try {
      const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(this.#writer)
      if (rows[0]?.busy !== 0) this.#isRequested = true
    } catch (err) {
      // Retried at the next interval.
      this.#log.warn({ err }, 'the write-ahead log could not be truncated; retrying in a minute')
    }
  }

  #isEmpty(): boolean {
    return (statSync(this.#logFile, { throwIfNoEntry: false })?.size ?? 0) === 0
  }
}
