import { type Question, type QuestionsText, readQuestions } from '../domain/question.ts'

/** The newest of many things, by name: where there are too many, the one that was put first goes first. */
export class Newest<Value> {
  readonly #values = new Map<string, Value>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(name: string): Value | undefined {
    return this.#values.get(name)
  }

  put(name: string, value: Value): Value {
    this.#values.delete(name)
    this.#values.set(name, value)
    const [first] = this.#values.keys()
    if (this.#values.size > this.#most && first !== undefined) this.#values.delete(first)
    return value
  }

  clear(): void {
    this.#values.clear()
  }
}

/**
 * What was made of something, kept for as long as that has the same revision. Whoever asks has just read the revision,
 * so what is given is never older than that.
 */
export class Kept<Value> {
  readonly #values: Newest<{ readonly revision: number; readonly value: Value }>

  /** @param most values kept */
  constructor(most: number) {
    this.#values = new Newest(most)
  }

  /** The value kept for a thing at a revision. */
  find(thing: string, revision: number): Value | undefined {
    const kept = this.#values.get(thing)
    return kept?.revision === revision ? kept.value : undefined
  }

  keep(thing: string, revision: number, value: Value): Value {
    this.#values.put(thing, { revision, value })
    return value
  }
}

const LISTS = 200

/** Question lists kept as they were read, so that a submission or a vote does not read its survey's anew. */
export class KeptLists {
  readonly #lists = new Kept<readonly Question[]>(LISTS)

  of({ slug, revision, questions }: { slug: string; revision: number; questions: QuestionsText }): readonly Question[] {
    return this.#lists.find(slug, revision) ?? this.#lists.keep(slug, revision, readQuestions(questions))
  }
}
