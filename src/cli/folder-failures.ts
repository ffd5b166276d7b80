import { accessSync, constants } from 'node:fs'
import type { Config } from '../config.ts'
import { resultCode, SQLITE_BUSY, SQLITE_FULL, UNAVAILABLE_CODES } from '../store/sqlite/result-codes.ts'

const READ_ONLY = 'EROFS'
/** System error codes for a folder that cannot be read or written, or whose disk is full. */
const FOLDER_CODES = new Set(['EACCES', 'EEXIST', 'EPERM', READ_ONLY, 'ENOTDIR', 'ENOSPC'])

/** Linux remounts a file system read-only when its disk fails. */
export const MOUNT_WRITABLE = 'mount it writable (if it became read-only by itself, dmesg says why)'

/**
 * Explains what to do if the data directory cannot be used. Other errors are returned unchanged, including those of a
 * PostgreSQL database, where the missing permission may be that for its socket.
 */
export function explainFolderFailure(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): unknown {
  const cause = (error as Error).cause ?? error
  if (databaseUrl !== undefined || !(cause instanceof Error) || !isOfFolder(cause)) return error
  return new Error(
    `the data folder ${dataDir} cannot be used (${cause.message}); ${remedyFor(cause, dataDir)}, or choose another with DATA_DIR`,
  )
}

function remedyFor(cause: Error, dataDir: string): string {
  if (resultCode(cause) === SQLITE_FULL || codeOf(cause) === 'ENOSPC') return 'free up space there'
  if (codeOf(cause) === READ_ONLY || isMountedReadOnly(dataDir)) return MOUNT_WRITABLE
  return 'run this as the user who owns it, make it writable'
}

/** Whether a path is on a file system that is mounted read-only, to which nobody can write. */
export function isMountedReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return false
  } catch (error) {
    return codeOf(error) === READ_ONLY
  }
}

/** Calls a function that uses the data directory. @throws Error that says what to do if the directory cannot be used */
export function explainingFolderFailures<Result>(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  use: () => Result,
): Result {
  try {
    return use()
  } catch (error) {
    throw explainFolderFailure(error, config)
  }
}

/** A database that is only busy can be used again shortly. */
function isOfFolder(error: Error): boolean {
  const code = resultCode(error)
  if (code !== undefined) return code !== SQLITE_BUSY && UNAVAILABLE_CODES.has(code)
  return FOLDER_CODES.has(codeOf(error) ?? '')
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}
