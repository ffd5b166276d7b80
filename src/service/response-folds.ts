import { LRUCache } from 'lru-cache'
import type { Answer } from '../domain/answer.ts'
import { FOLD_BYTES, MAX_WAITING_FOLDS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Survey } from '../store/surveys.ts'
import { type ResponseReader, responsesAfter } from './response-search.ts'
import type { Turns } from './turns.ts'

/** A value computed from all responses of a survey, one after the other. */
export interface Fold {
  add(answers: readonly Answer[]): void
  /** Its memory in bytes, roughly. */
  readonly bytes: number
}

interface Entry<Value extends Fold> {
  /** The state that it was computed for. If the questions change or a response is removed, it is computed anew. */
  readonly questions: string
  readonly removed: number
  readonly fold: Value
  /** Of the last response that was added. */
  sequence: number
}

/** Milliseconds of work in one turn of the event loop. */
const TURN_MS = 4

/**
 * Computes values from all responses of surveys and keeps them, so that the next request only adds the responses that arrived
 * since. Beyond its limit in bytes it drops the least recently used.
 */
export class ResponseFolds<Value extends Fold> {
  readonly #readerOf: (survey: Survey) => ResponseReader
  readonly #turns: Turns
  readonly #entries: LRUCache<string, Entry<Value>>
  /** The last unfinished computation of each name. */
  readonly #pending = new Map<string, Promise<Value>>()
  #waiting = 0

  /** @param readerOf reads the responses of a survey, oldest first */
  constructor(readerOf: (survey: Survey) => ResponseReader, turns: Turns, bytes = FOLD_BYTES) {
    this.#readerOf = readerOf
    this.#turns = turns
    this.#entries = new LRUCache({ maxSize: bytes })
  }

  /**
   * The value of all responses that the survey had when it was read.
   * @param name of the value in this survey @param begin makes an empty one
   * @throws Refusal `temporarily unavailable` if too many wait
   */
  async of(survey: Survey, name: string, begin: () => Value): Promise<Value> {
    if (this.#waiting >= MAX_WAITING_FOLDS) throw new Refusal('unavailable', { retryAfter: 1 })
    const key = `${survey.id} ${name}`
    this.#waiting++
    // One after the other, since each continues where the previous one ended. A failure of that one does not matter here.
    const before = this.#pending.get(key)?.catch(() => undefined)
    const value = Promise.resolve(before).then(() => this.#advance(key, survey, begin))
    this.#pending.set(key, value)
    try {
      return await value
    } finally {
      this.#waiting--
      if (this.#pending.get(key) === value) this.#pending.delete(key)
    }
  }

  async #advance(key: string, survey: Survey, begin: () => Value): Promise<Value> {
    const entry = this.#findValid(key, survey) ?? { ...validityOf(survey), fold: begin(), sequence: 0 }
    const reader = this.#readerOf(survey)
    let end = performance.now() + TURN_MS
    if (entry.sequence < survey.lastSequence)
      for await (const { response } of responsesAfter(reader, entry.sequence, this.#turns.next)) {
        entry.fold.add(JSON.parse(response.answers))
        entry.sequence = response.sequence
        if (performance.now() < end) continue
        await this.#turns.next()
        end = performance.now() + TURN_MS
      }
    this.#entries.set(key, entry, { size: entry.fold.bytes + entry.questions.length + 200 })
    return entry.fold
  }

  #findValid(key: string, survey: Survey): Entry<Value> | undefined {
    const entry = this.#entries.get(key)
    // Removed while it changes, so that a value whose computation failed half-way is not used again.
    this.#entries.delete(key)
    const { questions, removed } = validityOf(survey)
    return entry?.questions === questions && entry.removed === removed ? entry : undefined
  }
}

function validityOf({ questions, lastSequence, responseCount }: Survey) {
  return { questions, removed: lastSequence - responseCount }
}
