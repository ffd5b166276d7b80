import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, megabytes, ok, wrong } from './finding.ts'

/** Less than this is too near to a disk that takes no more answers. */
const FREE_BYTES = 200 * 2 ** 20

/** What is to be said of a data folder before anything in it is opened. */
export function findFolder(folder: string): Finding[] {
  if (!existsSync(folder))
    return [wrong('folder', `${folder} is not there`, 'set DATA_DIR, or start the server, which makes it')]
  return [findWritable(folder), findPrivate(folder), findSpace(folder)]
}

function findWritable(folder: string): Finding {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (statSync(folder).isDirectory()) return ok('folder', `${folder} can be written`)
  } catch {
    // Said below, as of what is no folder.
  }
  return wrong('folder', `${folder} is no folder that can be written`, `make it one of the user that runs the server`)
}

function findPrivate(folder: string): Finding {
  const open = [folder, join(folder, 'secret')].filter(path => existsSync(path) && (statSync(path).mode & 0o077) !== 0)
  if (open.length === 0) return ok('private', 'folder and secret are for their user alone')
  return wrong('private', `others may read ${open.join(' and ')}`, `chmod go= ${open.join(' ')}`)
}

function findSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = megabytes(bavail * bsize)
  if (bavail * bsize >= FREE_BYTES) return ok('space', `${free} free`)
  return wrong('space', `${free} free, less than ${megabytes(FREE_BYTES)}`, 'make space: a full disk takes no answers')
}
