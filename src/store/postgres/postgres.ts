import { type Dialect, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { WINDOW_MS } from '../../domain/limits.ts'
import { ChangeNotifications } from '../change-notifications.ts'
import type { Engine, PoolStatus, RateLimitResult, SchemaSyntax } from '../engine.ts'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { TokenUsage } from '../token-usage.ts'
import { CHANNEL, encodeChange, PostgresListener } from './change-listener.ts'
import { newPool, PoolDriver } from './pool.ts'

const SYNTAX: SchemaSyntax = {
  identity: 'bigint generated always as identity primary key',
  integer: 'bigint',
  tableOptions: '',
  clusteredTableOptions: '',
  // A check for each row would look through all versions of the survey's, which each commit adds one to.
  surveyReference: '',
  unlogged: 'unlogged ',
}

/** Any number that is ours: whoever migrates holds this lock of the database's. */
const MIGRATION_LOCK = 7_382_051
/** How long it waits for a table that is in use, in milliseconds: who comes after it waits as long. */
const TABLE_LOCK_MS = 5_000

/**
 * The most connections of a process for acts that write; as many again are for reading, and one hears announcements. A
 * group of submissions needs one, so that more of them only wait for each other.
 */
const CONNECTIONS = 5

/**
 * A PostgreSQL database, shared with any number of other processes. Acts that write and wait for each other's rows have
 * connections of their own, so that reading never waits for them.
 * @param options.url postgres://user:password@host:port/database
 * @throws Refusal `temporarily unavailable` where the database cannot be reached
 */
export async function openPostgres({ url }: { readonly url: string }): Promise<Engine> {
  const writing = new PoolDriver(newPool(url, CONNECTIONS))
  const reading = new PoolDriver(newPool(url, CONNECTIONS))
  const writer = kysely(writing)
  const reader = kysely(reading)
  const write: Engine['write'] = act => writer.transaction().execute(act)
  const announcements = new ChangeNotifications()
  let hearing: PostgresListener | undefined
  const uses = new TokenUsage(write)
  const letGo = async () => {
    await uses.close().catch(() => undefined)
    await hearing?.close()
    await writer.destroy()
    await reader.destroy()
  }
  try {
    await write(migrateUnderLock)
  } catch (error) {
    await letGo()
    throw error
  }
  return {
    reader,
    selectArrays: query => reading.rows(query),
    read: act => reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(act),
    write,
    // Rows that refer to the locked one may still be added: its key stays what it is.
    lockRows: query => query.forNoKeyUpdate(),
    poolStatus: () => sum(reading.status(), writing.status()),
    consumeRateLimit: (key, limit, now) => consume(writer, key, limit, now),
    refundRateLimit: (key, now) => refund(writer, key, now),
    notify: async (db, change) => void (await sql`select pg_notify(${CHANNEL}, ${encodeChange(change)})`.execute(db)),
    listen: heard => {
      announcements.listen(heard)
      hearing ??= new PostgresListener(url, announcements)
    },
    recordTokenUse: (tokenId, hour) => uses.record(tokenId, hour),
    close: letGo,
  }
}

function sum(one: PoolStatus, other: PoolStatus): PoolStatus {
  return {
    total: one.total + other.total,
    idle: one.idle + other.idle,
    waiting: one.waiting + other.waiting,
  }
}

function kysely(driver: PoolDriver): Kysely<Tables> {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Tables>({ dialect })
}

/** Processes that start together do it one after the other; those of the previous version go on serving. */
async function migrateUnderLock(db: Kysely<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db)
  await sql`set local lock_timeout = ${sql.lit(TABLE_LOCK_MS)}`.execute(db)
  await migrate(db, SYNTAX)
}

/**
 * One statement in a table that is not logged: no wait for the disk. A clock set back neither empties a window nor
 * stretches it past an hour from now.
 */
async function consume(db: Kysely<Tables>, key: string, limit: number, now: number): Promise<RateLimitResult> {
  const closed = sql<boolean>`rate_limit.window_start + ${WINDOW_MS} <= ${now}`
  const counted = await sql<{ window_start: number }>`
    insert into rate_limit (key, window_start, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      window_start = case when ${closed} then excluded.window_start else least(rate_limit.window_start, excluded.window_start) end,
      count = case when ${closed} then 1 else rate_limit.count + 1 end
    where ${closed} or rate_limit.count < ${limit}
    returning window_start`.execute(db)
  const [row] = counted.rows
  if (row !== undefined) return { allowed: true, millisecondsLeft: row.window_start + WINDOW_MS - now }
  return { allowed: false, millisecondsLeft: (await windowStart(db, key, now)) + WINDOW_MS - now }
}

/** When a full window was opened: by a clock that was set back since, now. */
async function windowStart(db: Kysely<Tables>, key: string, now: number): Promise<number> {
  const { rows } = await sql<{ window_start: number }>`
    update rate_limit set window_start = least(window_start, ${now}) where key = ${key} returning window_start`.execute(
    db,
  )
  return rows[0]?.window_start ?? now
}

async function refund(db: Kysely<Tables>, key: string, now: number): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set(row => ({ count: row('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .where('window_start', '>', now - WINDOW_MS)
    .execute()
}
