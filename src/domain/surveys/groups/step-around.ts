import type { Positions, QuestionGroup } from './question-group.ts'

/**
 * Questions of the longest check-list that a paced survey asks together. Each of them can have as many counts beside those of its
 * answers, of which everybody who reads the results reads all.
 */
export const ASKED_TOGETHER = 32

/** Whether a paced survey asks the questions of a group together: those of a check-list that is not too long. */
export function isAskedTogether({ kind, from, to }: QuestionGroup): boolean {
  return kind === 'check_list' && to - from < ASKED_TOGETHER
}

/** The questions that a paced survey asks together with one of them, or that one alone. */
export function stepAround(index: number, groups: readonly QuestionGroup[]): Positions {
  const own = groups.find(group => isAskedTogether(group) && isIn(group, index))
  return own ?? { from: index, to: index }
}

export function isIn({ from, to }: Positions, index: number): boolean {
  return from <= index && index <= to
}
