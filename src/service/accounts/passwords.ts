import { randomBytes } from 'node:crypto'
import { ConcurrencyLimit } from '../../concurrency-limit.ts'
import { MAX_WAITING_PASSWORDS, PARALLEL_PASSWORDS } from '../../domain/accounts/limits.ts'
import { normalizePassword, parseNewPassword } from '../../domain/accounts/password.ts'
import { lazyAsync } from '../../domain/values/lazy.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { hasHash, hashPassword, type PasswordCost } from './password-hash.ts'
import { loadPasswordList } from './password-list.ts'

/** The least that Argon2 takes for each lane, in KiB. */
const LEAST_MEMORY = 8

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
  readonly #dummyHash: () => Promise<string>
  readonly #cost: PasswordCost
  readonly #areEnabled: boolean

  /** @param areEnabled whether people sign in with passwords at all */
  constructor(cost: PasswordCost, areEnabled = true) {
    this.#cost = cost
    this.#dummyHash = lazyAsync(() => makeDummyHash(cost))
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
    await this.#dummyHash()
    return this.#limit.run(() => hashPassword(parsed, this.#cost))
  }

  /**
   * Whether a password matches a hash. Without a hash it does not, and the check takes the same time.
   * @throws Refusal `temporarily unavailable` if the queue is full; `this service does not use passwords; sign in with
   * its provider`
   */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    this.requireEnabled()
    const dummy = await this.#dummyHash()
    const isMatch = await this.#limit.run(() => hasHash(normalizePassword(password), passwordHash ?? dummy))
    return isMatch && passwordHash !== undefined
  }
}

/**
 * Makes the hash that is verified if an account has none, which no password matches. Before that, each thread that hashes
 * makes one in little memory. While it hashes, OpenSSL also allocates small blocks, which glibc keeps for the thread. If the
 * first ones were behind 19 MiB, these could not be used in one piece again, and the thread would keep 38 MiB for good.
 */
async function makeDummyHash(cost: PasswordCost): Promise<string> {
  const small = inLittleMemory(cost)
  await Promise.all(Array.from({ length: PARALLEL_PASSWORDS }, () => hashPassword(randomBytes(16), small)))
  return hashPassword(randomBytes(16), cost)
}

/** The same work in the least memory. It takes long enough for all threads to begin before the first one ends. */
function inLittleMemory({ memory, passes, parallelism }: PasswordCost): PasswordCost {
  const least = LEAST_MEMORY * parallelism
  return { memory: least, passes: Math.ceil((memory / least) * passes), parallelism }
}
