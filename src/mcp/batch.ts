import { Refusal } from '../domain/values/refusal.ts'

/**
 * Total length of the results of one batch of tool calls, in characters, after which further calls are refused. A
 * single result can be that long.
 */
const BATCH_LENGTH = 8_000_000

/** A call's result as sent. */
interface Written {
  readonly json: string
  readonly text: string
}

/**
 * The calls in one request. Their results stay in memory until the last one is ready, so calls run one after the other
 * until their results have reached a certain length: in parallel, all results would be in memory before the first is
 * counted.
 */
export class Batch {
  #last: Promise<unknown> = Promise.resolve()
  #length = 0

  /** @throws Refusal if the results are already too long, before the call does anything; or whatever the call throws */
  run<Answer extends Written>(call: () => Promise<Answer>): Promise<Answer> {
    const result = this.#last.then(() => this.#count(call))
    this.#last = result.catch(() => undefined)
    return result
  }

  async #count<Answer extends Written>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.#length >= BATCH_LENGTH) throw new Refusal('batch_too_long')
    const result = await call()
    this.#length += result.json.length + result.text.length
    return result
  }
}
