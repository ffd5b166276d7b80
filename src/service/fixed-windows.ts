import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000

/** What is counted in a window, and when that was opened, in milliseconds since the epoch. */
export type Window<Counts> = Counts & { readonly openedAt: number }

/**
 * Counts by name within a fixed window, which begins with the first count. Beyond a number of names the least recent are
 * dropped.
 */
export class FixedWindows<Counts extends object> {
  readonly #windows: LRUCache<string, Window<Counts>>
  readonly #begin: (before: Counts | undefined) => Counts
  readonly #length: number

  /**
   * @param begin what a window begins with, given the one that has ended
   * @param length of a window, in milliseconds; default a minute
   */
  constructor(maxNames: number, begin: (before: Counts | undefined) => Counts, length = MINUTE_MS) {
    // With `max`, the library would allocate memory for all of them at every start.
    this.#windows = new LRUCache({ maxSize: maxNames, sizeCalculation: () => 1 })
    this.#begin = begin
    this.#length = length
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0
  }

  /** The open window of a name. A clock that was set back ends it. */
  find(name: string, now: number): Window<Counts> | undefined {
    const window = this.#windows.get(name)
    return window !== undefined && now >= window.openedAt && now < window.openedAt + this.#length ? window : undefined
  }

  /** The latest window of a name, which may have ended. */
  latest(name: string): Window<Counts> | undefined {
    return this.#windows.peek(name)
  }

  findOrOpen(name: string, now: number): Window<Counts> {
    const open = this.find(name, now)
    if (open !== undefined) return open
    const opened = { ...this.#begin(this.latest(name)), openedAt: now }
    this.#windows.set(name, opened)
    return opened
  }

  clear(): void {
    this.#windows.clear()
  }
}

/** Seconds until a window ends, rounded up. @param length of it, in milliseconds */
export function secondsLeft({ openedAt }: Window<object>, now: number, length = MINUTE_MS): number {
  return Math.ceil((openedAt + length - now) / 1_000)
}
