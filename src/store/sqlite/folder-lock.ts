import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { resultCode, SQLITE_BUSY } from './result-codes.ts'

const LOCK_FILE = 'serve.lock'
/** How long to wait for a process that only checks whether the lock is held, in milliseconds. */
const LOCK_WAIT_MS = 500

/** Held by a data directory's only server process, or by a command that needs exclusive use of the folder. */
export interface FolderLock {
  release(): void
}

/**
 * Acquires a lock that the operating system releases when the process dies, however it dies. It is held through SQLite.
 * @throws Error if another process holds it
 */
export function acquireFolderLock(folder: string): FolderLock {
  const lock = tryLock(folder)
  if (lock === undefined) throw new Error(`another server is running on the data directory ${folder}`)
  return lock
}

/** Whether a server is running on a data directory. */
export function isServed(folder: string): boolean {
  if (!existsSync(join(folder, LOCK_FILE))) return false
  const lock = tryLock(folder)
  lock?.release()
  return lock === undefined
}

/** @returns undefined if another process holds the lock */
function tryLock(folder: string): FolderLock | undefined {
  const lock = new DatabaseSync(join(folder, LOCK_FILE), { timeout: LOCK_WAIT_MS })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    if (resultCode(error) === SQLITE_BUSY) return undefined
    throw error
  }
}
