import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS } from '../../domain/values/time.ts'
import { removeFiles } from '../partial-file.ts'
import { DATABASE_FILE } from './database-file.ts'

/** How long a restore keeps the database that it replaced; backups are kept as long. */
const REPLACED_DATABASE_LIFETIME_MS = 14 * DAY_MS

const REPLACED = new RegExp(`^${DATABASE_FILE}\\.(replaced-\\d{8}T\\d{9}Z)(?:-wal|-shm|-journal)?$`)

/** The file to which a restore copies a backup before the backup replaces the database. */
export function stagedFile(folder: string): string {
  return join(folder, `${DATABASE_FILE}.restoring`)
}

/** The caller must hold the folder's lock; otherwise the copy may be in use. */
export function removeStaged(folder: string): void {
  for (const suffix of ['', '-journal']) rmSync(stagedFile(folder) + suffix, { force: true })
}

/** Appended to the name of a file replaced by a restore. */
export function replacedSuffix(now: number): string {
  return `replaced-${new Date(now).toISOString().replace(/[-:.]/g, '')}`
}

/** Deletes databases that were replaced by a restore some time ago. */
export function purgeReplaced(folder: string, now: number): void {
  const oldest = replacedSuffix(now - REPLACED_DATABASE_LIFETIME_MS)
  removeFiles(folder, name => (REPLACED.exec(name)?.[1] ?? oldest) < oldest)
}
