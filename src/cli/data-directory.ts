import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { freeBytes } from '../disk-space.ts'
import { type CheckResult, failed, formatMegabytes, passed } from './check-result.ts'

/** Below so many times the space at which submissions are refused, that is close. */
const WARNING_FACTOR = 2

/** Checks the data directory without opening any file in it. */
export function checkDataDirectory({ dataDir: folder, freeDisk }: Pick<Config, 'dataDir' | 'freeDisk'>): CheckResult[] {
  if (!existsSync(folder))
    return [failed('folder', `${folder} does not exist`, 'set DATA_DIR, or start the server, which creates it')]
  return [checkWritable(folder), checkPermissions(folder), checkFreeSpace(folder, freeDisk)]
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

function checkFreeSpace(folder: string, freeDisk: number): CheckResult {
  const free = freeBytes(folder)
  const found = `${formatMegabytes(free)} free`
  if (free >= WARNING_FACTOR * freeDisk) return passed('space', found)
  const limit = `submissions are refused below ${formatMegabytes(freeDisk)}`
  return failed('space', `${found}; ${limit}`, 'free up space, or lower FREE_DISK')
}
