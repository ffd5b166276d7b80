import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { MAX_WAITING_PASSWORDS, PARALLEL_PASSWORDS } from '../domain/limits.ts'
import { normalizePassword, parseNewPassword } from '../domain/password.ts'
import { Refusal } from '../domain/refusal.ts'
import { loadPasswordList } from './password-list.ts'

/** Argon2id with 19 MiB of memory and two passes, as OWASP advises: about 10 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes and checks passwords, a few at a time: each takes 19 MiB and a core. Of those that wait there is a bound, so that
 * a flood is refused soon and its memory stays small.
 */
export class Passwords {
  readonly #waiting: (() => void)[] = []
  #running = 0
  #ofNobody: Promise<string> | undefined
  /** Whether people sign in with passwords at all. */
  readonly #areTaken: boolean

  constructor(areTaken = true) {
    this.#areTaken = areTaken
  }

  /** @throws Refusal `this service takes no passwords; sign in with its provider` */
  requireTaken(): void {
    if (!this.#areTaken) throw new Refusal('passwords_refused')
  }

  /**
   * The hash of a password that somebody has chosen.
   * @param email of the account
   * @throws Refusal if it is too short, too long or too common; `temporarily unavailable` if too many wait; `this service takes no
   *   passwords; sign in with its provider`
   */
  async hashNew(password: string, email: string): Promise<string> {
    this.requireTaken()
    const common = await loadPasswordList()
    const parsed = parseNewPassword(password, email, word => common.has(word))
    return this.#inTurn(() => hash(parsed, COST))
  }

  /**
   * Whether a password is that of a hash. Without a hash the work is the same, and the answer is no.
   * @throws Refusal `temporarily unavailable` if too many wait; `this service takes no passwords; sign in with its provider`
   */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    this.requireTaken()
    this.#ofNobody ??= hash(randomBytes(16), COST)
    const nobody = await this.#ofNobody
    return this.#inTurn(
      async () => (await verify(passwordHash ?? nobody, normalizePassword(password))) && passwordHash !== undefined,
    )
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= PARALLEL_PASSWORDS) await this.#wait()
    else this.#running++
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  /** Resolves when one that runs has ended and left its turn to this one. */
  #wait(): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING_PASSWORDS) throw new Refusal('unavailable', { retryAfter: 1 })
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
