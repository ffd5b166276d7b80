import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../tables.ts'

/** Key of the advisory lock that all servers of a database share, and that a load needs alone. An arbitrary number. */
const SERVER_LOCK = 7_382_052

/**
 * The database ends the session, and with it the lock, of a machine that has not answered for a minute. By default it
 * would wait for two hours.
 */
const KEEPALIVE = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

/**
 * Shows that a server runs, for as long as the connection lasts.
 * @param client has a session of its own: in a session of a pooler, the lock would outlive the server
 * @throws Error while a dump is being loaded
 */
export async function shareServerLock(client: pg.Client): Promise<void> {
  await client.query(KEEPALIVE)
  const { rows } = await client.query(`select pg_try_advisory_lock_shared(${SERVER_LOCK}) as shared`)
  if (rows[0]?.shared !== true) throw new Error('a dump is being loaded into the database; wait until that has ended')
}

/**
 * Keeps servers from getting ready until the end of the transaction.
 * @throws Error if a server runs on the database
 */
export async function requireNoServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(${SERVER_LOCK}) as alone`.execute(db)
  if (rows[0]?.alone !== true) throw new Error('a server is running on this database; stop it, and load again')
}
