import type { Config } from './config.ts'
import { freeBytes } from './disk-space.ts'
import type { Context } from './service/context.ts'

/** How long a status is used again, in milliseconds: of a large database, PostgreSQL looks at many files for its size. */
const LIFETIME_MS = 60_000

/** What the metrics say about storage. */
export interface StorageStatus {
  readonly databaseBytes: number
  /** On the disk of an embedded database. */
  readonly freeBytes: number | undefined
  /** When the last backup was made, in milliseconds since the epoch; null if none was recorded. */
  readonly lastBackupAt: number | null
}

/** @param now in milliseconds, from any beginning @returns reads the status, at most once a minute */
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
