import { type ReadonlySignal, signal } from '@preact/signals'
import { coverAfter, type PresentationView, type Step } from '../../src/domain/results/presentation.ts'
import type { LiveSurvey } from '../ui/live-survey.ts'
import { RequestError } from '../ui/request.ts'

const PATH = '/presentation'
/** Delay before a step that did not reach the server is sent again, in milliseconds. */
const RETRY_MS = 1_000

/** What is presented, as shown on this screen. */
export interface ShownPresentation extends Omit<PresentationView, 'countdown'> {
  /** By this screen's `performance.now()`. */
  readonly countdown: { readonly index: number; readonly endsAt: number } | null
}

/**
 * What all of the room's screens show. Steps taken here are shown immediately and sent in order; those of others
 * follow.
 */
export class SharedPresentation {
  /** As shown here. */
  readonly view: ReadonlySignal<ShownPresentation>
  readonly #live: LiveSurvey
  readonly #view
  /** The newest state received from the server. */
  #latest: ShownPresentation
  /** Steps that the server has not confirmed, in order. */
  readonly #waiting: Step[] = []
  #isSending = false

  /** @param latest as just read */
  constructor(live: LiveSurvey, latest: PresentationView) {
    this.#live = live
    this.#latest = shown(latest)
    this.#view = signal(this.#latest)
    this.view = this.#view
  }

  /** Follows others' steps. @returns a function that stops following */
  follow(): () => void {
    return this.#live.onPresentationChange(changed => (changed === undefined ? this.#load() : this.#receive(changed)))
  }

  /** Follows a step that this screen has sent by itself. */
  show(view: PresentationView): void {
    this.#receive(view)
  }

  /** @param index of the step's question; undefined for a mere move */
  step(step: Step, index?: number): void {
    this.#view.value = afterStep(this.#view.value, step, index)
    // Screens that were only passed need not be sent, except one that is already being sent.
    const isPassed = this.#waiting.length > 1 && isOnlyMove(this.#waiting.at(-1))
    this.#waiting.splice(isPassed ? -1 : this.#waiting.length, isPassed ? 1 : 0, step)
    this.#send()
  }

  /** Ends the presentation on every screen. @throws RequestError */
  async end(): Promise<void> {
    await this.#live.send('DELETE', PATH)
    await this.#load()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      const isDone = await this.#sendOne(next)
      if (isDone) this.#waiting.shift()
      else await new Promise(resolve => setTimeout(resolve, RETRY_MS))
    }
    this.#isSending = false
    this.#view.value = this.#latest
  }

  /** @returns whether the server has carried it out or refused it */
  async #sendOne(step: Step): Promise<boolean> {
    try {
      this.#receive(await this.#live.send<PresentationView>('PATCH', PATH, step))
      return true
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      // A question may be gone, or the link replaced; the room's screens stay unchanged.
      return error.status >= 400 && error.status < 500 && error.status !== 429
    }
  }

  async #load(): Promise<void> {
    try {
      this.#receive(await this.#live.read<PresentationView>(PATH))
    } catch (error) {
      // The page reports if the link no longer works, and reads again once the connection is back.
      if (!(error instanceof RequestError)) throw error
    }
  }

  #receive(newest: PresentationView): void {
    if (newest.revision < this.#latest.revision) return
    this.#latest = shown(newest)
    if (!this.#isSending) this.#view.value = this.#latest
  }
}

function shown({ countdown, ...view }: PresentationView): ShownPresentation {
  return { ...view, countdown: countdown && { index: countdown.index, endsAt: performance.now() + countdown.ends_in } }
}

/** What the server will make of a step. Without a presentation nothing is revealed yet. */
function afterStep(before: ShownPresentation, step: Step, index: number | undefined): ShownPresentation {
  const cover = coverAfter(before.live ? before : undefined, step)
  const moved = { ...before, live: true, screen: step.screen, cover }
  if (index === undefined) return moved
  const { revealed, sorted = false, countdown, spotlight } = step
  const changed = (list: readonly number[], isIn: boolean) => [
    ...list.filter(one => one !== index),
    ...(isIn ? [index] : []),
  ]
  return {
    ...moved,
    ...(revealed !== undefined && {
      revealed: changed(before.revealed, revealed),
      sorted: changed(before.sorted, sorted),
    }),
    ...(countdown !== undefined && { countdown: countdownOf(index, countdown) }),
    ...(spotlight !== undefined && { spotlight: spotlight === null ? null : { index, id: spotlight } }),
  }
}

function countdownOf(index: number, seconds: number) {
  return seconds === 0 ? null : { index, endsAt: performance.now() + seconds * 1_000 }
}

function isOnlyMove(step: Step | undefined): boolean {
  return step !== undefined && Object.keys(step).length === 1
}
