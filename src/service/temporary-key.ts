import { hash, randomBytes } from 'node:crypto'

/**
 * Hashes names under a random key that is kept nowhere else. The key is discarded at the end of its lifetime, even if nothing
 * is counted then; from that moment hashes cannot be matched to names.
 */
export class TemporaryKey {
  readonly #lifetime: number
  readonly #forget: () => void
  #key: string | undefined

  /**
   * @param lifetime in milliseconds
   * @param forget drops data kept by hash, which has no meaning without the key
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
