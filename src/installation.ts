import { randomInt, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Config, ConfigError } from './config.ts'
import { DiskSpace } from './disk-space.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createSecret, findSecret, secretFile } from './secret-file.ts'
import { StorageQuota } from './service/access/storage-quota.ts'
import { PASSWORD_COST } from './service/accounts/password-hash.ts'
import { newCaches } from './service/cache.ts'
import type { Context } from './service/context.ts'
import { Keys } from './service/keys.ts'
import { Submissions } from './service/responses/submissions.ts'
import type { Engine } from './store/engine.ts'
import { Store } from './store/store.ts'

/**
 * Opens the installation for services.
 * @param exclusive for a server process; an embedded database has only one at a time
 */
export async function openContext(
  config: Config,
  exclusive: boolean,
  log: Logger,
  metrics?: Metrics,
): Promise<Context> {
  // Only the owner may read the installation's files, whatever the directory allows.
  process.umask(0o077)
  const secret = findSecret(config)
  const store = new Store(await openEngine(config, exclusive, log), config)
  const keys = await verifiedKeys(config, secret, store).catch(async error => {
    await store.close()
    throw error
  })
  const disk = exclusive && config.databaseUrl === undefined ? new DiskSpace(config, log) : undefined
  const isDiskFull = () => disk?.isFull ?? false
  const limits = { perSurvey: config.surveyStorage, perAccount: config.accountStorage }
  const caches = newCaches()
  return {
    store,
    submissions: new Submissions(store, { ...config, commitObserver: metrics, caches }),
    caches,
    quota: new StorageQuota({ store, clock: Date.now, limits, isDiskFull }),
    keys,
    passwordCost: PASSWORD_COST,
    freeSurveyDays: config.freeSurveyDays,
    billing: config.billing,
    clock: Date.now,
    random: { uuid: randomUUID, integer: randomInt },
    log,
  }
}

/**
 * A secret is created only for a database that has not needed one yet. For any other database it would be the wrong
 * one, but look as if it were right.
 */
async function verifiedKeys(config: Config, found: string | undefined, store: Store): Promise<Keys> {
  const isNeeded = found === undefined && (await store.needsSecret())
  // Another process may have created it meanwhile.
  const secret = found ?? findSecret(config)
  if (secret === undefined && isNeeded)
    throw new ConfigError(
      `the secret of this database is missing: put the one that it was created with into ${secretFile(config)}, or set SECRET or SECRET_FILE`,
    )
  const keys = new Keys(secret ?? createSecret(config))
  if (await store.verifySecret(keys.check)) return keys
  throw new ConfigError(
    'SECRET does not belong to this database. Use the secret that the database was created with: admin links depend on it.',
  )
}

/** Loads only the engine that is needed, without the driver of the other one. */
async function openEngine(
  { databaseUrl, databaseListenUrl, databaseReplicaUrl, dataDir }: Config,
  exclusive: boolean,
  log: Logger,
): Promise<Engine> {
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./store/sqlite/sqlite.ts')
    return openSqlite({ folder: dataDir, exclusive, log })
  }
  const { openPostgres } = await import('./store/postgres/postgres.ts')
  return openPostgres({ url: databaseUrl, listenUrl: databaseListenUrl, replicaUrl: databaseReplicaUrl, log })
}
