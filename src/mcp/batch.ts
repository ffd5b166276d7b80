import { BATCH_LENGTH } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'

/** What a call answers, as it is sent. */
interface Written {
  readonly json: string
  readonly text: string
}

/**
 * The calls in one request, all of whose answers are held until the last is there. They run one after the other, until their
 * answers have reached a length: calls that run at once would all hold theirs before the first is counted.
 */
export class Batch {
  #last: Promise<unknown> = Promise.resolve()
  #length = 0

  /** @throws Refusal if the answers are too long already, before the call does anything; or what the call throws */
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
