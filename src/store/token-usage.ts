import type { Engine } from './engine.ts'

/** How often what was noted is written, in milliseconds. */
const FLUSH_INTERVAL_MS = 1_000
/** Tokens whose hour is remembered, so that it is written once; beyond it all are forgotten and written once more. */
const MAX_RECORDED = 100_000

/** The hours in which tokens were used last, written behind: a call waits for no disk. */
export class TokenUsage {
  readonly #write: Engine['write']
  readonly #timer: NodeJS.Timeout
  readonly #recorded = new Map<string, number>()
  #pending = new Map<string, number>()

  constructor(write: Engine['write']) {
    this.#write = write
    // What could not be written is noted again with the token's next hour; it is no more than a hint for its owner.
    this.#timer = setInterval(() => this.#flush().catch(() => undefined), FLUSH_INTERVAL_MS).unref()
  }

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

  async #flush(): Promise<void> {
    if (this.#pending.size === 0) return
    const uses = [...this.#pending].sort()
    this.#pending = new Map()
    await this.#write(async db => {
      for (const [id, hour] of uses)
        await db.updateTable('token').set('last_used_hour', hour).where('id', '=', id).execute()
    })
  }
}
