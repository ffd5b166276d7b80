import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
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
import { Refusal } from '../domain/refusal.ts'
import { Budgets } from './budget.ts'
import type { ColumnWords, Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

const WORDS: ColumnWords = {
  counter: 'integer primary key autoincrement',
  integer: 'integer',
  table: ' strict',
  clustered: ' strict, without rowid',
}

/** How long a write waits for another process's short one, in milliseconds: the command line beside the server. */
const BUSY_MS = 5_000

/** Statements kept prepared per connection. The service has some sixty; the bound is against a mistake. */
const PREPARED = 500

export interface SqliteOptions {
  readonly folder: string
  /** The one server process of a folder; the command line writes beside it. */
  readonly exclusive: boolean
}

/**
 * The embedded database: one writer behind one mutex, one reader that never waits for it.
 * @throws Error where `exclusive` is asked for and another process has it
 */
export async function openSqlite({ folder, exclusive }: SqliteOptions): Promise<Engine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = exclusive ? takeLock(folder) : undefined
  const file = join(folder, 'soundings.db')
  const writer = connect(file, 'begin immediate')
  const reader = connect(file, 'begin')
  const write: Engine['write'] = act => available(writer.transaction().execute(act))
  await write(db => migrate(db, WORDS))
  const budgets = await Budgets.load(reader, write)
  return {
    reader,
    read: act => available(reader.transaction().execute(act)),
    write,
    // The one writer holds the whole database.
    lockRows: query => query,
    spend: (bucket, limit, now) => budgets.spend(bucket, limit, now),
    noteUse: (tokenId, hour) => budgets.noteUse(tokenId, hour),
    async close() {
      await budgets.close()
      await writer.destroy()
      await reader.destroy()
      lock?.close()
    },
  }
}

/** A lock that frees itself when the process dies, however it dies: the operating system's, held through SQLite. */
function takeLock(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'serve.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return lock
  } catch {
    lock.close()
    throw new Error(`another server is running on the data folder ${folder}`)
  }
}

function connect(file: string, begin: string): Kysely<Tables> {
  const database = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  // WAL lets the reader pass the writer; FULL, since anything less loses acknowledged rows in a power cut.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -16000')
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new OneConnection(database, begin),
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/** A driver with one connection, given to one user at a time in the order of asking: the mutex. */
class OneConnection implements Driver {
  readonly #database: DatabaseSync
  readonly #begin: string
  readonly #connection: CachingConnection
  readonly #waiting: (() => void)[] = []
  #taken = false

  constructor(database: DatabaseSync, begin: string) {
    this.#database = database
    this.#begin = begin
    this.#connection = new CachingConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#taken = true
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift()
    if (next === undefined) this.#taken = false
    else next()
  }

  async beginTransaction(): Promise<void> {
    this.#database.exec(this.#begin)
  }

  async commitTransaction(): Promise<void> {
    this.#database.exec('commit')
  }

  /** A full disk has ended the transaction already. */
  async rollbackTransaction(): Promise<void> {
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

/** Runs statements that stay prepared: preparing anew costs four times the query itself. */
class CachingConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as readonly SQLInputValue[]
    // Never `get()`: on a full disk it reports success for a write that stored nothing.
    if (returnsRows) return { rows: statement.all(...values) as Row[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: the driver's interface asks for it and nothing here streams through it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('responses are read in pages, not streamed by the driver')
  }

  #prepare(sql: string) {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    if (this.#prepared.size >= PREPARED) this.#prepared.clear()
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

/** SQLite's primary result codes that speak of the storage and not of the statement. */
const STORAGE_CODES = new Set([5, 6, 8, 10, 13, 14]) // BUSY LOCKED READONLY IOERR FULL CANTOPEN

/** When a write that found the storage unavailable may be tried again. */
const RETRY_SECONDS = 5

async function available<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    const code = (error as { errcode?: unknown }).errcode
    if (typeof code !== 'number' || !STORAGE_CODES.has(code & 0xff)) throw error
    throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
  }
}
