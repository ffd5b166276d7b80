import { LRUCache } from 'lru-cache'
import { type Question, type QuestionsText, readQuestions } from '../domain/question.ts'

interface Entry<Value> {
  readonly revision: number
  readonly value: Value
}

/**
 * What was made of something, by name, valid for one revision of it. Whoever asks has just read the revision, so what is
 * returned is never older than that. Beyond its bytes the cache drops what was used least recently.
 */
export class RevisionCache<Value extends object> {
  readonly #entries: LRUCache<string, Entry<Value>>

  /** @param bytes what the cache may hold; a larger value is not stored */
  constructor(bytes: number) {
    this.#entries = new LRUCache({ maxSize: bytes })
  }

  find(name: string, revision: number): Value | undefined {
    const cached = this.#entries.get(name)
    return cached?.revision === revision ? cached.value : undefined
  }

  /** @param size of the value, in bytes */
  store(name: string, { revision, value }: Entry<Value>, size: number): Value {
    this.#entries.set(name, { revision, value }, { size: size + ENTRY_BYTES })
    return value
  }
}

/** What an entry takes beside its value: about so many bytes, so that even many empty values are bounded. */
const ENTRY_BYTES = 200

const LIST_BYTES = 64 * 1_048_576
/** Memory of a parsed list of questions for each character of its text, as measured. */
const BYTES_PER_CHARACTER = 4

/** Parsed question lists, so that a submission or a vote does not parse its survey's again. */
export class QuestionListCache {
  readonly #lists = new RevisionCache<readonly Question[]>(LIST_BYTES)

  of({ slug, revision, questions }: { slug: string; revision: number; questions: QuestionsText }): readonly Question[] {
    const cached = this.#lists.find(slug, revision)
    if (cached !== undefined) return cached
    const value = readQuestions(questions)
    return this.#lists.store(slug, { revision, value }, questions.length * BYTES_PER_CHARACTER)
  }
}
