interface Limits {
  /** Maximum number of calls running at a time. */
  readonly parallel: number
  /** Maximum number of waiting calls, which run in order. Further calls are refused. */
  readonly waiting: number
  /** The error of a refused call. */
  readonly refusal: () => Error
}

/** Limits the number of asynchronous calls that run at a time, and of those that wait. */
export class ConcurrencyLimit {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws the refusal if too many calls are waiting; or whatever the call throws */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limits.parallel) await this.#wait()
    else this.#running++
    try {
      return await call()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  /** Resolves when a call has ended and handed its slot to this one. */
  #wait(): Promise<void> {
    const { waiting, refusal } = this.#limits
    if (this.#waiting.length >= waiting) throw refusal()
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
