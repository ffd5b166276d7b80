import type { Config } from '../config.ts'
import { resultCode, SQLITE_BUSY, SQLITE_FULL, UNAVAILABLE_CODES } from '../store/sqlite/result-codes.ts'

/** Codes of the system for a folder that cannot be read or written, or has no room. */
const FOLDER_CODES = new Set(['EACCES', 'EEXIST', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC'])

/**
 * Says what to do where the data directory cannot be used. Other errors are returned as they are, and so are those of a
 * PostgreSQL database: a right that is missing may be one to its socket.
 */
export function explainFolderFailure(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): unknown {
  const cause = (error as Error).cause ?? error
  if (databaseUrl !== undefined || !(cause instanceof Error) || !isOfFolder(cause)) return error
  const isFull = resultCode(cause) === SQLITE_FULL || (cause as NodeJS.ErrnoException).code === 'ENOSPC'
  const remedy = isFull ? 'free up space there' : 'run this as the user who owns it, make it writable'
  return new Error(
    `the data folder ${dataDir} cannot be used (${cause.message}); ${remedy}, or choose another with DATA_DIR`,
  )
}

/** A database that is only busy can be used in a moment. */
function isOfFolder(error: Error): boolean {
  const code = resultCode(error)
  if (code !== undefined) return code !== SQLITE_BUSY && UNAVAILABLE_CODES.has(code)
  return FOLDER_CODES.has((error as NodeJS.ErrnoException).code ?? '')
}
