import { ATTEMPT_LIMITS, ATTEMPTS_WINDOW_MS, HOUR_MS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { FixedWindows, secondsLeft } from './fixed-windows.ts'
import { TemporaryKey } from './temporary-key.ts'

/** Names that are counted at a time, about 150 bytes each. Beyond that the least recent are dropped. */
const MAX_NAMES = 100_000

/** What is limited: attempts with passwords and passkeys, requests for mail, new accounts, and requests of applications. */
export type Attempt = keyof typeof ATTEMPT_LIMITS

/**
 * Limits how often a password is tried or a mail requested, by network address and by account. Whether the account exists
 * makes no difference. Both names are hashed with a key that is discarded, and are neither stored nor logged.
 */
export class AttemptLimits {
  readonly #clock: () => number
  readonly #windows = new FixedWindows(MAX_NAMES, () => ({ count: 0 }), ATTEMPTS_WINDOW_MS)
  readonly #key = new TemporaryKey(HOUR_MS, () => this.#windows.clear())

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /**
   * Counts an attempt, before anything is done about it.
   * @param sender network address, or the account that requests a mail; undefined for the password of a browser that is
   *   signed in
   * @param account its e-mail address as it was typed, or its id; empty if there is none
   * @throws Refusal `too many attempts` with the seconds to wait
   */
  consume(attempt: Attempt, sender: string | undefined, account: string): void {
    const now = this.#clock()
    const { perSender, perAccount } = ATTEMPT_LIMITS[attempt]
    if (sender !== undefined) this.#count(`${attempt} from ${sender}`, perSender, now)
    if (account !== '') this.#count(this.#ofAccount(attempt, account), perAccount, now)
  }

  /** Clears the attempts for an account whose holder has just been verified. */
  forgive(attempt: Attempt, sender: string | undefined, email: string): void {
    const now = this.#clock()
    const window = this.#windows.find(this.#key.hash(this.#ofAccount(attempt, email)), now)
    if (window !== undefined) window.count = 0
    const ofSender = sender && this.#windows.find(this.#key.hash(`${attempt} from ${sender}`), now)
    if (ofSender) ofSender.count--
  }

  #ofAccount(attempt: Attempt, email: string): string {
    return `${attempt} for ${email.trim().toLowerCase()}`
  }

  #count(name: string, limit: number, now: number): void {
    const window = this.#windows.findOrOpen(this.#key.hash(name), now)
    if (window.count >= limit)
      throw new Refusal('too_many_attempts', { retryAfter: secondsLeft(window, now, ATTEMPTS_WINDOW_MS) })
    window.count++
  }
}
