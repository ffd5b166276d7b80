import { signal } from '@preact/signals'
import type { Word } from '../../src/domain/words.ts'
import type { LiveSurvey } from './live-survey.ts'
import { RequestError } from './request.ts'

/** What is projected of the answers to a free-text question. */
export interface QuestionProjectedTexts {
  readonly index: number
  /** A projector link gets no ids. */
  readonly picks: readonly { readonly id?: string; readonly text: string }[]
  /** Null if words and phrases are not projected. */
  readonly words: readonly Word[] | null
}

/** Minimum interval between two reads because of new responses, in milliseconds. */
const PAUSE_MS = 2_000

/** What is projected of a survey's free-text answers, live. */
export class ProjectedTexts {
  /** Empty until it is read. */
  readonly #questions = signal<readonly QuestionProjectedTexts[]>([])
  readonly #live: LiveSurvey
  /** How often it was read: the answer to an earlier request may come after that to a later one. */
  #reads = 0
  /** Responses when the survey was last seen. */
  #count = 0

  constructor(live: LiveSurvey) {
    this.#live = live
  }

  of(index: number): QuestionProjectedTexts {
    return this.#questions.value.find(one => one.index === index) ?? { index, picks: [], words: null }
  }

  /** Reads it now and after each change; where words are projected, also as responses arrive. @returns stops following */
  follow(): () => void {
    const stop = this.#live.onProjectedTextsChange(() => this.load())
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopCounting = this.#live.survey.subscribe(({ response_count: count }) => {
      if (count === this.#count) return
      this.#count = count
      if (this.#questions.value.every(({ words }) => words === null)) return
      timer ??= setTimeout(() => {
        timer = undefined
        this.load()
      }, PAUSE_MS)
    })
    return () => {
      stop()
      stopCounting()
      clearTimeout(timer)
    }
  }

  /** What could not be read stays as it was; the stream brings the next change, and a new connection reads again. */
  async load(): Promise<void> {
    this.#reads += 1
    const mine = this.#reads
    try {
      const { questions } = await this.#live.read<{ questions: readonly QuestionProjectedTexts[] }>('/projected-texts')
      if (mine === this.#reads) this.#questions.value = questions
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    }
  }
}
