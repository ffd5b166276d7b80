import type { Positions, QuestionGroup } from './question-group.ts'

/** The questions that a paced survey asks together: those of a check-list, otherwise one. */
export function stepAround(index: number, groups: readonly QuestionGroup[]): Positions {
  const own = groups.find(({ kind, from, to }) => kind === 'check_list' && from <= index && index <= to)
  return own ?? { from: index, to: index }
}

export function isIn({ from, to }: Positions, index: number): boolean {
  return from <= index && index <= to
}
