import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { Refusal } from '../../domain/refusal.ts'
import type { PoolStatus } from '../engine.ts'

/** How long a statement may take, and wait for a connection or for another act's rows, in milliseconds. */
const STATEMENT_MS = 10_000
const CONNECT_MS = 5_000
const LOCK_MS = 5_000
/** An act whose process hangs between two statements holds its rows no longer than this, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 10_000
/**
 * Every statement of ours has its index. A plan that is made while a table is young and kept with the prepared statement
 * would read the whole of it, and go on doing so as it grows.
 */
const PLANNER_OPTIONS = '-c enable_seqscan=off -c jit=off'

/** When what found the database away may be tried again, in seconds. */
const RETRY_SECONDS = 1
/** Statements that are prepared by name on a connection. The service has some hundred; the bound is against a mistake. */
const MAX_NAMED_STATEMENTS = 500

/** Counts and places are far below 2^53, so a 64-bit integer is a number here as on SQLite. */
const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export function newPool(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'soundings',
    keepAlive: true,
    // Statements that do not wait for each other go out together.
    pipeline: true,
    options: PLANNER_OPTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types,
  })
  // An idle connection that breaks leaves the pool by itself; who asks next gets another, or is refused.
  pool.on('error', () => undefined)
  return pool
}

/** Kysely's way to a pool: statements are prepared once on each connection, under a name. */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #names = new Map<string, string>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {
    // Connections are opened when they are needed.
  }

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await translateErrors(this.#pool.connect()), sql => this.#nameOf(sql))
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const words = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    await (connection as PooledConnection).command(words.filter(Boolean).join(' '))
  }

  /** A commit that ends as a rollback has kept nothing. */
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const command = await (connection as PooledConnection).command('commit')
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PooledConnection).rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as PooledConnection).release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }

  status(): PoolStatus {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** Rows as arrays, on any free connection. */
  async rows({ sql, parameters }: CompiledQuery): Promise<readonly (readonly unknown[])[]> {
    const query = { ...named(this.#nameOf(sql)), text: sql, values: [...parameters], rowMode: 'array' as const }
    const { rows } = await translateErrors(this.#pool.query(query))
    return rows
  }

  #nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined || this.#names.size >= MAX_NAMED_STATEMENTS) return known
    const name = `s${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #nameOf: (sql: string) => string | undefined
  #broken = false

  constructor(client: pg.PoolClient, nameOf: (sql: string) => string | undefined) {
    this.#client = client
    this.#nameOf = nameOf
    client.on('error', this.#onError)
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const query = { ...named(this.#nameOf(sql)), text: sql, values: [...parameters] }
    const { rows, rowCount } = await translateErrors(this.#client.query(query))
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async command(sql: string): Promise<string> {
    const { command } = await translateErrors(this.#client.query(sql))
    return command
  }

  /** Where even that fails, the connection is given up, and the database rolls back by itself. */
  async rollback(): Promise<void> {
    await this.command('rollback').catch(() => {
      this.#broken = true
    })
  }

  release(): void {
    this.#client.off('error', this.#onError)
    this.#client.release(this.#broken)
  }

  // biome-ignore lint/correctness/useYield: the driver's interface asks for it and nothing here streams through it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('responses are read in pages, not streamed by the driver')
  }

  /** A connection that breaks while it is held has nobody else to tell. */
  readonly #onError = () => {
    this.#broken = true
  }
}

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name }
}

/** Classes of errors that speak of the database's state and not of the statement. */
const UNAVAILABLE_CLASSES = new Set([
  '08', // connection
  '25', // a transaction's state: the database takes no writes
  '40', // rolled back for others' sake
  '53', // out of disk, memory or connections
  '55', // a lock that was waited for too long
  '57', // stopped, starting, or a statement that took too long
  '58', // its system's errors
])

/** @throws Refusal `temporarily unavailable` where the database cannot be reached or takes nothing now */
async function translateErrors<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (error instanceof pg.DatabaseError && !UNAVAILABLE_CLASSES.has(error.code?.slice(0, 2) ?? '')) throw error
    throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
  }
}
