import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import pg from 'pg'
import type { Rows, Statement } from '../engine.ts'
import type { Log } from '../log.ts'
import type { ConnectionGenerations } from './connection-generations.ts'
import { throwRefusal } from './statement-errors.ts'

type Query = pg.QueryConfig & { readonly rowMode?: 'array' }

interface ConnectionParts {
  readonly nameOf: (sql: string) => string | undefined
  readonly transactionSettings: string | undefined
  readonly generations: ConnectionGenerations
  /** In milliseconds; 0 for unlimited. */
  readonly replyLimit: number
  readonly log: Log
}

/** A connection of a pool, while it is in use. */
export class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #parts: ConnectionParts
  #inTransaction = false

  constructor(client: pg.PoolClient, parts: ConnectionParts) {
    this.#client = client
    this.#parts = parts
    client.on('error', this.#discard)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const [result] = await this.#query([this.#named(query)])
    return { rows: result?.rows ?? [], numAffectedRows: BigInt(result?.rowCount ?? 0) }
  }

  async selectArrays(query: Statement): Promise<Rows> {
    const [result] = await this.#query([{ ...this.#named(query), rowMode: 'array' }])
    return result?.rows ?? []
  }

  /**
   * Sends everything at once, so that it can be called again before the results arrive. A single statement needs no
   * `begin`.
   */
  async runTransaction(statements: readonly Statement[]): Promise<Rows[]> {
    const queries = statements.map(one => ({ ...this.#named(one), rowMode: 'array' as const }))
    const results = await (queries.length === 1 ? this.#query(queries) : this.#transact(queries))
    return results.map(({ rows }) => rows)
  }

  /** @param command `begin` with its options */
  async begin(command: string): Promise<void> {
    this.#inTransaction = true
    await this.command(this.#withSettings(command))
  }

  #withSettings(begin: string): string {
    const { transactionSettings } = this.#parts
    return transactionSettings === undefined ? begin : `${begin}; ${transactionSettings}`
  }

  async command(sql: string): Promise<string> {
    const { command } = await this.#reply({ text: sql })
    return command
  }

  /** If settings are sent with each transaction, even a single statement needs one. */
  #query(queries: readonly Query[]): Promise<pg.QueryResult[]> {
    if (this.#inTransaction || this.#parts.transactionSettings === undefined) return this.#send(queries)
    return this.#transact(queries)
  }

  #send(queries: readonly Query[]): Promise<pg.QueryResult[]> {
    return Promise.all(queries.map(query => this.#reply(query)))
  }

  /** After a failed statement, PostgreSQL refuses the rest and answers the commit with ROLLBACK. */
  async #transact(queries: readonly Query[]): Promise<pg.QueryResult[]> {
    const begun = this.command(this.#withSettings('begin'))
    const results = this.#send(queries)
    const ended = this.command('commit')
    await Promise.allSettled([begun, results, ended])
    const [command] = await Promise.all([ended, results, begun])
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
    return results
  }

  /** Whether it may still be used: neither this connection nor, since it was opened, any other has died. */
  get isUsable(): boolean {
    return this.#parts.generations.isCurrent(this.#client)
  }

  /**
   * If this fails, as it does immediately on a lost connection, the connection is discarded and the database rolls
   * back.
   */
  async rollback(): Promise<void> {
    await this.command('rollback').catch(this.#discard)
  }

  release(): void {
    this.#client.off('error', this.#discard)
    this.#client.release(!this.isUsable)
  }

  // biome-ignore lint/correctness/useYield: the driver's interface asks for it and nothing here streams through it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('responses are read in pages, not streamed by the driver')
  }

  #named({ sql, parameters }: Statement) {
    const name = this.#parts.nameOf(sql)
    return { ...(name !== undefined && { name }), text: sql, values: [...parameters] }
  }

  /** A statement without a reply may still be running, so nothing else may use its connection. */
  async #reply(query: Query): Promise<pg.QueryResult> {
    try {
      return await this.#run(query)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#discard(error)
      return throwRefusal(error)
    }
  }

  /**
   * Uses neither the driver's promises nor its time limit for replies: either would keep each query in memory until
   * V8's next full collection.
   */
  #run(query: Query): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const timer = this.#limitReply()
      this.#client.query(query, (error: Error | null, result: pg.QueryResult) => {
        clearTimeout(timer)
        if (error === null) resolve(result)
        else reject(error)
      })
    })
  }

  #limitReply(): NodeJS.Timeout | undefined {
    const { replyLimit } = this.#parts
    if (replyLimit === 0) return undefined
    const giveUp = () => this.#client.connection.stream.destroy(new Error(`no reply within ${replyLimit} ms`))
    return setTimeout(giveUp, replyLimit)
  }

  readonly #discard = (err: unknown) => {
    const { generations, log } = this.#parts
    // If several connections die together, only the first is logged.
    if (this.isUsable) log.warn({ err }, 'a database connection was lost while it was in use')
    generations.retire(this.#client)
  }
}
