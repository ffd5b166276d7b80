import { Refusal } from '../../domain/values/refusal.ts'
import { HOUR_MS } from '../../domain/values/time.ts'
import { FixedWindows, secondsLeft } from '../fixed-windows.ts'
import { TemporaryKey } from '../temporary-key.ts'

/**
 * Attempts within a quarter of an hour, from one network address (which a whole school may share) and for one account. A
 * password that is not among the most common ones cannot be guessed in so few attempts.
 */
const ATTEMPTS_WINDOW_MS = 900_000
export const ATTEMPT_LIMITS = {
  password: { perSender: 100, perAccount: 10 },
  passkey: { perSender: 100, perAccount: 10 },
  mail: { perSender: 30, perAccount: 3 },
  sign_up: { perSender: 60, perAccount: 10 },
  authorize: { perSender: 300, perAccount: 60 },
  billing: { perSender: Number.POSITIVE_INFINITY, perAccount: 20 },
  // A sign-in with a provider counts twice: when it begins, and when the browser comes back.
  provider: { perSender: 600, perAccount: Number.POSITIVE_INFINITY },
  register_client: { perSender: 60, perAccount: Number.POSITIVE_INFINITY },
  // Some AI services redeem and renew the tokens of all their users from a few addresses.
  token: { perSender: 6_000, perAccount: Number.POSITIVE_INFINITY },
  revoke: { perSender: 600, perAccount: Number.POSITIVE_INFINITY },
} as const

/** Maximum number of names that are counted, about 150 bytes each. Beyond it, the least recently used are dropped. */
const MAX_NAMES = 100_000

/** What is limited: password and passkey attempts, requests for mail, new accounts, and requests from applications. */
export type Attempt = keyof typeof ATTEMPT_LIMITS

/**
 * Limits how often a password is tried or a mail requested, by network address and by account. Whether the account
 * exists makes no difference. Both names are hashed with a key that is discarded later, and are neither stored nor
 * logged.
 */
export class AttemptLimits {
  readonly #clock: () => number
  readonly #windows = new FixedWindows(MAX_NAMES, () => ({ count: 0 }), ATTEMPTS_WINDOW_MS)
  readonly #key = new TemporaryKey(HOUR_MS, () => this.#windows.clear())

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /**
   * Counts an attempt before it is processed.
   * @param sender network address, or the account that requests a mail; undefined for the password of a browser that is
   * signed in
   * @param account e-mail address as typed, or an account's id; empty if there is none
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
