import { type Kysely, sql, type Transaction } from 'kysely'
import { type Change, ChangeNotifications } from '../change-notifications.ts'
import type { Engine, PoolStatus, SchemaSyntax } from '../engine.ts'
import type { Log } from '../log.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { TokenUsage } from '../token-usage.ts'
import { PostgresListener } from './change-listener.ts'
import { ChangePublisher } from './change-publisher.ts'
import { ConnectionGenerations } from './connection-generations.ts'
import { isUniqueViolation, kyselyOn, PoolDriver, type PoolOptions } from './pool.ts'
import { consume, refund } from './rate-limits.ts'
import { storeBatches } from './response-batches.ts'
import { TIME_LIMITS, type TimeLimits } from './time-limits.ts'

const SYNTAX: SchemaSyntax = {
  identity: 'bigint generated always as identity primary key',
  integer: 'bigint',
  tableOptions: '',
  clusteredTableOptions: '',
  // Each check would scan the dead versions of the survey's row, of which every commit adds one.
  surveyReference: '',
  unlogged: 'unlogged ',
}

/** Key of the advisory lock that a migration holds. An arbitrary number. */
const MIGRATION_LOCK = 7_382_051
/** How long a migration waits for the lock on a table, in milliseconds. Later queries queue behind it. */
const TABLE_LOCK_MS = 5_000

/**
 * Connections of a process, beside one for change notifications. Concurrent commits of submissions to one survey would
 * only wait for each other, so more connections gain nothing.
 */
const WRITE_CONNECTIONS = 5
const READ_CONNECTIONS = 4

export interface PostgresOptions {
  /** postgres://user:password@host:port/database */
  readonly url: string
  /** The database itself, if `url` leads to a pooler that may give each transaction another session. */
  readonly listenUrl?: string | undefined
  readonly log: Log
  readonly timeLimits?: TimeLimits
}

/**
 * A PostgreSQL database, shared with any number of processes. Reads have connections of their own, so that they never
 * wait for writes, which wait for each other's row locks.
 * @throws Refusal `temporarily unavailable` if the database cannot be reached
 */
export async function openPostgres(postgresOptions: PostgresOptions): Promise<Engine> {
  const { url, listenUrl = url, log } = postgresOptions
  const options: PoolOptions = { ...poolOptions(postgresOptions), connections: WRITE_CONNECTIONS }
  await migrateDatabase(options)
  const generations = new ConnectionGenerations()
  const writePool = new PoolDriver(options, generations)
  const readPool = new PoolDriver({ ...options, connections: READ_CONNECTIONS }, generations)
  const writer = kyselyOn(writePool)
  const reader = kyselyOn(readPool)
  const notifications = new ChangeNotifications(log)
  const publisher = new ChangePublisher(writePool, log)
  const changesOf = new WeakMap<Transaction<Tables>, Change[]>()
  const write: Engine['write'] = async run => {
    const changes: Change[] = []
    const result = await writer.transaction().execute(db => {
      changesOf.set(db, changes)
      return run(db)
    })
    publisher.publish(changes)
    return result
  }
  const watched: (() => readonly string[])[] = []
  let listener: PostgresListener | undefined
  const tokenUsage = new TokenUsage(write, log)
  return {
    reader,
    selectArrays: query => readPool.selectArrays(query),
    read: run => reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(run),
    write,
    storeResponses: async (batches, ifLocked) => {
      const outcomes = await storeBatches(writePool, batches, ifLocked)
      const stored = batches.filter(({ responses }, index) => responses.length > 0 && outcomes[index] === 'stored')
      publisher.publish(stored.map(({ survey }) => ({ slug: survey.slug, part: 'responses' })))
      return outcomes
    },
    isUniqueViolation,
    // Weaker than `for update`: rows that reference the locked one can still be inserted.
    lockRows: query => query.forNoKeyUpdate(),
    consumeRateLimit: (key, limit, now) => consume(writer, key, limit, now),
    refundRateLimit: (key, now) => refund(writer, key, now),
    recordTokenUse: (tokenId, hour) => tokenUsage.record(tokenId, hour),
    // Autovacuum reclaims the space of deleted rows.
    eraseDeleted: () => undefined,
    purgeFiles: () => undefined,
    notify: async (db, change) => {
      const changes = changesOf.get(db)
      if (changes === undefined) throw new Error('a change can be notified only by the transaction that makes it')
      changes.push(change)
    },
    listen: (onChange, watchedSlugs) => {
      notifications.listen(onChange)
      if (watchedSlugs !== undefined) watched.push(watchedSlugs)
      listener ??= new PostgresListener(listenUrl, notifications, () => watched.flatMap(slugs => slugs()), log)
    },
    connectionStatus: () => ({
      ...sum(readPool.status(), writePool.status()),
      isListening: listener?.isListening ?? true,
    }),
    close: async () => {
      await tokenUsage.close()
      listener?.close()
      await publisher.close()
      await writer.destroy()
      await reader.destroy()
    },
  }
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

/** On a connection of its own without a limit for replies: a migration takes as long as it needs. */
async function migrateDatabase(options: PoolOptions): Promise<void> {
  const timeLimits = { ...options.timeLimits, reply: 0 }
  const migrator = kyselyOn(new PoolDriver({ ...options, connections: 1, timeLimits }))
  try {
    await migrator.transaction().execute(migrateUnderLock)
  } finally {
    await migrator.destroy()
  }
}

/** Processes that start at the same time migrate one after the other. Those of the previous version go on serving. */
async function migrateUnderLock(db: Kysely<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  await sql`set local lock_timeout = ${sql.lit(TABLE_LOCK_MS)}`.execute(db)
  await migrate(db, SYNTAX)
}
