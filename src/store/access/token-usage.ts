import type { Engine } from '../engine.ts'
import type { Log } from '../log.ts'

const FLUSH_INTERVAL_MS = 1_000
/**
 * Number of tokens whose last hour is kept in memory, so that it is written only once. Beyond it, all are dropped and
 * written once more.
 */
const MAX_RECORDED = 100_000

/**
 * Records the hour in which each personal token and each application was last used. Hours are written periodically, so
 * that no call waits for the disk.
 */
export class TokenUsage {
  readonly #write: Engine['write']
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  readonly #recorded = new Map<string, number>()
  #pending = new Map<string, number>()

  constructor(write: Engine['write'], log: Log) {
    this.#write = write
    this.#log = log
    this.#timer = setInterval(() => this.#flush(), FLUSH_INTERVAL_MS).unref()
  }

  /** @param tokenId of a personal token, or of a grant. @param hour since the epoch */
  record(tokenId: string, hour: number): void {
    if (this.#recorded.get(tokenId) === hour) return
    if (this.#recorded.size >= MAX_RECORDED) this.#recorded.clear()
    this.#recorded.set(tokenId, hour)
    this.#pending.set(tokenId, hour)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flush()
  }

  /**
   * Never rejects: hours that cannot be written are lost until the token's next hour, because they only inform its
   * owner.
   */
  async #flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const hours = [...this.#pending].sort()
    this.#pending = new Map()
    try {
      await this.#write(async db => {
        for (const [id, hour] of hours) {
          await db.updateTable('token').set('last_used_hour', hour).where('id', '=', id).execute()
          await db.updateTable('oauth_grant').set('last_used_hour', hour).where('id', '=', id).execute()
        }
      })
    } catch (err) {
      this.#log.warn({ err }, 'the last use of some tokens could not be written')
    }
  }
}
