import { setTimeout as delay } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { CountVerification } from '../count-verification.ts'
import type { Engine } from '../engine.ts'
import { type DatabaseInspection, inspectionQueries } from '../inspection.ts'
import { asApplied, readHistory } from '../migrate.ts'
import { schemaState } from '../schema-history.ts'
import type { Tables } from '../tables.ts'
import { explainConnectionError } from './connection-errors.ts'
import { confirmDelivery, listeningClient } from './listening-client.ts'
import { kyselyOn, PoolDriver } from './pool.ts'
import { type PostgresOptions, poolOptions, replicaPool } from './postgres.ts'
import { REPLICA_LIMITS, readPositions } from './replica.ts'
import { POSTGRES_DIALECT } from './schema.ts'
import { findAdditions } from './schema-additions.ts'

export interface PageChecksums {
  readonly isEnabled: boolean
  /** Pages of this database that were found to be damaged when read, since the statistics were reset. */
  readonly failures: number
}

export interface PostgresInspection extends DatabaseInspection {
  readonly pageChecksums: PageChecksums
}

/**
 * Opens a PostgreSQL database on a connection whose transactions are all read-only.
 * @throws Refusal `temporarily unavailable` if the database cannot be reached
 */
export async function inspectPostgres(options: PostgresOptions): Promise<PostgresInspection> {
  const reader = kyselyOn(new PoolDriver({ ...poolOptions(options), connections: 1, readOnly: true }))
  const read: Engine['read'] = run => reader.transaction().setIsolationLevel('repeatable read').execute(run)
  try {
    const schema = schemaState(await readHistory(reader, POSTGRES_DIALECT), asApplied(POSTGRES_DIALECT))
    return {
      pageChecksums: await readPageChecksums(reader),
      schema,
      differences: schema.kind === 'known' ? await findAdditions(reader) : [],
      secretCheck: schema.kind === 'known' ? await readSecretCheck(reader) : null,
      verifyCounts: maxResponses => new CountVerification({ reader, read }).run(maxResponses),
      serverTime: () => readTime(reader),
      ...inspectionQueries(reader),
      close: () => reader.destroy(),
    }
  } catch (error) {
    await reader.destroy()
    throw error
  }
}

/** Checks that change notifications arrive. @throws Error that says what to correct */
export async function checkNotifications(options: PostgresOptions): Promise<void> {
  const pool = new PoolDriver({ ...poolOptions(options), connections: 1, readOnly: true })
  const { listenUrl, url } = options
  const setting = listenUrl === undefined ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'
  const client = listeningClient(listenUrl ?? url)
  try {
    await client.connect()
    await confirmDelivery(client, notify => pool.selectArrays(notify))
  } catch (error) {
    throw explainConnectionError(error, listenUrl ?? url, setting)
  } finally {
    await Promise.all([client.end(), pool.destroy()])
  }
}

/**
 * Checks that a server is a replica of this database.
 * @returns the replication lag in milliseconds
 * @throws Error that says what is wrong
 */
export async function checkReplica(options: PostgresOptions, replicaUrl: string): Promise<number> {
  const primary = new PoolDriver({ ...poolOptions(options), connections: 1, readOnly: true })
  const replica = replicaPool(replicaUrl, options, 1)
  const secretOf = async (pool: PoolDriver) =>
    String(await pool.selectArrays({ sql: 'select secret_check from installation', parameters: [] }))
  try {
    const since = performance.now()
    const { written } = await readPositions(primary, replica)
    while ((await readPositions(primary, replica)).replayed < written) {
      if (performance.now() - since > REPLICA_LIMITS.maxLag) throw new Error('the replica lags by more than 5 s')
      await delay(20)
    }
    const lag = performance.now() - since
    if ((await secretOf(primary)) !== (await secretOf(replica))) throw new Error('it is a replica of another database')
    return lag
  } finally {
    await Promise.all([primary.destroy(), replica.destroy()])
  }
}

async function readPageChecksums(db: Kysely<Tables>): Promise<PageChecksums> {
  const { rows } = await sql<{ setting: string; failures: number }>`
    select current_setting('data_checksums') as setting, coalesce(checksum_failures, 0) as failures
    from pg_stat_database where datname = current_database()`.execute(db)
  return { isEnabled: rows[0]?.setting === 'on', failures: rows[0]?.failures ?? 0 }
}

async function readTime(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as time`.execute(db)
  return rows[0]?.time ?? Number.NaN
}

async function readSecretCheck(db: Kysely<Tables>): Promise<string | null> {
  const row = await db.selectFrom('installation').select('secret_check').executeTakeFirst()
  return row?.secret_check ?? null
}
