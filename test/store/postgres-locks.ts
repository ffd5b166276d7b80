import type { TestContext } from 'node:test'
import type { Engine } from '../../src/store/engine.ts'
import type { Store } from '../../src/store/store.ts'
import { newPostgres, type PostgresDatabase } from '../database.ts'
import { connect } from '../postgres/query.ts'
import { until } from '../until.ts'
import { storeOn } from './rows.ts'

export async function open(t: TestContext): Promise<{ database: PostgresDatabase; engine: Engine; store: Store }> {
  const database = await newPostgres()
  const engine = await database.open()
  const store = storeOn(engine)
  t.after(async () => {
    await store.close()
    await until(async () => (await connections(database)).length === 0)
    await database.drop()
  })
  return { database, engine, store }
}

/** Runs a statement in a transaction that stays open. @returns what commits it */
export async function lock({ url }: PostgresDatabase, statement: string): Promise<() => Promise<void>> {
  const client = await connect(url)
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

/** Acts while another transaction has run a statement, and lets that commit once the act waits for it. */
export async function whileLocked<T>(database: PostgresDatabase, statement: string, act: () => Promise<T>): Promise<T> {
  const commit = await lock(database, statement)
  const acting = act()
  // The caller handles a refusal, which may come before the commit has been confirmed.
  acting.catch(() => undefined)
  await until(async () => (await waitingForLock(database)) === 1)
  await commit()
  return acting
}

/** Connections of the database that wait for a lock. */
export async function waitingForLock({ query }: PostgresDatabase): Promise<number> {
  const waiting = "datname = current_database() and wait_event_type = 'Lock'"
  return (await query(`select pid from pg_stat_activity where ${waiting}`)).length
}

/** Connections of our processes. */
export function connections({ query }: PostgresDatabase): Promise<unknown[]> {
  return query(
    "select pid from pg_stat_activity where datname = current_database() and application_name like 'soundings%'",
  )
}
