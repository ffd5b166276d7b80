import { type Question, type QuestionsText, readQuestions } from '../domain/question.ts'

/**
 * What was made of something, kept for as long as that has the same revision. Whoever asks has just read the revision,
 * so what is given is never older than that.
 */
export class Kept<Value> {
  readonly #values = new Map<string, { readonly revision: number; readonly value: Value }>()
  readonly #most: number

  /** @param most values kept; the one that was made first goes first */
  constructor(most: number) {
    this.#most = most
  }

  /** The value kept for a thing at a revision. */
  find(thing: string, revision: number): Value | undefined {
    const kept = this.#values.get(thing)
    return kept?.revision === revision ? kept.value : undefined
  }

  keep(thing: string, revision: number, value: Value): Value {
    this.#values.delete(thing)
    this.#values.set(thing, { revision, value })
    const [first] = this.#values.keys()
    if (this.#values.size > this.#most && first !== undefined) this.#values.delete(first)
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
