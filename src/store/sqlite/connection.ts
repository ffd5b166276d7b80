import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Rows } from '../engine.ts'
import type { Tables } from '../tables.ts'
import { resultCode, SQLITE_BUSY, UNAVAILABLE_CODES } from './result-codes.ts'
import { Turn } from './turn.ts'

/**
 * How long a write waits for a write by another process, such as a command running beside the server, in milliseconds.
 */
const BUSY_MS = 5_000
const RETRY_MS = 5

/**
 * Maximum number of statements of each kind that stay prepared on a connection. The service has about sixty; the limit
 * contains programming errors.
 */
const MAX_PREPARED = 500

/** When a write that found the storage unavailable may be retried. */
const RETRY_SECONDS = 5

/**
 * Opens a connection for reads or writes. Creates the database if it does not exist.
 * @param turn of the event loop, which the connections of a process share
 */
export function openConnection(file: string, access: 'read' | 'write', turn?: Turn): Connection {
  const database = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  // WAL allows reads during a write. FULL, because with anything less a power cut loses acknowledged rows.
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  // A 16 MB cache, and a checkpoint for every 16 MB of log, so that a frequently written page is copied only once.
  database.exec('pragma cache_size = -16000; pragma wal_autocheckpoint = 4000')
  // Deleted data is overwritten with zeros, in the pages that held the rows and in pages that become free.
  if (access === 'write') database.exec('pragma busy_timeout = 0; pragma secure_delete = on')
  return new Connection(database, access, turn)
}

export function kyselyOn(connection: Connection): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => connection,
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/**
 * A Kysely driver with one connection. Kysely gives it to one user at a time, in order, which makes it a mutex.
 * Statements stay prepared, because preparing one costs four times as much as running it.
 */
export class Connection implements Driver, DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #access: 'read' | 'write'
  readonly #turn: Turn
  /** By text. */
  readonly #prepared = new Map<string, PreparedQuery>()
  /** Whether Kysely is in a transaction. The transaction itself may have been ended by a full disk. */
  #inTransaction = false
  /** Since when another process has kept this one from writing. */
  #busySince: number | undefined
  /** Whether a write transaction has begun in this turn of the event loop. */
  #hasWritten = false

  constructor(database: DatabaseSync, access: 'read' | 'write', turn = new Turn()) {
    this.#database = database
    this.#access = access
    this.#turn = turn
  }

  async init(): Promise<void> {
    // The database is already open.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async releaseConnection(): Promise<void> {
    // There is a single connection, which stays open.
  }

  /** A number that changes with each commit of another connection. */
  dataVersion(): unknown {
    return this.selectRows('pragma data_version')[0]?.[0]
  }

  /**
   * Waits for other processes without blocking the event loop, unlike SQLite's busy timeout. Awaiting the database never
   * returns to the event loop either, so a series of writes, however short, would keep everybody else waiting: in each
   * turn, at most one begins.
   */
  async beginTransaction(): Promise<void> {
    await this.#shareTurn()
    if (this.#access === 'write') await this.#ownTurn()
    while (!this.#begin()) await delay(RETRY_MS)
    this.#inTransaction = true
  }

  async #ownTurn(): Promise<void> {
    while (this.#hasWritten) await nextTurn()
    this.#hasWritten = true
    setImmediate(() => {
      this.#hasWritten = false
    })
  }

  async commitTransaction(): Promise<void> {
    await this.#shareTurn()
    this.#inTransaction = false
    this.#database.exec('commit')
  }

  /** If the disk is full, SQLite has already rolled back. */
  async rollbackTransaction(): Promise<void> {
    this.#inTransaction = false
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  /** Commits reach the disk with the next one outside `run`. The caller has the connection for itself meanwhile. */
  async withoutFlushing<T>(run: () => Promise<T>): Promise<T> {
    this.#database.exec('pragma synchronous = normal')
    try {
      return await run()
    } finally {
      this.#database.exec('pragma synchronous = full')
    }
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#shareTurn()
    this.#checkTransaction()
    const { statement, columns } = this.#prepare(sql)
    const result = runStatement<Row>(statement, columns, parameters as readonly SQLInputValue[])
    // What is made of the rows is work too.
    await this.#shareTurn()
    return result
  }

  /** Calls a function whose reads share a snapshot: that of Kysely's transaction, if one is under way. */
  inSnapshot(read: () => void): void {
    const isOpen = this.#database.isTransaction
    if (!isOpen) this.#database.exec('begin')
    try {
      read()
    } finally {
      if (!isOpen) this.#database.exec('commit')
    }
  }

  /** Runs a read immediately. @returns its rows, as arrays */
  selectRows(sql: string, ...parameters: readonly SQLInputValue[]): Rows {
    return this.#prepare(sql).statement.all(...parameters) as unknown as Rows
  }

  /** Runs a write immediately, in the current transaction. */
  run(sql: string, ...parameters: readonly SQLInputValue[]): void {
    this.#checkTransaction()
    this.#prepare(sql).statement.run(...parameters)
  }

  // biome-ignore lint/correctness/useYield: the driver's interface asks for it and nothing here streams through it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('responses are read in pages, not streamed by the driver')
  }

  /** Not between reads that share a snapshot: reads of other requests would share it too, and miss what was stored. */
  async #shareTurn(): Promise<void> {
    if (this.#access === 'write' || !this.#inTransaction) await this.#turn.share()
  }

  /** After the transaction has failed, a statement would run outside it and commit immediately. */
  #checkTransaction(): void {
    if (this.#inTransaction && !this.#database.isTransaction) throw new Error('the transaction has ended')
  }

  /** @returns false if another process is writing @throws Error if it has been writing for too long */
  #begin(): boolean {
    try {
      this.#database.exec(this.#access === 'write' ? 'begin immediate' : 'begin')
      this.#busySince = undefined
      return true
    } catch (error) {
      this.#busySince ??= performance.now()
      if (resultCode(error) !== SQLITE_BUSY || performance.now() - this.#busySince > BUSY_MS) throw error
      return false
    }
  }

  #prepare(sql: string): PreparedQuery {
    const existing = this.#prepared.get(sql)
    if (existing !== undefined) return existing
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    const query = { statement, columns: statement.columns().map(({ name }) => name) }
    this.#prepared.set(sql, query)
    return query
  }
}

function runStatement<Row>(
  statement: StatementSync,
  columns: readonly string[],
  values: readonly SQLInputValue[],
): QueryResult<Row> {
  // Never `get()`: on a full disk it reports success for a write that stored nothing.
  if (columns.length > 0) return { rows: toObjects(columns, statement.all(...values) as unknown as Rows) as Row[] }
  const { changes } = statement.run(...values)
  return { rows: [], numAffectedRows: BigInt(changes) }
}

/** Node's own objects take longer to make, and each leaves something in the old generation until a full collection. */
function toObjects(columns: readonly string[], rows: Rows): Record<string, unknown>[] {
  return rows.map(values => {
    const row: Record<string, unknown> = {}
    for (const [index, name] of columns.entries()) row[name] = values[index]
    return row
  })
}

interface PreparedQuery {
  readonly statement: StatementSync
  /** Empty if it returns no rows. */
  readonly columns: readonly string[]
}

/** @throws Refusal `temporarily unavailable` for an error that describes the state of the storage */
export async function translateErrors<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    throw translateError(error)
  }
}

/** @returns a Refusal for an error that describes the state of the storage; any other error as it is */
export function translateError(error: unknown): unknown {
  const code = resultCode(error)
  if (code === undefined || !UNAVAILABLE_CODES.has(code)) return error
  return new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
}
