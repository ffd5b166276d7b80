import type { Config } from './config.ts'
import { freeBytes } from './disk-space.ts'
import type { Context } from './service/context.ts'

/**
 * How long a status is reused, in milliseconds: for the size of a large database, PostgreSQL reads the sizes of many
 * files.
 */
const LIFETIME_MS = 60_000

/** What metrics report about storage. */
export interface StorageStatus {
  readonly databaseBytes: number
  /** On an embedded database's disk. */
  readonly freeBytes: number | undefined
  /** When the last backup was made, in milliseconds since the epoch; null if none was recorded. */
  readonly lastBackupAt: number | null
}

/**
 * @param now in milliseconds, from any starting point
 * @returns a function that reads the status, at most once a minute
 */
export function storageStatus(
  { store }: Pick<Context, 'store'>,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  now = () => performance.now(),
): () => Promise<StorageStatus> {
  let last: { readonly status: StorageStatus; readonly readAt: number } | undefined
  return async () => {
    if (last !== undefined && now() - last.readAt < LIFETIME_MS) return last.status
    const [databaseBytes, lastBackupAt] = await Promise.all([store.databaseBytes(), store.lastBackup.find()])
    const status = {
      databaseBytes,
      lastBackupAt,
      freeBytes: databaseUrl === undefined ? freeBytes(dataDir) : undefined,
    }
    last = { status, readAt: now() }
    return status
  }
}
