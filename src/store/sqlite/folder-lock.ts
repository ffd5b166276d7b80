import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const LOCK_FILE = 'serve.lock'
/** How long it is waited for who only looks whether the lock is held, in milliseconds. */
const LOCK_WAIT_MS = 500

/** Held by the one server process of a data directory, or by what must have it alone. */
export interface FolderLock {
  release(): void
}

/**
 * A lock that frees itself when the process dies, however it dies: the operating system's, held through SQLite.
 * @throws Error where another process has it
 */
export function acquireFolderLock(folder: string): FolderLock {
  const lock = new DatabaseSync(join(folder, LOCK_FILE), { timeout: LOCK_WAIT_MS })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
    return { release: () => lock.close() }
  } catch {
    lock.close()
    throw new Error(`another server is running on the data directory ${folder}`)
  }
}

/** Whether a server is running on a data directory. */
export function isServed(folder: string): boolean {
  if (!existsSync(join(folder, LOCK_FILE))) return false
  try {
    acquireFolderLock(folder).release()
    return false
  } catch {
    return true
  }
}
