import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { TokenUsage } from '../access/token-usage.ts'
import { type Change, ChangeNotifications } from '../change-notifications.ts'
import type { Engine, PoolStatus, Statement } from '../engine.ts'
import type { Log } from '../log.ts'
import { migrate } from '../migrate.ts'
import { changesOf } from '../responses/response-batch.ts'
import type { Tables } from '../tables.ts'
import { Broadcasts } from './broadcasts.ts'
import { PostgresListener } from './change-listener.ts'
import { ChangePublisher } from './change-publisher.ts'
import { ConnectionGenerations } from './connection-generations.ts'
import { Pipeline } from './pipeline.ts'
import { kyselyOn, PoolDriver, type PoolOptions } from './pool.ts'
import { consume, refund } from './rate-limits.ts'
import { REPLICA_TIME_LIMITS, Replica, type ReplicaLimits } from './replica.ts'
import { storeBatches } from './response-batches.ts'
import { findSequences } from './response-ids.ts'
import { POSTGRES_DIALECT } from './schema.ts'
import { isDeadlock, isUniqueViolation } from './statement-errors.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts'

/** Key of the advisory lock that a migration holds. An arbitrary number. */
const MIGRATION_LOCK = 7_382_051
/** How long a process waits for another process's migration before it logs that, in milliseconds. */
const MIGRATION_WARNING_MS = 2_000
const WAITS_FOR_MIGRATION =
  'waiting for another process that is migrating the database; if there is none, find the holder of the advisory lock in pg_stat_activity'
/** How long a migration waits for a table lock, in milliseconds. Later queries queue behind it. */
const TABLE_LOCK_MS = 5_000

/**
 * Connections of a process, in addition to one for change notifications. Concurrent commits of submissions to one
 * survey would only wait for each other, so more connections gain nothing. Commits that wait for locked surveys have
 * separate connections, so that nothing else waits with them.
 */
const WRITE_CONNECTIONS = 3
const WAIT_CONNECTIONS = 2
const READ_CONNECTIONS = 4
/** Maximum number of attempts at a transaction that PostgreSQL ends because of deadlocks. */
const MAX_ATTEMPTS = 4
/**
 * Pause before the next attempt, in milliseconds. Without it, this transaction might take its lock again before the
 * other one has woken up.
 */
const ATTEMPT_PAUSE_MS = 20
/** How long a commit waits for its survey's lock before another commit gets its turn, in milliseconds. */
const WAIT_MS = 1_000

export interface PostgresOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string
  /**
   * The address of the database itself, if `url` points to a pooler that may run each transaction in another session.
   */
  readonly listenUrl?: string | undefined
  /** A streaming replica, from which responses are read. */
  readonly replicaUrl?: string | undefined
  readonly replicaLimits?: ReplicaLimits
  readonly log: Log
  readonly timeLimits?: TimeLimits
}

/**
 * Opens a PostgreSQL database, shared with any number of processes. Reads have separate connections, so that they never
 * wait for writes, which wait for each other's row locks.
 * @throws Refusal `temporarily unavailable` if the database cannot be reached
 * @throws Error for a foreign database
 */
export async function openPostgres(postgresOptions: PostgresOptions): Promise<Engine> {
  const { url, listenUrl, log } = postgresOptions
  const options: PoolOptions = { ...poolOptions(postgresOptions), connections: WRITE_CONNECTIONS }
  await migrateDatabase(options)
  const generations = new ConnectionGenerations()
  const writePool = new PoolDriver(options, generations)
  const readPool = new PoolDriver({ ...options, connections: READ_CONNECTIONS }, generations)
  const waitLimits = { ...options.timeLimits, lock: Math.min(WAIT_MS, options.timeLimits.lock) }
  const waitPool = new PoolDriver({ ...options, connections: WAIT_CONNECTIONS, timeLimits: waitLimits }, generations)
  const writer = kyselyOn(writePool)
  const reader = kyselyOn(readPool)
  const notifications = new ChangeNotifications(log)
  const publisher = new ChangePublisher(writePool, log)
  const broadcasts = new Broadcasts(writePool)
  const { write, writeUnflushed, notify } = notifyingTransactions(writer, publisher)
  const watched: (() => readonly string[])[] = []
  let listener: PostgresListener | undefined
  const tokenUsage = new TokenUsage(write, log)
  const replica = openReplica(postgresOptions, readPool)
  return {
    reader,
    selectArrays: query => readPool.selectArrays(query),
    selectResponses: async (survey, query) => (await replica?.select(survey, query)) ?? readPool.selectArrays(query),
    read: run => reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run),
    write,
    writeUnflushed,
    findSequences,
    storeResponses: storingOn(new Pipeline(writePool), waitPool, publisher),
    // A pooler that runs each transaction in another session may mix up overlapping ones.
    commitsUnderWay: options.sharedSessions ? 1 : 2,
    confirmCommits: () => writePool.confirmCommits(),
    isUniqueViolation,
    // Weaker than `for update`: rows that reference the locked one can still be inserted.
    lockRows: query => query.forNoKeyUpdate(),
    consumeRateLimit: (key, limit, now) => consume(writer, key, limit, now),
    refundRateLimit: (key, now) => refund(writer, key, now),
    recordTokenUse: (tokenId, hour) => tokenUsage.record(tokenId, hour),
    // Autovacuum reclaims the space of deleted rows.
    eraseDeleted: () => undefined,
    databaseBytes: () => readSize(reader),
    purgeFiles: () => undefined,
    notify,
    listen: (onChange, watchedSlugs) => {
      notifications.listen(onChange)
      if (watchedSlugs !== undefined) watched.push(watchedSlugs)
      const send = (statement: Statement) => writePool.selectArrays(statement)
      const allWatched = () => watched.flatMap(slugs => slugs())
      listener ??= new PostgresListener({
        url,
        listenUrl,
        send,
        notifications,
        watchedSlugs: allWatched,
        broadcasts,
        log,
      })
    },
    broadcast: texts => broadcasts.send(texts),
    listenToBroadcasts: onText => broadcasts.listen(onText),
    listening: () => listener?.confirm(),
    connectionStatus: () => ({
      ...[readPool, writePool, waitPool].map(pool => pool.status()).reduce(sum),
      isListening: listener?.isListening ?? true,
      replica: replica?.status,
    }),
    close: async () => {
      await tokenUsage.close()
      listener?.close()
      await publisher.close()
      await replica?.close()
      await writer.destroy()
      await reader.destroy()
      await waitPool.destroy()
    },
  }
}

/** Transactions whose changes are published after their commit. */
function notifyingTransactions(
  writer: Kysely<Tables>,
  publisher: ChangePublisher,
): Pick<Engine, 'write' | 'writeUnflushed' | 'notify'> {
  const changesOf = new WeakMap<Transaction<Tables>, Change[]>()
  const write: Engine['write'] = async run => {
    const { result, changes, numbers } = await unlessDeadlocked(() =>
      writer.transaction().execute(async db => {
        const changes: Change[] = []
        changesOf.set(db, changes)
        const result = await run(db)
        return { result, changes, numbers: await numberChanges(db, changes) }
      }),
    )
    publisher.publish(changes.map(change => ({ change, numbers: numbers.get(change.slug) ?? [] })))
    return result
  }
  return {
    write,
    writeUnflushed: run =>
      write(async db => {
        await sql`set local synchronous_commit = off`.execute(db)
        return run(db)
      }),
    notify: async (db, change) => {
      const changes = changesOf.get(db)
      if (changes === undefined) throw new Error('only the transaction that makes a change can notify of it')
      changes.push(change)
    },
  }
}

/** @param waitPool has separate connections for commits that wait for their survey's lock */
function storingOn(commits: Pipeline, waitPool: PoolDriver, publisher: ChangePublisher): Engine['storeResponses'] {
  return async (batches, ifLocked) => {
    // A survey that is merely busy must not queue behind surveys that stay locked.
    const waits = ifLocked === 'wait' && !waitPool.isBusy
    const [transactions, lockMode] = waits ? ([waitPool, 'wait'] as const) : ([commits, 'skip'] as const)
    const results = await unlessDeadlocked(() => storeBatches(transactions, batches, lockMode))
    for (const [index, { outcome, changeNumber }] of results.entries()) {
      const { slug } = batches[index]?.survey ?? {}
      if (slug !== undefined && changeNumber !== undefined)
        publisher.publish(changesOf(slug, outcome).map(change => ({ change, numbers: [changeNumber] })))
    }
    return results.map(({ outcome }) => outcome)
  }
}

/**
 * Runs a transaction again if PostgreSQL ended it because of a deadlock. Transactions that lock in the common order
 * cannot deadlock. But a purge, or a link whose account is known only after the link is taken, cannot follow that
 * order; nor can the migration of a newer version, which locks one table after the other.
 */
async function unlessDeadlocked<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await transact()
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error
      await delay(ATTEMPT_PAUSE_MS)
    }
}

/**
 * Numbers the changes made by a transaction, at its end. Each survey has its own numbers.
 * @returns numbers by slug; none for a deleted survey
 */
async function numberChanges(db: Transaction<Tables>, changes: readonly Change[]): Promise<Map<string, number[]>> {
  if (changes.length === 0) return new Map()
  const slugs = new Set(changes.map(({ slug }) => slug))
  const numbered = await db
    .updateTable('survey')
    .set(row => ({ change_count: row('change_count', '+', 1) }))
    .where('slug', 'in', [...slugs])
    .returning(['slug', 'change_count'])
    .execute()
  return new Map(numbered.map(({ slug, change_count }) => [slug, [change_count]]))
}

async function readSize(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return rows[0]?.size ?? Number.NaN
}

function openReplica(options: PostgresOptions, primary: PoolDriver): Replica | undefined {
  if (options.replicaUrl === undefined) return undefined
  const { replicaLimits: limits, log } = options
  return new Replica({ pool: replicaPool(options.replicaUrl, options, READ_CONNECTIONS), primary, limits, log })
}

/** Failures are logged by the code that falls back to the primary. */
export function replicaPool(url: string, options: PostgresOptions, connections: number): PoolDriver {
  const log = { warn: () => undefined, error: () => undefined }
  const address = { url, setting: 'DATABASE_REPLICA_URL' } as const
  return new PoolDriver({
    ...poolOptions(options),
    ...address,
    connections,
    timeLimits: REPLICA_TIME_LIMITS,
    log,
    readOnly: true,
  })
}

export function poolOptions({ url, listenUrl, log, timeLimits = TIME_LIMITS }: PostgresOptions) {
  return { url, log, timeLimits, sharedSessions: listenUrl !== undefined }
}

function sum(one: PoolStatus, other: PoolStatus): PoolStatus {
  return {
    total: one.total + other.total,
    idle: one.idle + other.idle,
    waiting: one.waiting + other.waiting,
  }
}

/** Uses a separate connection without a reply limit, because a migration takes as long as it needs. */
async function migrateDatabase(options: PoolOptions): Promise<void> {
  const timeLimits = { ...options.timeLimits, reply: 0 }
  const migrator = kyselyOn(new PoolDriver({ ...options, connections: 1, timeLimits }))
  try {
    await unlessDeadlocked(() => migrator.transaction().execute(db => migrateUnderLock(db, options.log)))
  } finally {
    await migrator.destroy()
  }
}

/** Waits until no other process is creating or changing tables, and blocks others until the end of the transaction. */
export async function lockMigrations(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
}

/**
 * Processes that start at the same time migrate one after the other. Processes of the previous version keep serving.
 */
async function migrateUnderLock(db: Kysely<Tables>, log: Log): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
  const warning = setTimeout(() => log.warn(WAITS_FOR_MIGRATION), MIGRATION_WARNING_MS)
  await lockMigrations(db).finally(() => clearTimeout(warning))
  await sql`set local lock_timeout = ${sql.lit(TABLE_LOCK_MS)}`.execute(db)
  await migrate(db, POSTGRES_DIALECT)
}
