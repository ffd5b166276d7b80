import { statSync } from 'node:fs'
import { Refusal } from '../../domain/values/refusal.ts'

const RETRY_SECONDS = 60

/**
 * The files of an open database. If somebody deletes or replaces one, SQLite keeps reading and writing the old file,
 * which disappears when the process ends.
 */
export class OpenFiles {
  readonly #inodes: ReadonlyMap<string, string | undefined>

  /** @param paths of existing files */
  constructor(paths: readonly string[]) {
    this.#inodes = new Map(paths.map(path => [path, inodeOf(path)]))
  }

  /**
   * To be called after a commit, before it is acknowledged.
   * @throws Refusal `temporarily unavailable` if a file is gone
   */
  check(): void {
    for (const [path, inode] of this.#inodes) if (inodeOf(path) !== inode) throw gone(path)
  }
}

function inodeOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino}`
}

function gone(path: string): Refusal {
  const message = `${path} was deleted or replaced: see docs/operating/bad-day.md before you stop the server`
  const cause = new Error(message)
  return new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause })
}
