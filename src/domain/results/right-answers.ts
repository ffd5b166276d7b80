import type { RightAnswer } from '../surveys/question-settings.ts'
import { isolated } from '../values/text.ts'
import type { Result } from './tally.ts'

/** A right answer in a sentence: options, or points. @param labels those of the options */
export function rightName(right: RightAnswer, labels: readonly string[]): string {
  if ('from' in right) return right.from === right.to ? `${right.from}` : `${right.from}–${right.to}`
  return right.options.map(at => isolated(labels[at] ?? '')).join(' · ')
}

/**
 * The right options of a check-list, by their positions in it. Undefined if there are none.
 * @param options the indexes of their questions @param rightAt the right answer of a question, if that is known
 */
export function rightOfCheckList(
  options: readonly number[],
  rightAt: (index: number) => RightAnswer | undefined,
): RightAnswer | undefined {
  const right = options.flatMap((index, at) => (rightAt(index) ? [at] : []))
  return right.length > 0 ? { options: right } : undefined
}

/** Whether an answer is right. @param slot the position of an option, or the points of a rating */
export function isRight(right: RightAnswer, slot: number): boolean {
  return 'options' in right ? right.options.includes(slot) : slot >= right.from && slot <= right.to
}

/** The right answers of a question as a part of all, from 0 to 1. Undefined while nobody has answered. */
export function rightShare(
  right: RightAnswer,
  { answered, tally = [], distribution = [] }: Result,
): number | undefined {
  if (answered === 0) return undefined
  const counts = [
    ...tally.map(({ count }, slot) => ({ slot, count })),
    ...distribution.map(({ value, count }) => ({ slot: value, count })),
  ]
  return counts.reduce((sum, { slot, count }) => sum + (isRight(right, slot) ? count : 0), 0) / answered
}
