/**
 * Lets long computations take turns: in each turn of the event loop, one waiting computation continues. However many
 * there are, together they block the event loop no longer than one of them would.
 */
export class RoundRobin {
  readonly #waiting: (() => void)[] = []

  /** Resolves in a later turn of the event loop, after all earlier callers. */
  next = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    if (this.#waiting.length === 1) this.#continueSoon()
    return promise
  }

  #continueSoon(): void {
    setImmediate(() => {
      this.#waiting.shift()?.()
      if (this.#waiting.length > 0) this.#continueSoon()
    })
  }
}
