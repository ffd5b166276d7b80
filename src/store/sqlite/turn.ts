import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long statements, and what is made of their rows, may take in one turn, in milliseconds. */
const TURN_MS = 5

/**
 * The current turn of the event loop. Awaiting the embedded database never returns to the event loop, so a request of
 * many statements would keep everybody else waiting until its last one.
 */
export class Turn {
  readonly #now: () => number
  /** When its first statement began; undefined before. */
  #since: number | undefined

  /** @param now milliseconds of a clock that is never set back */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /**
   * Waits for another turn if this one has been used for long enough. It waits for one only: whoever began first would
   * begin first in each, and keep all others waiting until its last statement.
   */
  async share(): Promise<void> {
    if (this.#since === undefined) return this.#begin()
    if (this.#now() - this.#since <= TURN_MS) return
    await nextTurn()
    if (this.#since === undefined) this.#begin()
  }

  #begin(): void {
    this.#since = this.#now()
    setImmediate(() => {
      this.#since = undefined
    })
  }
}
