import { LRUCache } from 'lru-cache'

const MINUTE_MS = 60_000

/** The counts in a window, and when it was opened, in milliseconds since the epoch. */
export type Window<Counts> = Counts & { readonly openedAt: number }

/**
 * Counts by name within a fixed window, which begins with the first count. Beyond the maximum number of names, the
 * least recently used are dropped.
 */
export class FixedWindows<Counts extends object> {
  readonly #windows: LRUCache<string, Window<Counts>>
  readonly #begin: (before: Counts | undefined) => Counts
  readonly #length: number

  /**
   * @param begin makes the initial counts of a window from those of the previous one
   * @param length of a window, in milliseconds; one minute by default
   */
  constructor(maxNames: number, begin: (before: Counts | undefined) => Counts, length = MINUTE_MS) {
    // With `max`, the library would allocate memory for all entries at every start.
    this.#windows = new LRUCache({ maxSize: maxNames, sizeCalculation: () => 1 })
    this.#begin = begin
    this.#length = length
  }

  get isEmpty(): boolean {
    return this.#windows.size === 0
  }

  /** The open window of a name. Setting the clock back closes it. */
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

/** Seconds until a window ends, rounded up. @param length of the window, in milliseconds */
export function secondsLeft({ openedAt }: Window<object>, now: number, length = MINUTE_MS): number {
  return Math.ceil((openedAt + length - now) / 1_000)
}
