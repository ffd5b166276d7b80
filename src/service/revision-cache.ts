import { LRUCache } from 'lru-cache'
import { QUESTION_LIST_CACHE_BYTES } from '../domain/limits.ts'
import { type Question, type QuestionsText, readQuestions } from '../domain/question.ts'

/** Changes whenever a value derived from it may change. */
type Revision = number | string

interface Entry<Value> {
  readonly revision: Revision
  readonly value: Value
}

/**
 * Derived values by name, each valid for one revision of its source. Callers have just read the revision, so a returned value
 * is never older than that. Beyond its limit in bytes the cache drops the least recently used.
 */
export class RevisionCache<Value extends object> {
  readonly #entries: LRUCache<string, Entry<Value>>
  /** Values that are being made now, by name and revision. */
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
   * The value for this revision. It is made once, however many callers ask for it at the same time.
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

/** Approximate bytes of an entry besides its value, so that even many empty values are bounded. */
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
