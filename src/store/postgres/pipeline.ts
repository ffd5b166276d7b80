import type { Rows, Statement } from '../engine.ts'
import type { PoolDriver, Transactions } from './pool.ts'
import type { PooledConnection } from './pooled-connection.ts'

/** A connection, with its number of transactions under way. */
interface SharedConnection {
  readonly opened: Promise<PooledConnection>
  transactions: number
}

/**
 * Sends transactions over one connection without waiting for the result of the previous one, so that the database does
 * not wait for the network in between. Each sees what earlier ones have written. The connection is back in its pool
 * while no transaction is under way.
 */
export class Pipeline implements Transactions {
  readonly #pool: PoolDriver
  #shared: SharedConnection | undefined

  constructor(pool: PoolDriver) {
    this.#pool = pool
  }

  async runTransaction(statements: readonly Statement[]): Promise<Rows[]> {
    this.#shared ??= { opened: this.#pool.acquireConnection(), transactions: 0 }
    const shared = this.#shared
    shared.transactions += 1
    let connection: PooledConnection | undefined
    try {
      connection = await shared.opened
      return await connection.runTransaction(statements)
    } finally {
      shared.transactions -= 1
      const isOver = shared.transactions === 0
      if (this.#shared === shared && (isOver || connection?.isUsable !== true)) this.#shared = undefined
      if (isOver) connection?.release()
    }
  }

  confirmCommits(): Promise<void> {
    return this.#pool.confirmCommits()
  }
}
