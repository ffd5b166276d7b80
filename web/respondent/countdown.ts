import type { PacedWords } from '../../src/pages/script-words.ts'

/** How often the time left is looked at, in milliseconds. */
const TICK_MS = 200

/** The time left of a question, by a clock that nobody sets. */
export class Countdown {
  readonly #place: HTMLElement | null
  readonly #words: PacedWords
  readonly #onEnd: () => void
  #endsAt = Number.POSITIVE_INFINITY
  #isOver = false

  /** @param place null where nothing can be answered @param onEnd called when the time is up, and when there is time again */
  constructor(place: HTMLElement | null, words: PacedWords, onEnd: () => void) {
    this.#place = place
    this.#words = words
    this.#onEnd = onEnd
    setInterval(() => this.#update(), TICK_MS)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** @param endsIn in milliseconds; null without a countdown */
  set(endsIn: number | null): void {
    this.#endsAt = endsIn === null ? Number.POSITIVE_INFINITY : performance.now() + endsIn
    this.#update()
  }

  show(isShown: boolean): void {
    this.#place?.toggleAttribute('hidden', !isShown || !Number.isFinite(this.#endsAt))
  }

  #update(): void {
    const seconds = Math.max(0, Math.ceil((this.#endsAt - performance.now()) / 1_000))
    const { timeIsUp, timeLeft } = this.#words
    const time = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
    const text = seconds === 0 ? timeIsUp : timeLeft.replace('{time}', time)
    if (Number.isFinite(seconds)) this.#place?.replaceChildren(text)
    if (this.#isOver === (seconds === 0)) return
    this.#isOver = seconds === 0
    this.#onEnd()
  }
}
