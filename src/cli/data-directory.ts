import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, failed, formatMegabytes, ok } from './check-result.ts'

/** Less than this is too near to a disk that takes no more answers. */
const MIN_FREE_BYTES = 200 * 2 ** 20

/** What is to be said of a data folder before anything in it is opened. */
export function checkDataDirectory(folder: string): CheckResult[] {
  if (!existsSync(folder))
    return [failed('folder', `${folder} is not there`, 'set DATA_DIR, or start the server, which makes it')]
  return [checkWritable(folder), checkPermissions(folder), checkFreeSpace(folder)]
}

function checkWritable(folder: string): CheckResult {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (statSync(folder).isDirectory()) return ok('folder', `${folder} can be written`)
  } catch {
    // Said below, as of what is no folder.
  }
  return failed('folder', `${folder} is no folder that can be written`, `make it one of the user that runs the server`)
}

function checkPermissions(folder: string): CheckResult {
  const open = [folder, join(folder, 'secret')].filter(path => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0) return ok('private', 'folder and secret are for their user alone')
  return failed('private', `others may read ${open.join(' and ')}`, `chmod go= ${open.join(' ')}`)
}

function checkFreeSpace(folder: string): CheckResult {
  const { bavail, bsize } = statfsSync(folder)
  const free = formatMegabytes(bavail * bsize)
  if (bavail * bsize >= MIN_FREE_BYTES) return ok('space', `${free} free`)
  return failed(
    'space',
    `${free} free, less than ${formatMegabytes(MIN_FREE_BYTES)}`,
    'make space: a full disk takes no answers',
  )
}
