import { readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { REPLACED_DATABASE_LIFETIME_MS } from '../../domain/limits.ts'
import { DATABASE_FILE } from './database-file.ts'

const PARTIAL = /\.soundings-partial-(\d+)(?:-journal)?$/
const REPLACED = new RegExp(`^${DATABASE_FILE}\\.(replaced-\\d{8}T\\d{9}Z)(?:-wal|-shm|-journal)?$`)

/** The name under which this process makes a backup, until the backup is complete. */
export function partialName(file: string): string {
  return `${file}.soundings-partial-${process.pid}`
}

/**
 * Deletes partial files that killed backups have left in the same folder. Containers reuse process ids: a file with our own
 * id is a leftover too, because this process has not begun its backup.
 */
export function removePartialBackups(file: string): void {
  removeFiles(dirname(file), name => {
    const [, pid] = PARTIAL.exec(name) ?? []
    return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)))
  })
}

/** The file to which a restore copies a backup before the backup replaces the database. */
export function stagedFile(folder: string): string {
  return join(folder, `${DATABASE_FILE}.restoring`)
}

/** The caller holds the lock of the folder, or the copy may be in use. */
export function removeStaged(folder: string): void {
  for (const suffix of ['', '-journal']) rmSync(stagedFile(folder) + suffix, { force: true })
}

/** Appended to the name of a file that a restore replaces. */
export function replacedSuffix(now: number): string {
  return `replaced-${new Date(now).toISOString().replace(/[-:.]/g, '')}`
}

/** Deletes databases that a restore has replaced some time ago. */
export function purgeReplaced(folder: string, now: number): void {
  const oldest = replacedSuffix(now - REPLACED_DATABASE_LIFETIME_MS)
  removeFiles(folder, name => (REPLACED.exec(name)?.[1] ?? oldest) < oldest)
}

function removeFiles(folder: string, isLeft: (name: string) => boolean): void {
  for (const name of readdirSync(folder).filter(isLeft)) rmSync(join(folder, name), { force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // With any other error, the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
