import type { PostgresOptions } from '../../store/postgres/postgres.ts'
import { type CheckResult, failed, passed, reasonOf } from './check-result.ts'

const REMEDY =
  'DATABASE_REPLICA_URL must point to a streaming replica that keeps up; without it, the primary answers all reads'

/** Whether the configured server is a replica of this database, and how far it lags. */
export async function checkReplica(options: PostgresOptions): Promise<CheckResult[]> {
  if (options.replicaUrl === undefined) return []
  try {
    const inspection = await import('../../store/postgres/inspection.ts')
    const lag = await inspection.checkReplica(options, options.replicaUrl)
    return [passed('replica', `has replayed within ${Math.ceil(lag)} ms what the primary had written`)]
  } catch (error) {
    return [failed('replica', reasonOf(error), REMEDY)]
  }
}
