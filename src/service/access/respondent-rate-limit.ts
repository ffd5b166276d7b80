import { Refusal } from '../../domain/values/refusal.ts'
import type { RefusalName } from '../../domain/values/refusals.ts'
import { FixedWindows, secondsLeft, type Window } from '../fixed-windows.ts'
import { TemporaryKey } from '../temporary-key.ts'

/** Forms over the limit of their sender that are shown again with what was typed, per address, survey and minute. */
const RETURNED_FORMS_PER_MINUTE = 300

/** Lifetime of the key under which addresses are hashed. */
const KEY_LIFETIME_MS = 30 * 60_000
/**
 * Maximum number of pairs of address and survey that are counted, about 150 bytes each. Beyond it, the least recently
 * used are dropped.
 */
const MAX_SENDERS = 100_000

/** What one address may do per minute; 0 means unlimited. */
export interface RespondentLimits {
  /** On one survey. */
  readonly writes: number
  /** On one survey. */
  readonly bytes: number
  /** Requests for surveys that do not exist: one for each person. A hall mistypes less; a guesser needs far more. */
  readonly misses: number
}

/** Counts for one sender. */
interface Counts {
  writes: number
  bytes: number
  /** Writes that were refused. */
  refused: number
  /** Whether the survey is known to exist, so that opening it again is not a guess. */
  isKnown: boolean
}

/**
 * Limits how often and how much one address writes to one survey, and how many links it may guess. One sender cannot
 * fill the disk, but a lecture hall behind one address is not slowed down. Addresses are hashed with a key that is
 * discarded later, and are neither stored nor logged.
 */
export class RespondentRateLimit {
  readonly #limits: RespondentLimits
  readonly #clock: () => number
  readonly #senders = new FixedWindows<Counts>(MAX_SENDERS, before => ({
    writes: 0,
    bytes: 0,
    refused: 0,
    isKnown: before?.isKnown ?? false,
  }))
  readonly #misses = new FixedWindows(MAX_SENDERS, () => ({ count: 0 }))
  readonly #key = new TemporaryKey(KEY_LIFETIME_MS, () => {
    this.#senders.clear()
    this.#misses.clear()
  })

  constructor(limits: RespondentLimits, clock: () => number) {
    this.#limits = limits
    this.#clock = clock
  }

  senderOf(address: string, slug: string): Sender {
    return new Sender(address, slug, this.#key)
  }

  /**
   * Counts a write, whether or not the survey exists.
   * @throws Refusal `rate limit exceeded`, `storage_limit_reached`, with the seconds until the minute ends
   */
  consume(sender: Sender, bytes: number): void {
    if (this.#limits.writes === 0 && this.#limits.bytes === 0) return
    const now = this.#clock()
    const counts = this.#senders.findOrOpen(sender.hash, now)
    counts.writes++
    const limit = exceededBy(counts, bytes, this.#limits)
    if (limit === undefined) {
      counts.bytes += bytes
      return
    }
    counts.refused++
    throw refused(limit, counts, now)
  }

  /** Whether so many writes have been refused that forms should no longer be read in order to be shown again. */
  isFlooding(sender: Sender): boolean {
    return this.#senders.findOrOpen(sender.hash, this.#clock()).refused > RETURNED_FORMS_PER_MINUTE
  }

  /**
   * @param isPublic whether others have opened the survey recently; called only for an address with many misses
   * @throws Refusal `rate limit exceeded` if the address has requested too many missing surveys, unless it has opened
   * this one before: one guesser must not lock out the rest of a hall
   */
  checkLookup(sender: Sender, isPublic: () => boolean): void {
    if (this.#misses.isEmpty || this.#limits.misses === 0) return
    const now = this.#clock()
    const misses = this.#misses.find(this.#key.hash(sender.address), now)
    if (misses === undefined || misses.count < this.#limits.misses) return
    // Does not open a window: guesses must not displace the windows of others.
    if (isPublic() || this.#senders.latest(sender.hash)?.isKnown) return
    throw refused('respondent_limit', misses, now)
  }

  noteFound(sender: Sender): void {
    this.#senders.findOrOpen(sender.hash, this.#clock()).isKnown = true
  }

  noteMissing({ address }: Sender): void {
    const now = this.#clock()
    this.#misses.findOrOpen(this.#key.hash(address), now).count++
  }
}

/** One address on one survey. It holds the address, so it exists for one request only. */
export class Sender {
  readonly address: string
  readonly slug: string
  readonly #key: TemporaryKey
  #hash: string | undefined

  constructor(address: string, slug: string, key: TemporaryKey) {
    this.address = address
    this.slug = slug
    this.#key = key
  }

  /** Hash of address and survey, computed once. */
  get hash(): string {
    this.#hash ??= this.#key.hash(`${this.address} ${this.slug}`)
    return this.#hash
  }
}

/** @param bytes size of the next write */
function exceededBy(counts: Counts, bytes: number, limits: RespondentLimits): RefusalName | undefined {
  if (limits.writes > 0 && counts.writes > limits.writes) return 'respondent_limit'
  return limits.bytes > 0 && counts.bytes + bytes > limits.bytes ? 'respondent_bytes' : undefined
}

function refused(refusal: RefusalName, window: Window<object>, now: number): Refusal {
  return new Refusal(refusal, { retryAfter: secondsLeft(window, now) })
}
