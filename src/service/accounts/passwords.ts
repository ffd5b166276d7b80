import { randomBytes } from 'node:crypto'
import { ConcurrencyLimit } from '../../concurrency-limit.ts'
import { MAX_WAITING_PASSWORDS, PARALLEL_PASSWORDS } from '../../domain/accounts/limits.ts'
import { normalizePassword, parseNewPassword } from '../../domain/accounts/password.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { hasHash, hashPassword, type PasswordCost } from './password-hash.ts'
import { loadPasswordList } from './password-list.ts'

/**
 * Hashes and checks passwords, a few at a time: each takes 19 MiB and a core. The queue is limited, so that excess
 * requests are refused early and take little memory.
 */
export class Passwords {
  readonly #limit = new ConcurrencyLimit({
    parallel: PARALLEL_PASSWORDS,
    waiting: MAX_WAITING_PASSWORDS,
    refusal: () => new Refusal('unavailable', { retryAfter: 1 }),
  })
  #dummyHash: Promise<string> | undefined
  readonly #cost: PasswordCost
  readonly #areEnabled: boolean

  /** @param areEnabled whether people sign in with passwords at all */
  constructor(cost: PasswordCost, areEnabled = true) {
    this.#cost = cost
    this.#areEnabled = areEnabled
  }

  /** @throws Refusal `this service does not use passwords; sign in with its provider` */
  requireEnabled(): void {
    if (!this.#areEnabled) throw new Refusal('passwords_refused')
  }

  /**
   * Checks and hashes a new password.
   * @param email of the account
   * @throws Refusal if it is too short, too long or too common; `temporarily unavailable` if the queue is full; `this
   * service does not use passwords; sign in with its provider`
   */
  async hashNew(password: string, email: string): Promise<string> {
    this.requireEnabled()
    const common = await loadPasswordList()
    const parsed = parseNewPassword(password, email, word => common.has(word))
    return this.#limit.run(() => hashPassword(parsed, this.#cost))
  }

  /**
   * Whether a password matches a hash. Without a hash it does not, and the check takes the same time.
   * @throws Refusal `temporarily unavailable` if the queue is full; `this service does not use passwords; sign in with
   * its provider`
   */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    this.requireEnabled()
    this.#dummyHash ??= hashPassword(randomBytes(16), this.#cost)
    const dummy = await this.#dummyHash
    const isMatch = await this.#limit.run(() => hasHash(normalizePassword(password), passwordHash ?? dummy))
    return isMatch && passwordHash !== undefined
  }
}
