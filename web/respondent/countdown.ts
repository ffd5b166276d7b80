import type { PacedWords } from '../../src/pages/script-words.ts'

/** How often the time left is looked at, in milliseconds. */
const TICK_MS = 200

/** The time left of a question, by a clock that nobody sets. */
export class Countdown {
  readonly #place: HTMLElement | null
  readonly #words: PacedWords
  readonly #onEnd: () => void
  /** On the clock of `performance`; undefined without a countdown. */
  #endsAt: number | undefined
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
    this.#endsAt = endsIn === null ? undefined : performance.now() + endsIn
    this.#update()
  }

  show(isShown: boolean): void {
    this.#place?.toggleAttribute('hidden', !isShown || !this.#endsAt)
  }

  #update(): void {
    const seconds = this.#endsAt && Math.max(0, Math.ceil((this.#endsAt - performance.now()) / 1_000))
    if (seconds !== undefined) this.#place?.replaceChildren(this.#textFor(seconds))
    const isOver = seconds === 0
    if (this.#isOver === isOver) return
    this.#isOver = isOver
    this.#onEnd()
  }

  #textFor(seconds: number): string {
    const time = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
    const { timeIsUp, timeLeft } = this.#words
    return seconds ? timeLeft.replace('{time}', time) : timeIsUp
  }
}
