import { type Kysely, sql } from 'kysely'
import { asApplied, readHistory } from '../migrate.ts'
import { type DumpSource, isEmptyInstallation, loadTables, ownTables } from '../moving/dump-source.ts'
import { schemaState, UnknownSchemaError } from '../schema-history.ts'
import type { Tables } from '../tables.ts'
import { kyselyOn, PoolDriver } from './pool.ts'
import { lockMigrations, type PostgresOptions, poolOptions } from './postgres.ts'
import { POSTGRES_DIALECT } from './schema.ts'
import { requireNoServer } from './server-lock.ts'

/** The tables whose ids are assigned by the database. */
const WITH_IDENTITY = ['survey', 'job']

/**
 * Creates a PostgreSQL database's tables from a dump, in one transaction.
 * @throws Error if a server runs on the database, or it contains accounts or is foreign; DumpError
 */
export async function loadPostgres(options: PostgresOptions, source: DumpSource): Promise<void> {
  const pool = poolOptions(options)
  const timeLimits = { ...pool.timeLimits, reply: 0, statement: 0, idleInTransaction: 0 }
  const loader = kyselyOn(new PoolDriver({ ...pool, connections: 1, timeLimits }))
  try {
    await loader.transaction().execute(async db => {
      await lockMigrations(db)
      await requireNoServer(db)
      await dropEmptyTables(db)
      await loadTables(db, source, { dialect: POSTGRES_DIALECT, overriding: 'overriding system value' })
      for (const table of WITH_IDENTITY)
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
          from ${sql.table(table)}`.execute(db)
    })
  } finally {
    await loader.destroy()
  }
}

/** They exist if a server has ever started with this database. */
async function dropEmptyTables(db: Kysely<Tables>): Promise<void> {
  const state = schemaState(await readHistory(db, POSTGRES_DIALECT), asApplied(POSTGRES_DIALECT))
  if (state.kind === 'unknown') throw new UnknownSchemaError(state)
  if (state.kind === 'empty') return
  // A server that has only just started does not have its lock yet: nothing that it stores may be dropped.
  await sql`lock table account`.execute(db)
  if (!(await isEmptyInstallation(db)))
    throw new Error('there are accounts in this installation; load into an empty database')
  await sql`drop table ${sql.join(ownTables().map(name => sql.table(name)))}`.execute(db)
}
