import { MISSES_PER_MINUTE, RETURNED_FORMS_PER_MINUTE } from '../domain/limits.ts'
import { Refusal, type RefusalName } from '../domain/refusal.ts'
import { FixedWindows, secondsLeft, type Window } from './fixed-windows.ts'
import { TemporaryKey } from './temporary-key.ts'

/** Lifetime of the key under which addresses are hashed. */
const KEY_LIFETIME_MS = 30 * 60_000
/** Pairs of address and survey that are counted at a time, about 150 bytes each. Beyond that the least recent are dropped. */
const MAX_SENDERS = 100_000

/** What one address may do at one survey in a minute; 0 for no limit. */
export interface RespondentLimits {
  readonly writes: number
  readonly bytes: number
}

/** What is counted of a sender. */
interface Counts {
  writes: number
  bytes: number
  /** Writes over a limit. */
  refused: number
  /** Whether the survey is known to exist, so that asking for it again is not a guess. */
  isKnown: boolean
}

/**
 * Limits how often and how much one address writes to one survey, and how many links it may guess: one sender cannot fill the
 * disk, but a lecture hall behind one address is not slowed down. Addresses are hashed with a key that is discarded, and are
 * neither stored nor logged.
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

  /** Whether so many writes have been refused that forms should no longer be read to be shown again. */
  isFlooding(sender: Sender): boolean {
    return this.#senders.findOrOpen(sender.hash, this.#clock()).refused > RETURNED_FORMS_PER_MINUTE
  }

  /**
   * @param isPublic whether others have opened the survey recently. Called only for an address with many misses.
   * @throws Refusal `rate limit exceeded` if the address has asked for too many surveys that do not exist, unless it has
   *   opened this one before, so that one guesser does not lock out the rest of a hall
   */
  checkLookup(sender: Sender, isPublic: () => boolean): void {
    if (this.#misses.isEmpty) return
    const now = this.#clock()
    const misses = this.#misses.find(this.#key.hash(sender.address), now)
    if (misses === undefined || misses.count < MISSES_PER_MINUTE) return
    // Without opening a window: guesses must not displace the windows of others.
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

/** One address at one survey. Made for one request and not kept, since it has the address. */
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

  /** Of address and survey, computed once. */
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
