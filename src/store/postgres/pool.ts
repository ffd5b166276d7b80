import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { Refusal } from '../../domain/refusal.ts'
import type { PoolStatus } from '../engine.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../tables.ts'

/** Timeouts of a statement, of a new connection and of a lock, in milliseconds. */
const STATEMENT_MS = 10_000
const CONNECT_MS = 5_000
const LOCK_MS = 5_000
/** How long a transaction whose process hangs between two statements keeps its locks, in milliseconds. */
const IDLE_IN_TRANSACTION_MS = 10_000
/**
 * Every statement has an index. A plan that is made while a table is small, and kept with the prepared statement, would
 * scan the whole table and go on doing so as it grows.
 */
const PLANNER_OPTIONS = '-c enable_seqscan=off -c jit=off'
/** Makes every transaction read-only. */
export const READ_ONLY = '-c default_transaction_read_only=on'

/** When a request that found the database unavailable may be retried, in seconds. */
const RETRY_SECONDS = 1
/** Statements prepared by name on a connection. The service has about a hundred; the limit bounds a programming error. */
const MAX_NAMED_STATEMENTS = 500

/** Counts and sequence numbers are far below 2^53, so a 64-bit integer is read as a number, as on SQLite. */
const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** @param options settings of each session, as the `options` of a connection string */
export function newPool(url: string, connections: number, log: Log, options = ''): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'soundings',
    keepAlive: true,
    // Sends statements without waiting for the results of those before.
    pipeline: true,
    options: `${PLANNER_OPTIONS} ${options}`,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types,
  })
  // The pool drops the connection by itself. The next request opens another, or is refused. The error refers to the
  // client with its socket and settings, which do not belong in a log, so only its message is logged.
  pool.on('error', ({ message }) => log.warn({ err: { message } }, 'an idle database connection was lost'))
  return pool
}

export function kyselyOn(driver: PoolDriver): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/** A Kysely driver on a pool. Statements are prepared by name, once on each connection. */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #log: Log
  readonly #names = new Map<string, string>()

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool
    this.#log = log
  }

  async init(): Promise<void> {
    // Connections are opened when they are needed.
  }

  async acquireConnection(): Promise<PooledConnection> {
    const client = await translateErrors(this.#pool.connect())
    return new PooledConnection(client, sql => this.#nameOf(sql), this.#log)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const words = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    await (connection as PooledConnection).command(words.filter(Boolean).join(' '))
  }

  /** PostgreSQL answers the commit of a failed transaction with ROLLBACK. */
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

  /** Runs a query on any free connection. */
  async selectArrays({ sql, parameters }: CompiledQuery): Promise<readonly (readonly unknown[])[]> {
    const query = { ...named(this.#nameOf(sql)), text: sql, values: [...parameters], rowMode: 'array' as const }
    const { rows } = await translateErrors(this.#pool.query(query))
    return rows
  }

  #nameOf(sql: string): string | undefined {
    const existing = this.#names.get(sql)
    if (existing !== undefined || this.#names.size >= MAX_NAMED_STATEMENTS) return existing
    const name = `s${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #nameOf: (sql: string) => string | undefined
  readonly #log: Log
  #broken = false

  constructor(client: pg.PoolClient, nameOf: (sql: string) => string | undefined, log: Log) {
    this.#client = client
    this.#nameOf = nameOf
    this.#log = log
    client.on('error', this.#discard)
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

  /** If it fails, the connection is discarded, and the database rolls back by itself. */
  async rollback(): Promise<void> {
    await this.command('rollback').catch(this.#discard)
  }

  release(): void {
    this.#client.off('error', this.#discard)
    this.#client.release(this.#broken)
  }

  // biome-ignore lint/correctness/useYield: the driver's interface asks for it and nothing here streams through it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('responses are read in pages, not streamed by the driver')
  }

  readonly #discard = (err: unknown) => {
    if (!this.#broken) this.#log.warn({ err }, 'a database connection was lost while it was in use')
    this.#broken = true
  }
}

function named(name: string | undefined): { name?: string } {
  return name === undefined ? {} : { name }
}

/** Classes of error codes that describe the state of the database and not an error in the statement. */
const UNAVAILABLE_CLASSES = new Set([
  '08', // connection exception
  '25', // invalid transaction state: the database takes no writes
  '40', // transaction rollback: deadlock or serialization failure
  '53', // insufficient resources: disk, memory or connections
  '55', // object not in prerequisite state: lock timeout
  '57', // operator intervention: shutdown, startup, statement timeout
  '58', // system error
])

/** @throws Refusal `temporarily unavailable` if the database cannot be reached or takes no statements now */
async function translateErrors<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    if (error instanceof pg.DatabaseError && !UNAVAILABLE_CLASSES.has(error.code?.slice(0, 2) ?? '')) throw error
    throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
  }
}
