import { signal } from '@preact/signals'
import type { ProjectedTexts as ProjectedTextsRead, ShownTexts } from '../../src/dashboard/contract.ts'
import type { LiveSurvey } from './live-survey.ts'
import { RequestError } from './request.ts'

/** The projected answers to a free-text question. A projector link gets no ids. */
export type QuestionProjectedTexts = Omit<ShownTexts['questions'][number], 'picks'> & {
  readonly picks: readonly { readonly id?: string; readonly text: string }[]
}

/** Minimum interval between two reads caused by new responses, in milliseconds. */
const PAUSE_MS = 2_000

/** The projected parts of a survey's free-text answers, live. */
export class ProjectedTexts {
  /** Empty until read. */
  readonly #questions = signal<readonly QuestionProjectedTexts[]>([])
  readonly #live: LiveSurvey
  /** Number of reads: the response to an earlier request may arrive after that to a later one. */
  #reads = 0
  /** Number of responses when the survey was last seen. */
  #count = 0

  constructor(live: LiveSurvey) {
    this.#live = live
  }

  of(index: number): QuestionProjectedTexts {
    return this.#questions.value.find(one => one.index === index) ?? { index, picks: [], words: null }
  }

  /**
   * Reads now and after each change and, if words are projected, also as responses arrive.
   * @returns a function that stops following
   */
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

  /** What could not be read stays unchanged; the stream brings the next change, and a new connection reads again. */
  async load(): Promise<void> {
    this.#reads += 1
    const mine = this.#reads
    try {
      const { questions } = await this.#live.read<ProjectedTextsRead | ShownTexts>('/projected-texts')
      if (mine === this.#reads) this.#questions.value = questions
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
    }
  }
}
