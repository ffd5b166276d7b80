import { LRUCache } from 'lru-cache'
import { type Question, readQuestions } from '../domain/surveys/question.ts'
import { DOCUMENT_CACHE_BYTES, FOLD_CACHE_BYTES, SURVEY_CACHE_BYTES } from '../domain/values/cache-limits.ts'
import type { KnownQuestions } from '../store/surveys/surveys.ts'

/** Approximate overhead of an entry in bytes, so that even many empty values are limited. */
const ENTRY_BYTES = 200

/** The in-memory caches of a process. */
export interface Caches {
  /** Surveys as last read, and their parsed questions. */
  readonly surveys: Cache
  /** Pages, lists and results in the form in which they are sent. */
  readonly documents: Cache
  /** Values computed from all responses of a survey. */
  readonly folds: Cache
}

export function newCaches(): Caches {
  return {
    surveys: new Cache(SURVEY_CACHE_BYTES),
    documents: new Cache(DOCUMENT_CACHE_BYTES),
    folds: new Cache(FOLD_CACHE_BYTES),
  }
}

/**
 * Values of several kinds within one limit in bytes. Beyond it, the least recently used are evicted, whatever their
 * kind.
 */
export class Cache {
  readonly #values: LRUCache<string, object>

  constructor(bytes: number) {
    this.#values = new LRUCache({ maxSize: bytes })
  }

  /** The values of one kind, by name. */
  part<Value extends object>(kind: string): CachePart<Value> {
    return new CachePart(this.#values, kind)
  }
}

class CachePart<Value extends object> {
  readonly #values: LRUCache<string, object>
  readonly #kind: string

  constructor(values: LRUCache<string, object>, kind: string) {
    this.#values = values
    this.#kind = kind
  }

  get(name: string): Value | undefined {
    // The names of a kind belong to this part only.
    return this.#values.get(`${this.#kind} ${name}`) as Value | undefined
  }

  has(name: string): boolean {
    return this.#values.has(`${this.#kind} ${name}`)
  }

  /** @param size of the value, in bytes; a value larger than the cache is not stored */
  set(name: string, value: Value, size: number): void {
    this.#values.set(`${this.#kind} ${name}`, value, { size: size + ENTRY_BYTES })
  }

  delete(name: string): void {
    this.#values.delete(`${this.#kind} ${name}`)
  }
}

export type { CachePart }

/** Changes whenever a value derived from it may change. */
type Revision = number | string

interface Entry<Value> {
  readonly revision: Revision
  readonly value: Value
}

/**
 * Derived values by name, each valid for one revision of its source. Callers have just read the revision, so a returned value
 * is never older than that.
 */
export class RevisionCache<Value extends object> {
  readonly #entries: CachePart<Entry<Value>>
  /** Values still being made, by name and revision. */
  readonly #pending = new Map<string, Promise<Value>>()

  constructor(cache: Cache, kind: string) {
    this.#entries = cache.part(kind)
  }

  find(name: string, revision: Revision): Value | undefined {
    const cached = this.#entries.get(name)
    return cached?.revision === revision ? cached.value : undefined
  }

  /** @param size of the value, in bytes */
  store(name: string, { revision, value }: Entry<Value>, size: number): Value {
    this.#entries.set(name, { revision, value }, size)
    return value
  }

  /**
   * The value for this revision. It is made only once, however many callers ask for it at the same time.
   * @param sizeOf the size of the value, in bytes
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

/** Memory that a list of questions takes for each character of its text: four bytes parsed, as measured, and two for the text. */
const BYTES_PER_CHARACTER = 6

interface QuestionList extends KnownQuestions {
  readonly parsed: readonly Question[]
}

/** Lists of questions, so that a submission or a vote neither reads nor parses its survey's list again. */
export class QuestionLists {
  readonly #lists: CachePart<QuestionList>

  constructor({ surveys }: Caches) {
    this.#lists = surveys.part('questions')
  }

  of({ slug, revision, questions }: KnownQuestions & { readonly slug: string }): readonly Question[] {
    const cached = this.#lists.get(slug)
    if (cached?.revision === revision) return cached.parsed
    const parsed = readQuestions(questions)
    this.#lists.set(slug, { revision, questions, parsed }, questions.length * BYTES_PER_CHARACTER)
    return parsed
  }

  /** The text of the list that was asked for last, at its revision. */
  known(slug: string): KnownQuestions | undefined {
    return this.#lists.get(slug)
  }
}
