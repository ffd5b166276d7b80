import { ConcurrencyLimit } from '../concurrency-limit.ts'
import { ProviderFailure } from '../domain/billing.ts'

interface Limits {
  /** Calls that run at a time, and calls that wait for one of them to end. Further calls are refused. */
  readonly parallel: number
  readonly waiting: number
  /** Time limit for a call in milliseconds, including its wait. */
  readonly milliseconds: number
}

/** Limits calls to another host, however slowly it answers: their number, and the time that each may take. */
export class CallLimit {
  readonly #milliseconds: number
  readonly #calls: ConcurrencyLimit

  constructor({ milliseconds, ...limits }: Limits) {
    this.#milliseconds = milliseconds
    this.#calls = new ConcurrencyLimit({ ...limits, refusal: () => new ProviderFailure('too many calls wait') })
  }

  /** @throws ProviderFailure if too many calls are waiting or this one takes too long; or whatever the call throws */
  run<Result>(call: () => Promise<Result>): Promise<Result> {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const stop = new AbortController()
    const timer = setTimeout(() => {
      stop.abort()
      reject(new ProviderFailure('no answer in time'))
    }, this.#milliseconds)
    const result = this.#calls.run(() => {
      // The caller has already received the timeout error.
      stop.signal.throwIfAborted()
      return call()
    })
    return Promise.race([result, expired]).finally(() => clearTimeout(timer))
  }
}
