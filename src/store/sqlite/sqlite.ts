import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
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
import { Refusal } from '../../domain/refusal.ts'
import { type Change, ChangeNotifications } from '../change-notifications.ts'
import type { Engine, SchemaSyntax } from '../engine.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { TokenUsage } from '../token-usage.ts'
import { acquireFolderLock } from './folder-lock.ts'
import { RateLimits } from './rate-limits.ts'

/** The database's file in a data directory. */
export const DATABASE_FILE = 'soundings.db'

const SYNTAX: SchemaSyntax = {
  identity: 'integer primary key autoincrement',
  integer: 'integer',
  tableOptions: ' strict',
  clusteredTableOptions: ' strict, without rowid',
  surveyReference: 'references survey (id)',
  unlogged: '',
}

/** How long a write waits for another process's short one, in milliseconds: the command line beside the server. */
const BUSY_MS = 5_000
const RETRY_MS = 5

/** Statements kept prepared per connection. The service has some sixty; the bound is against a mistake. */
const MAX_PREPARED = 500

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
  const lock = exclusive ? acquireFolderLock(folder) : undefined
  const file = join(folder, DATABASE_FILE)
  const writing = new Connection(file, true)
  const writer = kysely(writing)
  const reading = new Connection(file, false)
  const reader = kysely(reading)
  const announcements = new ChangeNotifications()
  let announced: Change[] = []
  const write: Engine['write'] = async act => {
    const { result, changes } = await translateErrors(
      writer.transaction().execute(async db => {
        announced = []
        return { result: await act(db), changes: announced }
      }),
    )
    for (const change of changes) announcements.notify(change)
    return result
  }
  const stopWatching = pollForExternalWrites(writing, announcements)
  const letGo = async () => {
    stopWatching()
    await writer.destroy()
    await reader.destroy()
    lock?.release()
  }
  const budgets = await closeOnError(letGo, async () => {
    await write(db => migrate(db, SYNTAX))
    return RateLimits.load(reader, write)
  })
  const uses = new TokenUsage(write)
  return {
    reader,
    // Between the statements of a read under way nothing of another request runs, so it needs no turn at the mutex.
    selectArrays: query => translateErrors(reading.rows(query)),
    read: act => translateErrors(reader.transaction().execute(act)),
    write,
    // The one writer holds the whole database.
    lockRows: query => query,
    consumeRateLimit: async (bucket, limit, now) => budgets.consume(bucket, limit, now),
    refundRateLimit: async (bucket, now) => budgets.refund(bucket, now),
    notify: async (_, change) => void announced.push(change),
    listen: heard => announcements.listen(heard),
    recordTokenUse: (tokenId, hour) => uses.record(tokenId, hour),
    close: () =>
      Promise.all([budgets.close(), uses.close()])
        .then(() => undefined)
        .finally(letGo),
  }
}

/** How often it is looked whether the command line has written beside the server, in milliseconds. */
const POLL_MS = 500

/** Another process cannot say what it has written, only that it has. */
function pollForExternalWrites(writing: Connection, announcements: ChangeNotifications): () => void {
  let version = writing.dataVersion()
  const timer = setInterval(() => {
    const now = writing.dataVersion()
    if (now !== version) announcements.notify(undefined)
    version = now
  }, POLL_MS).unref()
  return () => clearInterval(timer)
}

/** Runs an act, and where it fails lets go of what it was for. */
async function closeOnError<Result>(letGo: () => Promise<void>, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    await letGo()
    throw error
  }
}

function kysely(connection: Connection): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => connection,
    createIntrospector: db => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/**
 * A driver that is one connection. Kysely gives it to one user at a time, in the order of asking: the mutex. Statements
 * stay prepared: preparing anew costs four times the query itself.
 */
class Connection implements Driver, DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #writes: boolean
  readonly #prepared = new Map<string, Prepared>()
  /** Whether an act is under way, as Kysely sees it; a full disk may have ended it. */
  #inTransaction = false
  /** Since when another process has kept this one from writing. */
  #busySince: number | undefined

  constructor(file: string, writes: boolean) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
    this.#writes = writes
    // WAL lets the reader pass the writer; FULL, since anything less loses acknowledged rows in a power cut.
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full')
    // A cache of 16 MB; and a checkpoint each 16 MB of log, so that pages written again and again are moved once.
    this.#database.exec('pragma cache_size = -16000; pragma wal_autocheckpoint = 4000')
    if (writes) this.#database.exec('pragma busy_timeout = 0')
  }

  async init(): Promise<void> {
    // The database is open already.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async releaseConnection(): Promise<void> {
    // There is one connection, which is never given up.
  }

  /** A number that changes with each commit of another connection's. */
  dataVersion(): unknown {
    return this.#prepare('pragma data_version', true).statement.all()[0]?.[0]
  }

  /** Waits for another process without holding the event loop, as the driver's own waiting would. */
  async beginTransaction(): Promise<void> {
    while (!this.#begin()) await delay(RETRY_MS)
    this.#inTransaction = true
  }

  async commitTransaction(): Promise<void> {
    this.#inTransaction = false
    this.#database.exec('commit')
  }

  /** A full disk has ended the transaction already. */
  async rollbackTransaction(): Promise<void> {
    this.#inTransaction = false
    if (this.#database.isTransaction) this.#database.exec('rollback')
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A statement that was sent along with the one that failed would be an act of its own.
    if (this.#inTransaction && !this.#database.isTransaction) throw new Error('the act has ended')
    const { statement, returnsRows } = this.#prepare(sql, false)
    const values = parameters as readonly SQLInputValue[]
    // Never `get()`: on a full disk it reports success for a write that stored nothing.
    if (returnsRows) return { rows: statement.all(...values) as Row[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async rows({ sql, parameters }: CompiledQuery): Promise<readonly (readonly unknown[])[]> {
    const { statement } = this.#prepare(sql, true)
    return statement.all(...(parameters as readonly SQLInputValue[])) as unknown as readonly unknown[][]
  }

  // biome-ignore lint/correctness/useYield: the driver's interface asks for it and nothing here streams through it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('responses are read in pages, not streamed by the driver')
  }

  /** @returns whether it has begun; false where another process writes, but has not for so long that all give up */
  #begin(): boolean {
    try {
      this.#database.exec(this.#writes ? 'begin immediate' : 'begin')
      this.#busySince = undefined
      return true
    } catch (error) {
      this.#busySince ??= performance.now()
      if (codeOf(error) !== BUSY || performance.now() - this.#busySince > BUSY_MS) throw error
      return false
    }
  }

  #prepare(sql: string, asArrays: boolean): Prepared {
    const name = asArrays ? `rows: ${sql}` : sql
    const known = this.#prepared.get(name)
    if (known !== undefined) return known
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear()
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(asArrays)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    this.#prepared.set(name, prepared)
    return prepared
  }
}

interface Prepared {
  readonly statement: StatementSync
  readonly returnsRows: boolean
}

/** SQLite's primary result codes that speak of the storage and not of the statement. */
const BUSY = 5
const STORAGE_CODES = new Set([BUSY, 6, 8, 10, 13, 14]) // LOCKED READONLY IOERR FULL CANTOPEN

/** undefined for what is no error of SQLite's. */
function codeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

/** When a write that found the storage unavailable may be tried again. */
const RETRY_SECONDS = 5

async function translateErrors<T>(act: Promise<T>): Promise<T> {
  try {
    return await act
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined || !STORAGE_CODES.has(code)) throw error
    throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
  }
}
