import type { PoolDriver } from './pool.ts'

/** The channel of `notify` and `listen`. Processes of earlier versions do not listen to it. */
export const BROADCAST_CHANNEL = 'soundings_broadcast'

/** Texts that processes tell each other. */
export class Broadcasts {
  readonly #pool: PoolDriver
  readonly #listeners: ((text: string) => void)[] = []

  constructor(pool: PoolDriver) {
    this.#pool = pool
  }

  send(texts: readonly string[]): void {
    const sql = 'select pg_notify($1, text) from unnest($2::text[]) as text'
    this.#pool.selectArrays({ sql, parameters: [BROADCAST_CHANNEL, texts] }).catch(() => {
      // Whoever broadcasts does so again, and notifications of changes report an outage.
    })
  }

  listen(listener: (text: string) => void): void {
    this.#listeners.push(listener)
  }

  received(text: string): void {
    for (const listener of this.#listeners) listener(text)
  }
}
