import type { Engine } from './engine.ts'

/** How often what was noted is written, in milliseconds. */
const WRITTEN_EVERY_MS = 1_000
/** Tokens whose hour is remembered, so that it is written once; beyond it all are forgotten and written once more. */
const REMEMBERED = 100_000

/** The hours in which tokens were used last, written behind: a call waits for no disk. */
export class Uses {
  readonly #write: Engine['write']
  readonly #timer: NodeJS.Timeout
  readonly #noted = new Map<string, number>()
  #unwritten = new Map<string, number>()

  constructor(write: Engine['write']) {
    this.#write = write
    // What could not be written is noted again with the token's next hour; it is no more than a hint for its owner.
    this.#timer = setInterval(() => this.#flush().catch(() => undefined), WRITTEN_EVERY_MS).unref()
  }

  note(tokenId: string, hour: number): void {
    if (this.#noted.get(tokenId) === hour) return
    if (this.#noted.size >= REMEMBERED) this.#noted.clear()
    this.#noted.set(tokenId, hour)
    this.#unwritten.set(tokenId, hour)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#unwritten.size === 0) return
    const uses = [...this.#unwritten].sort()
    this.#unwritten = new Map()
    await this.#write(async db => {
      for (const [id, hour] of uses)
        await db.updateTable('token').set('last_used_hour', hour).where('id', '=', id).execute()
    })
  }
}
