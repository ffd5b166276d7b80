import { ATTEMPT_LIMITS, ATTEMPTS_WINDOW_MS, HOUR_MS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { FixedWindows, secondsLeft } from './fixed-windows.ts'
import { TemporaryKey } from './temporary-key.ts'

/** Names that are counted at a time, about 150 bytes each. Beyond it the least recent are dropped. */
const MAX_NAMES = 100_000

/** What is limited: attempts at a password or with a passkey, mails that are asked for, accounts that are made, and applications. */
export type Attempt = keyof typeof ATTEMPT_LIMITS

/**
 * Limits how often one address of the network, and how often anybody for one account, tries a password or has a mail sent.
 * Whether an account exists makes no difference. Both are hashed with a key that is discarded, and reach neither disk nor log.
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
   * @param sender address of the network that it comes from, or the account that asks for a mail; undefined for a password
   *   that a browser gives which is signed in
   * @param account its address as it was typed, or its id; empty where there is none
   * @throws Refusal `too many attempts` with the seconds to wait
   */
  consume(attempt: Attempt, sender: string | undefined, account: string): void {
    const now = this.#clock()
    const { perSender, perAccount } = ATTEMPT_LIMITS[attempt]
    if (sender !== undefined) this.#count(`${attempt} from ${sender}`, perSender, now)
    if (account !== '') this.#count(this.#ofAccount(attempt, account), perAccount, now)
  }

  /** Forgets the attempts for an account: its holder has just proved to be that. */
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
