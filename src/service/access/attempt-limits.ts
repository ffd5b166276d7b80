import { Refusal } from '../../domain/values/refusal.ts'
import { HOUR_MS } from '../../domain/values/time.ts'
import { FixedWindows, secondsLeft, type Window } from '../fixed-windows.ts'
import { TemporaryKey } from '../temporary-key.ts'

/**
 * Attempts within a quarter of an hour, for each person whom the operator expects behind one network address, and for one
 * account. A password that is not among the most common ones cannot be guessed in so few attempts.
 */
const ATTEMPTS_WINDOW_MS = 900_000
export const ATTEMPT_LIMITS = {
  password: { perPerson: 2, perAccount: 10 },
  passkey: { perPerson: 2, perAccount: 10 },
  mail: { perPerson: 2, perAccount: 3 },
  sign_up: { perPerson: 2, perAccount: 10 },
  // A new address is confirmed by mail, or refused at once if it has an account.
  address_by_mail: { perPerson: Number.POSITIVE_INFINITY, perAccount: 30 },
  address_at_once: { perPerson: Number.POSITIVE_INFINITY, perAccount: 60 },
  authorize: { perPerson: 4, perAccount: 60 },
  billing: { perPerson: Number.POSITIVE_INFINITY, perAccount: 20 },
  // A sign-in with a provider counts twice: when it begins, and when the browser comes back.
  provider: { perPerson: 4, perAccount: Number.POSITIVE_INFINITY },
  register_client: { perPerson: 2, perAccount: Number.POSITIVE_INFINITY },
  // Some AI services redeem and renew the tokens of all their users from a few addresses.
  token: { perPerson: 12, perAccount: Number.POSITIVE_INFINITY },
  revoke: { perPerson: 2, perAccount: Number.POSITIVE_INFINITY },
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
  readonly #peoplePerAddress: number
  readonly #windows = new FixedWindows(MAX_NAMES, () => ({ count: 0 }), ATTEMPTS_WINDOW_MS)
  readonly #key = new TemporaryKey(HOUR_MS, () => this.#windows.clear())

  /** @param peoplePerAddress who may come from one network address; 0 means any number */
  constructor(clock: () => number, peoplePerAddress: number) {
    this.#clock = clock
    this.#peoplePerAddress = peoplePerAddress || Number.POSITIVE_INFINITY
  }

  /**
   * Counts an attempt before it is processed. One that is refused does not count.
   * @param sender network address; undefined for a browser that is signed in, or has been signed in to the account
   * @param account e-mail address as typed, or an account's id; empty if there is none
   * @throws Refusal `too many attempts` with the seconds to wait
   */
  consume(attempt: Attempt, sender: string | undefined, account: string): void {
    const now = this.#clock()
    const { perPerson, perAccount } = ATTEMPT_LIMITS[attempt]
    const windows = [
      ...(account === '' ? [] : [this.#open(ofAccount(attempt, account), perAccount, now)]),
      ...(sender === undefined ? [] : [this.#open(ofSender(attempt, sender), perPerson * this.#peoplePerAddress, now)]),
    ]
    for (const window of windows) window.count++
  }

  /** Clears the attempts for an account whose holder has just been verified. */
  forgive(attempt: Attempt, sender: string | undefined, email: string): void {
    const now = this.#clock()
    const window = this.#windows.find(this.#key.hash(ofAccount(attempt, email)), now)
    if (window !== undefined) window.count = 0
    const shared = sender && this.#windows.find(this.#key.hash(ofSender(attempt, sender)), now)
    if (shared) shared.count--
  }

  /** The window of a name that may make another attempt. @throws Refusal */
  #open(name: string, limit: number, now: number): Window<{ count: number }> {
    const window = this.#windows.findOrOpen(this.#key.hash(name), now)
    if (window.count >= limit)
      throw new Refusal('too_many_attempts', { retryAfter: secondsLeft(window, now, ATTEMPTS_WINDOW_MS) })
    return window
  }
}

function ofAccount(attempt: Attempt, email: string): string {
  return `${attempt} for ${email.trim().toLowerCase()}`
}

function ofSender(attempt: Attempt, sender: string): string {
  return `${attempt} from ${sender}`
}
