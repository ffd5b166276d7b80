import type { Answer } from '../../domain/values/answer.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { CachePart } from '../cache.ts'
import { type ResponseReader, responsesAfter } from '../responses/response-search.ts'
import type { RoundRobin } from '../round-robin.ts'

/** Word counts that may wait in a process, and as many comparisons; further ones are refused. */
const MAX_WAITING_FOLDS = 200

/** A value computed from all responses of a survey, one by one. */
export interface Fold {
  add(answers: readonly Answer[], sequence: number): void
  /** Approximate size in bytes. */
  readonly bytes: number
}

interface Entry<Value extends Fold> {
  /** The state that it was computed for. If the questions change or a response is removed, it is computed again. */
  readonly questions: string
  readonly removed: number
  readonly fold: Value
  /** Sequence of the last response that was added. */
  sequence: number
}

/** Milliseconds of work per turn of the event loop. */
const TURN_MS = 4

/**
 * Computes values from all responses of surveys and caches them, so that the next request only adds responses that
 * arrived since.
 */
export class ResponseFolds<Value extends Fold> {
  readonly #readerOf: (survey: Survey) => ResponseReader
  readonly #turns: RoundRobin
  readonly #entries: CachePart<Entry<Value>>
  /** The latest unfinished computation for each name. */
  readonly #pending = new Map<string, Promise<Value>>()
  #waiting = 0

  /** @param readerOf reads the responses of a survey, oldest first @param entries caches the values */
  constructor(readerOf: (survey: Survey) => ResponseReader, turns: RoundRobin, entries: CachePart<Entry<Value>>) {
    this.#readerOf = readerOf
    this.#turns = turns
    this.#entries = entries
  }

  /**
   * The value over all responses that the survey had when it was read.
   * @param name of the value in this survey
   * @param begin makes an empty value
   * @throws Refusal `temporarily unavailable` if too many wait
   */
  async of(survey: Survey, name: string, begin: () => Value): Promise<Value> {
    if (this.#waiting >= MAX_WAITING_FOLDS) throw new Refusal('unavailable', { retryAfter: 1 })
    const key = `${survey.id} ${name}`
    this.#waiting++
    // One at a time, since each continues where the previous one ended. A failure of the previous one does not matter
    // here.
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
        entry.fold.add(JSON.parse(response.answers), response.sequence)
        entry.sequence = response.sequence
        if (performance.now() < end) continue
        await this.#turns.next()
        end = performance.now() + TURN_MS
      }
    this.#entries.set(key, entry, entry.fold.bytes + entry.questions.length)
    return entry.fold
  }

  #findValid(key: string, survey: Survey): Entry<Value> | undefined {
    const entry = this.#entries.get(key)
    // Deleted while it changes, so that a value whose computation failed half-way is not used again.
    this.#entries.delete(key)
    const { questions, removed } = validityOf(survey)
    return entry?.questions === questions && entry.removed === removed ? entry : undefined
  }
}

function validityOf({ questions, lastSequence, responseCount }: Survey) {
  return { questions, removed: lastSequence - responseCount }
}
