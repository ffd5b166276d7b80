import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../domain/refusal.ts'

/** The window in which writes are counted, in milliseconds. */
const WINDOW_MS = 60_000
/** Lifetime of the hashing key. Once it is discarded, hashes cannot be matched to addresses. */
const KEY_LIFETIME_MS = 30 * WINDOW_MS
/** Pairs of address and survey that are counted at a time, about 100 bytes each. Beyond it the least recent are dropped. */
const MAX_SENDERS = 100_000

interface Window {
  readonly openedAt: number
  writes: number
}

/**
 * Limits how often one address writes to one survey: one sender cannot fill the disk, and a lecture hall behind one
 * address gets through. Addresses are hashed with a key that is discarded, and reach neither disk nor log.
 */
export class RespondentRateLimit {
  readonly #limit: number
  readonly #clock: () => number
  readonly #windows = new LRUCache<string, Window>({ max: MAX_SENDERS })
  #key = ''
  #keyCreatedAt = Number.NEGATIVE_INFINITY

  /** @param limit writes per minute for each address and survey; 0 for no limit */
  constructor(limit: number, clock: () => number) {
    this.#limit = limit
    this.#clock = clock
  }

  /** @throws Refusal `rate limit exceeded` with the seconds until the minute ends */
  consume(address: string, slug: string): void {
    if (this.#limit === 0) return
    const now = this.#clock()
    this.#renewKey(now)
    const window = this.#windowOf(hash('sha256', `${this.#key}${address} ${slug}`, 'base64'), now)
    if (window.writes >= this.#limit)
      throw new Refusal('respondent_limit', { retryAfter: Math.ceil((window.openedAt + WINDOW_MS - now) / 1_000) })
    window.writes++
  }

  /** A clock that was set back opens a new window. */
  #windowOf(sender: string, now: number): Window {
    const known = this.#windows.get(sender)
    if (known !== undefined && now >= known.openedAt && now < known.openedAt + WINDOW_MS) return known
    const opened = { openedAt: now, writes: 0 }
    this.#windows.set(sender, opened)
    return opened
  }

  #renewKey(now: number): void {
    if (Math.abs(now - this.#keyCreatedAt) < KEY_LIFETIME_MS) return
    this.#key = randomBytes(32).toString('base64')
    this.#keyCreatedAt = now
    this.#windows.clear()
  }
}
