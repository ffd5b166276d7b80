import { existsSync, statfsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** Interval between checks, in milliseconds. */
const CHECK_MS = 5_000

/** Bytes available to this process on a folder's disk. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Watches the data directory's disk for as long as the process runs. */
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
    // If the directory has been deleted, the next write reports that.
    if (!existsSync(dataDir)) return
    const free = freeBytes(dataDir)
    const isFull = free < freeDisk
    if (isFull && !this.#isFull)
      this.#log.warn({ free }, 'disk nearly full: refusing writes that would fill it until more than FREE_DISK is free')
    if (!isFull && this.#isFull) this.#log.warn({ free }, 'enough disk space again: accepting writes')
    this.#isFull = isFull
  }
}
