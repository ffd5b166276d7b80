import { accessSync, constants, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
const NEEDED_BYTES = 2_000_000_000

/** A folder in memory, so that no commit waits for a disk; undefined if there is none of sufficient size. */
export function memoryFolder(): string | undefined {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize >= NEEDED_BYTES ? FOLDER : undefined
  } catch {
    return undefined
  }
}
