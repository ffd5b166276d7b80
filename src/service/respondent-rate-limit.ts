import { hash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../domain/refusal.ts'

/** Writes are counted by the minute, in milliseconds. */
const MINUTE_MS = 60_000
/** How long one key serves: what it has hashed can be told from nothing afterwards. */
const KEY_MS = 30 * MINUTE_MS
/** Addresses and surveys counted at a time; beyond it those that wrote least recently are dropped. Some 100 bytes each. */
const COUNTED = 100_000

interface Minute {
  readonly openedAt: number
  writes: number
}

/**
 * Counts what one address writes to one survey, so that one sender cannot fill a disk while a lecture hall behind one
 * address gets through. Addresses are hashed under a key that is thrown away; nothing of them reaches a disk or a log.
 */
export class RespondentRateLimit {
  readonly #limit: number
  readonly #clock: () => number
  readonly #minutes = new LRUCache<string, Minute>({ max: COUNTED })
  #key = ''
  #keyMadeAt = Number.NEGATIVE_INFINITY

  /** @param limit writes a minute for each address and survey; 0 for any number */
  constructor(limit: number, clock: () => number) {
    this.#limit = limit
    this.#clock = clock
  }

  /** @throws Refusal `rate limit exceeded` with the seconds until the minute ends */
  consume(address: string, slug: string): void {
    if (this.#limit === 0) return
    const now = this.#clock()
    this.#renewKey(now)
    const minute = this.#minuteOf(hash('sha256', `${this.#key}${address} ${slug}`, 'base64'), now)
    if (minute.writes >= this.#limit)
      throw new Refusal('respondent_limit', { retryAfter: Math.ceil((minute.openedAt + MINUTE_MS - now) / 1_000) })
    minute.writes++
  }

  /** A clock set back begins a new minute. */
  #minuteOf(sender: string, now: number): Minute {
    const known = this.#minutes.get(sender)
    if (known !== undefined && now >= known.openedAt && now < known.openedAt + MINUTE_MS) return known
    const minute = { openedAt: now, writes: 0 }
    this.#minutes.set(sender, minute)
    return minute
  }

  #renewKey(now: number): void {
    if (Math.abs(now - this.#keyMadeAt) < KEY_MS) return
    this.#key = randomBytes(32).toString('base64')
    this.#keyMadeAt = now
    this.#minutes.clear()
  }
}
