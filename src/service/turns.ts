/**
 * Long computations take turns: of all that wait, one goes on in each turn of the event loop. However many there are, together
 * they keep it no longer than one of them does.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []

  /** Resolves in a later turn of the event loop, after all that waited before. */
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
