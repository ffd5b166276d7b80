import { existsSync, statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** Interval of the checks, in milliseconds. */
const CHECK_MS = 5_000

/** Bytes that are free for this process on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Watches the disk of the data directory for as long as the process runs. */
export class DiskSpace {
  readonly #settings: Pick<Config, 'dataDir' | 'freeDisk'>
  readonly #log: Pick<Logger, 'warn'>
  #isFull = false

  constructor(settings: Pick<Config, 'dataDir' | 'freeDisk'>, log: Pick<Logger, 'warn'>) {
    this.#settings = settings
    this.#log = log
    this.#check()
    setInterval(() => this.#check(), CHECK_MS).unref()
  }

  /** Whether less than FREE_DISK was free at the last check. */
  get isFull(): boolean {
    return this.#isFull
  }

  #check(): void {
    const { dataDir, freeDisk } = this.#settings
    // If the directory was deleted, the next write reports that.
    if (!existsSync(dataDir)) return
    const free = freeBytes(dataDir)
    const isFull = free < freeDisk
    if (isFull && !this.#isFull)
      this.#log.warn(
        { free },
        'the disk is nearly full: what would fill it is refused until more than FREE_DISK is free',
      )
    if (!isFull && this.#isFull) this.#log.warn({ free }, 'the disk has room again: nothing is refused any more')
    this.#isFull = isFull
  }
}
