import { hash, randomBytes } from 'node:crypto'

/**
 * Hashes names with a random key that exists only in memory. The key is discarded at the end of its lifetime, even if
 * nothing is counted at that moment; from then on, hashes cannot be matched to names.
 */
export class TemporaryKey {
  readonly #lifetime: number
  readonly #forget: () => void
  #key: string | undefined

  /**
   * @param lifetime in milliseconds
   * @param forget drops data that is stored by hash, which is meaningless without the key
   */
  constructor(lifetime: number, forget: () => void) {
    this.#lifetime = lifetime
    this.#forget = forget
  }

  hash(name: string): string {
    this.#key ??= this.#make()
    return hash('sha256', this.#key + name, 'base64')
  }

  #make(): string {
    setTimeout(() => this.#discard(), this.#lifetime).unref()
    return randomBytes(32).toString('base64')
  }

  #discard(): void {
    this.#key = undefined
    this.#forget()
  }
}
