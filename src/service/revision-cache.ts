import { LRUCache } from 'lru-cache'
import { QUESTION_LIST_CACHE_BYTES } from '../domain/limits.ts'
import { type Question, type QuestionsText, readQuestions } from '../domain/question.ts'

/** Differs whenever what was made from it may differ. */
type Revision = number | string

interface Entry<Value> {
  readonly revision: Revision
  readonly value: Value
}

/**
 * What was made of something, by name, valid for one revision of it. Whoever asks has just read the revision, so what is
 * returned is never older than that. Beyond its bytes the cache drops what was used least recently.
 */
export class RevisionCache<Value extends object> {
  readonly #entries: LRUCache<string, Entry<Value>>
  /** What is being made now, by name and revision. */
  readonly #pending = new Map<string, Promise<Value>>()

  /** @param bytes what the cache may hold; a larger value is not stored */
  constructor(bytes: number) {
    this.#entries = new LRUCache({ maxSize: bytes })
  }

  find(name: string, revision: Revision): Value | undefined {
    const cached = this.#entries.get(name)
    return cached?.revision === revision ? cached.value : undefined
  }

  /** @param size of the value, in bytes */
  store(name: string, { revision, value }: Entry<Value>, size: number): Value {
    this.#entries.set(name, { revision, value }, { size: size + ENTRY_BYTES })
    return value
  }

  /**
   * The value for this revision. However many ask for it at the same time, it is made once.
   * @param sizeOf the value, in bytes
   */
  findOrMake(
    name: string,
    revision: Revision,
    make: () => Promise<Value>,
    sizeOf: (value: Value) => number,
  ): Value | Promise<Value> {
    const key = `${name} ${revision}`
    const present = this.find(name, revision) ?? this.#pending.get(key)
    if (present !== undefined) return present
    const making = make()
      .then(value => this.store(name, { revision, value }, sizeOf(value)))
      .finally(() => this.#pending.delete(key))
    this.#pending.set(key, making)
    return making
  }
}

/** What an entry takes beside its value: about so many bytes, so that even many empty values are bounded. */
const ENTRY_BYTES = 200

/** Memory of a parsed list of questions for each character of its text, as measured. */
const BYTES_PER_CHARACTER = 4

/** Parsed question lists, so that a submission or a vote does not parse its survey's again. */
export class QuestionListCache {
  readonly #lists = new RevisionCache<readonly Question[]>(QUESTION_LIST_CACHE_BYTES)

  of({ slug, revision, questions }: { slug: string; revision: number; questions: QuestionsText }): readonly Question[] {
    const cached = this.#lists.find(slug, revision)
    if (cached !== undefined) return cached
    const value = readQuestions(questions)
    return this.#lists.store(slug, { revision, value }, questions.length * BYTES_PER_CHARACTER)
  }
}
