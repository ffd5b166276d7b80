import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { freeBytes } from '../disk-space.ts'
import { DATABASE_FILE } from '../store/sqlite/database-file.ts'
import { type CheckResult, failed, formatMegabytes, passed } from './doctor/check-result.ts'
import { isMountedReadOnly, MOUNT_WRITABLE } from './folder-failures.ts'

/** A warning is shown if free space is less than this many times the limit at which submissions are refused. */
const WARNING_FACTOR = 2

const DATABASE_FILES = ['', '-wal', '-shm'].map(suffix => DATABASE_FILE + suffix)

/** Checks the data directory without opening any file in it. */
export function checkDataDirectory(config: Pick<Config, 'dataDir' | 'freeDisk' | 'secretPath'>): CheckResult[] {
  const { dataDir: folder, freeDisk, secretPath } = config
  if (!existsSync(folder))
    return [failed('folder', `${folder} does not exist`, 'set DATA_DIR, or start the server, which creates it')]
  return [checkWritable(folder), checkPermissions(folder, secretPath), checkFreeSpace(folder, freeDisk)]
}

function checkWritable(folder: string): CheckResult {
  if (isMountedReadOnly(folder)) return failed('folder', `${folder} is mounted read-only`, MOUNT_WRITABLE)
  if (!canAccess(folder, constants.R_OK | constants.W_OK | constants.X_OK) || !statSync(folder).isDirectory())
    return failed('folder', `${folder} is not a writable directory`, 'make it a directory that the server’s user owns')
  const files = DATABASE_FILES.map(name => join(folder, name)).filter(file => existsSync(file))
  const unwritable = files.filter(file => !canAccess(file, constants.R_OK | constants.W_OK))
  if (unwritable.length === 0) return passed('folder', `${folder} is writable`)
  const names = unwritable.join(' ')
  return failed('folder', `${names} cannot be written`, `run chown with the server’s user on ${names}, and chmod u+rw`)
}

function canAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

function checkPermissions(folder: string, secretPath: string | undefined): CheckResult {
  const ofSecret = secretPath === undefined ? undefined : checkSecretFile(secretPath)
  if (ofSecret?.ok === false) return ofSecret
  const open = [folder, join(folder, 'secret')].filter(path => existsSync(path) && (modeOf(path) & 0o077) !== 0)
  if (open.length === 0) return passed('private', 'only the owner can read the data directory and the secret')
  return failed('private', `other users can read ${open.join(' and ')}`, `run chmod go= ${open.join(' ')}`)
}

/** SECRET_FILE may belong to root and be readable by the group of the server's user. */
export function checkSecretFile(path: string): CheckResult {
  if ((modeOf(path) & 0o007) === 0) return passed('private', 'only its owner and its group can read SECRET_FILE')
  return failed('private', `every user can read ${path}`, `run chmod o= ${path}`)
}

function modeOf(path: string): number {
  return statSync(path).mode
}

function checkFreeSpace(folder: string, freeDisk: number): CheckResult {
  const free = freeBytes(folder)
  const found = `${formatMegabytes(free)} free`
  if (free >= WARNING_FACTOR * freeDisk) return passed('space', found)
  const limit = `submissions are refused below ${formatMegabytes(freeDisk)}`
  return failed('space', `${found}; ${limit}`, 'free up space, or lower FREE_DISK')
}
