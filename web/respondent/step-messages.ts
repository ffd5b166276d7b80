import type { SharedCounts } from '../../src/domain/results/sharing.ts'
import type { RightAnswer } from '../../src/domain/surveys/question-settings.ts'
import type { Field } from './fields.ts'

// An event with which the script of a paced survey tells the one of its results, which not every page has.

const RESULT = 'result'

/** The result of the question on the screen. */
export interface StepResult {
  readonly field: Field
  /** Null below five answers. */
  readonly counts: SharedCounts | null
  /** Only once the presenter reveals it. */
  readonly right: RightAnswer | undefined
}

/** @param detail undefined if none is to be seen now */
export function reportResult(place: HTMLElement, detail: StepResult | undefined): void {
  place.dispatchEvent(new CustomEvent(RESULT, { detail }))
}

export function onResult(place: HTMLElement, show: (result: StepResult | undefined) => void): void {
  place.addEventListener(RESULT, event => show((event as CustomEvent<StepResult | null>).detail ?? undefined))
}
