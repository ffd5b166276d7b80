import type pg from 'pg'

/**
 * Decides which connections of a process may still be used, across its pools. When one connection has died silently, all that
 * were open at that time probably have, too. Each would need its own time limit to notice, so all of them are replaced.
 */
export class ConnectionGenerations {
  #current = 0
  readonly #generations = new WeakMap<pg.PoolClient, number>()

  /** Increases when a connection has died. */
  get current(): number {
    return this.#current
  }

  opened(client: pg.PoolClient): void {
    this.#generations.set(client, this.#current)
  }

  isCurrent(client: pg.PoolClient): boolean {
    return this.#generations.get(client) === this.#current
  }

  /** Retires a connection that has died, with all that were opened before now. Those opened since an earlier death stay. */
  retire(client: pg.PoolClient): void {
    if (this.isCurrent(client)) this.#current += 1
  }
}
