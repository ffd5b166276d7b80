import type pg from 'pg'

/**
 * Decides which connections of a process may still be used, across its pools. When one connection has died silently,
 * all that were open at that time have probably died too. Each would need its own time limit to notice, so all of them
 * are replaced.
 */
export class ConnectionGenerations {
  #current = 0
  readonly #generations = new WeakMap<pg.PoolClient, number>()

  /** Increases when a connection dies. */
  get current(): number {
    return this.#current
  }

  opened(client: pg.PoolClient): void {
    this.#generations.set(client, this.#current)
  }

  isCurrent(client: pg.PoolClient): boolean {
    return this.#generations.get(client) === this.#current
  }

  /** Retires a dead connection and all others opened before now. Connections opened since an earlier death stay. */
  retire(client: pg.PoolClient): void {
    if (this.isCurrent(client)) this.#current += 1
  }
}
