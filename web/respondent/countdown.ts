import type { PacedWords } from '../../src/pages/script-words.ts'

/** How often the time left is looked at, in milliseconds. */
const TICK_MS = 200

/**
 * The time left of a question, by a clock that nobody sets.
 * @param place null where nothing can be answered
 * @param onEnd called when the time is up, and when there is time again
 */
export function newCountdown(place: HTMLElement | null, words: PacedWords, onEnd: () => void) {
  /** On the clock of `performance`; undefined without a countdown. */
  let endsAt: number | undefined
  let isOver = false
  const update = () => {
    const seconds = endsAt && Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
    if (place && seconds !== undefined) {
      place.replaceChildren(seconds ? words.timeLeft.replace('{time}', clock(seconds)) : words.timeIsUp)
      // For the lines beside it, which the stylesheet draws.
      place.style.setProperty('--time', `${seconds}`)
    }
    if (isOver === (seconds === 0)) return
    isOver = !isOver
    onEnd()
  }
  setInterval(update, TICK_MS)
  return {
    isOver: () => isOver,
    /** @param endsIn in milliseconds; null without a countdown */
    set(endsIn: number | null): void {
      endsAt = endsIn === null ? undefined : performance.now() + endsIn
      update()
    },
    show(isShown: boolean): void {
      place?.toggleAttribute('hidden', !isShown || !endsAt)
    },
  }
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}
