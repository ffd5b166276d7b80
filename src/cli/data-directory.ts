import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, failed, formatMegabytes, passed } from './check-result.ts'

/** Below this, a full disk and refused submissions are close. */
const MIN_FREE_BYTES = 200 * 2 ** 20

/** Checks the data directory without opening any file in it. */
export function checkDataDirectory(folder: string): CheckResult[] {
  if (!existsSync(folder))
    return [failed('folder', `${folder} does not exist`, 'set DATA_DIR, or start the server, which creates it')]
  return [checkWritable(folder), checkPermissions(folder), checkFreeSpace(folder)]
}

function checkWritable(folder: string): CheckResult {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (statSync(folder).isDirectory()) return passed('folder', `${folder} is writable`)
  } catch {
    // A directory without access gets the same result as a file that is not a directory.
  }
  return failed('folder', `${folder} is not a writable directory`, 'make it a directory that the server’s user owns')
}

function checkPermissions(folder: string): CheckResult {
  const open = [folder, join(folder, 'secret')].filter(path => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0) return passed('private', 'only the owner can read the data directory and the secret')
  return failed('private', `other users can read ${open.join(' and ')}`, `run chmod go= ${open.join(' ')}`)
}

function checkFreeSpace(folder: string): CheckResult {
  const { bavail, bsize } = statfsSync(folder)
  const free = formatMegabytes(bavail * bsize)
  if (bavail * bsize >= MIN_FREE_BYTES) return passed('space', `${free} free`)
  return failed(
    'space',
    `${free} free, less than ${formatMegabytes(MIN_FREE_BYTES)}`,
    'free up space: on a full disk, submissions are refused',
  )
}
