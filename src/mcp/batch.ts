import { BATCH_LENGTH } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'

/** The result of a call, as it is sent. */
interface Written {
  readonly json: string
  readonly text: string
}

/**
 * The calls in one request. Their results stay in memory until the last one is ready, so calls run one after the other until
 * their results have reached a length: in parallel, all results would be in memory before the first is counted.
 */
export class Batch {
  #last: Promise<unknown> = Promise.resolve()
  #length = 0

  /** @throws Refusal if the results are too long already, before the call does anything; or what the call throws */
  run<Answer extends Written>(call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(() => this.#count(call))
    this.#last = answer.catch(() => undefined)
    return answer
  }

  async #count<Answer extends Written>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.#length >= BATCH_LENGTH) throw new Refusal('batch_too_long')
    const answer = await call()
    this.#length += answer.json.length + answer.text.length
    return answer
  }
}
