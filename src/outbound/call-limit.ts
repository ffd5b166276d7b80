import { ProviderFailure } from '../domain/billing.ts'

interface Limits {
  /** Calls under way at a time, and calls that wait for one of them to end; further ones are refused. */
  readonly parallel: number
  readonly waiting: number
  /** The longest time for a call, its wait included. */
  readonly milliseconds: number
}

/** Bounds the calls of another host, however slowly it answers: their number, and the time that anybody waits for one. */
export class CallLimit {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws ProviderFailure if there are too many calls, or it takes too long; or what the call throws */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const stop = new AbortController()
    const timer = setTimeout(() => {
      stop.abort()
      reject(new ProviderFailure('no answer in time'))
    }, this.#limits.milliseconds)
    return Promise.race([this.#inTurn(call, stop.signal), expired]).finally(() => clearTimeout(timer))
  }

  async #inTurn<Result>(call: () => Promise<Result>, stop: AbortSignal): Promise<Result> {
    if (this.#running >= this.#limits.parallel) await this.#turn()
    else this.#running++
    try {
      // Nobody waits for it any more.
      stop.throwIfAborted()
      return await call()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) throw new ProviderFailure('too many calls wait')
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
