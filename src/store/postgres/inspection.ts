import { type Kysely, sql } from 'kysely'
import { CountVerification } from '../count-verification.ts'
import type { Engine } from '../engine.ts'
import { type DatabaseInspection, inspectionQueries } from '../inspection.ts'
import { readSchemaVersion, SCHEMA_VERSION } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { kyselyOn, PoolDriver, READ_ONLY } from './pool.ts'
import type { PostgresOptions } from './postgres.ts'
import { TIME_LIMITS } from './time-limits.ts'

/**
 * Opens a PostgreSQL database on a connection whose transactions are all read-only.
 * @throws Refusal `temporarily unavailable` if the database cannot be reached
 */
export async function inspectPostgres({
  url,
  log,
  timeLimits = TIME_LIMITS,
}: PostgresOptions): Promise<DatabaseInspection> {
  const reader = kyselyOn(new PoolDriver({ url, connections: 1, log, timeLimits, sessionOptions: READ_ONLY }))
  const read: Engine['read'] = run => reader.transaction().setIsolationLevel('repeatable read').execute(run)
  try {
    const isEmpty = await hasNoTables(reader)
    return {
      schema: isEmpty ? undefined : await readSchemaVersion(reader),
      knownSchema: SCHEMA_VERSION,
      secretCheck: isEmpty ? null : await readSecretCheck(reader),
      verifyCounts: maxResponses => new CountVerification({ reader, read }).run(maxResponses),
      ...inspectionQueries(reader),
      close: () => reader.destroy(),
    }
  } catch (error) {
    await reader.destroy()
    throw error
  }
}

async function hasNoTables(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select to_regclass('migration') is null as empty`.execute(db)
  return rows[0]?.empty === true
}

async function readSecretCheck(db: Kysely<Tables>): Promise<string | null> {
  const row = await db.selectFrom('installation').select('secret_check').executeTakeFirst()
  return row?.secret_check ?? null
}
