import {
  AbortedTransactionError,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { PoolStatus, Rows, Statement } from '../engine.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../tables.ts'
import { type AddressSetting, explainConnectionError } from './connection-errors.ts'
import { ConnectionGenerations } from './connection-generations.ts'
import { PooledConnection } from './pooled-connection.ts'
import { QueryCompiler } from './query-compiler.ts'
import { type SessionOptions, setSettings } from './session-settings.ts'
import { throwRefusal } from './statement-errors.ts'

/** Idle time after which a connection is probed, in milliseconds. Node then sends ten probes, one per second. */
const KEEPALIVE_DELAY_MS = 5_000

/**
 * Maximum number of statements prepared by name on a connection. The service has about a hundred; the limit contains
 * programming errors.
 */
const MAX_NAMED_STATEMENTS = 500

/** Values are read as on SQLite. Counts and sequence numbers are far below 2^53, so 64-bit integers become numbers. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, text => new Date(text).toISOString()],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

export interface PoolOptions extends SessionOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string
  /** The setting that the address was configured with; `DATABASE_URL` by default. */
  readonly setting?: AddressSetting
  readonly connections: number
  readonly log: Log
  /**
   * Whether `url` points to a pooler that may run each transaction in another session. If so, settings are sent with
   * each transaction, and no statement is prepared by name.
   */
  readonly sharedSessions?: boolean
}

function newPool(options: PoolOptions): pg.Pool {
  const { url, connections, timeLimits, sharedSessions } = options
  const settings = { text: setSettings('session', options), query_timeout: timeLimits.reply }
  return new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'soundings',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    // Sends statements without waiting for earlier results.
    pipeline: true,
    connectionTimeoutMillis: timeLimits.connect,
    ...(!sharedSessions && { onConnect: client => client.query(settings) }),
    types,
  })
}

/** Transactions whose statements are known before they begin. */
export interface Transactions {
  /**
   * Runs statements in one transaction. All are sent at once, so that together they take one round trip.
   * @returns the rows of each
   */
  runTransaction(statements: readonly Statement[]): Promise<Rows[]>
  /** Standbys receive the log in order, so a commit that waited for them confirms all earlier ones. */
  confirmCommits(): Promise<void>
}

export function kyselyOn(driver: PoolDriver): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/** A Kysely driver for a pool. Statements are prepared by name, once on each connection, unless sessions are shared. */
export class PoolDriver implements Driver, Transactions {
  readonly #pool: pg.Pool
  readonly #address: readonly [url: string, setting?: AddressSetting | undefined]
  readonly #log: Log
  readonly #replyLimit: number
  readonly #generations: ConnectionGenerations
  readonly #names = new Map<string, string>()
  /** Statements sent after `begin` in each transaction. */
  readonly #transactionSettings: string | undefined

  /** @param generations shared by the pools of one database */
  constructor(options: PoolOptions, generations = new ConnectionGenerations()) {
    this.#pool = newPool(options)
    this.#address = [options.url, options.setting]
    this.#log = options.log
    this.#replyLimit = options.timeLimits.reply
    this.#generations = generations
    this.#transactionSettings = options.sharedSessions ? setSettings('local', options) : undefined
    this.#pool.on('connect', client => generations.opened(client))
    // The pool drops an idle connection that is lost. The next request opens another one, or is refused and logged.
    this.#pool.on('error', (_, client) => generations.retire(client))
  }

  async init(): Promise<void> {
    // Connections are opened on demand.
  }

  async acquireConnection(): Promise<PooledConnection> {
    const client = await this.#connect()
    const nameOf = (sql: string) => this.#nameOf(sql)
    return new PooledConnection(client, {
      nameOf,
      transactionSettings: this.#transactionSettings,
      generations: this.#generations,
      replyLimit: this.#replyLimit,
      log: this.#log,
    })
  }

  /** @throws Refusal `temporarily unavailable` if there is no connection within the time limit */
  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool
        .connect()
        .catch(error => throwRefusal(explainConnectionError(error, ...this.#address)))
      if (this.#generations.isCurrent(client)) return client
      // The other side may be gone and would never respond to an orderly close.
      client.connection.stream.destroy()
      client.release(true)
    }
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const { isolationLevel, accessMode } = settings
    const words = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
    await (connection as PooledConnection).begin(words.filter(Boolean).join(' '))
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

  /**
   * Increases when a connection dies: the next one may lead to another server that became the primary in a failover.
   */
  get generation(): number {
    return this.#generations.current
  }

  /** Whether the next request for a connection would have to wait. */
  get isBusy(): boolean {
    const { total, idle, waiting } = this.status()
    return waiting + total - idle >= this.#pool.options.max
  }

  status(): PoolStatus {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { total: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** Runs a query on any free connection. */
  async selectArrays(query: Statement): Promise<Rows> {
    const connection = await this.acquireConnection()
    try {
      return await connection.selectArrays(query)
    } finally {
      connection.release()
    }
  }

  async confirmCommits(): Promise<void> {
    await this.selectArrays({ sql: "select pg_logical_emit_message(true, 'soundings', '')", parameters: [] })
  }

  async runTransaction(statements: readonly Statement[]): Promise<Rows[]> {
    const connection = await this.acquireConnection()
    try {
      return await connection.runTransaction(statements)
    } finally {
      connection.release()
    }
  }

  #nameOf(sql: string): string | undefined {
    if (this.#transactionSettings !== undefined) return undefined
    const existing = this.#names.get(sql)
    if (existing !== undefined || this.#names.size >= MAX_NAMED_STATEMENTS) return existing
    const name = `s${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }
}
