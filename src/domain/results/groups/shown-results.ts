import type { QuestionGroup, Section } from '../../surveys/groups/question-group.ts'
import { largestOf } from '../../values/largest.ts'
import type { Result } from '../tally.ts'
import { type GroupResult, groupResult } from './group-results.ts'
import { type OneQuestion, shownTogether } from './shown-together.ts'

/** What is shown as one: the result of a question, or that of a group with the index of its first question. */
export interface ShownResult extends Result {
  /** Missing for a question of its own. A check-list also has the tally of all its options. */
  readonly group?: GroupResult
  /** The index of the last question of a group. */
  readonly last?: number
}

interface Grouped {
  readonly results: readonly Result[]
  readonly groups: readonly QuestionGroup[]
  readonly paced: boolean
}

/**
 * The results in the order of the survey, with one for each group in place of those of its questions. The text beside a
 * check-list, and both questions of a choice with a text, have results of their own.
 */
export function shownResults({ results, groups, paced }: Grouped): ShownResult[] {
  return shownTogether(results, { groups, paced }).map(({ group, questions }) =>
    group === undefined ? questions[0] : resultOf(group, questions),
  )
}

/** Whether a result is that of the question with an index, or of a group that the question is in. */
export function includes({ index, last = index }: ShownResult, question: number): boolean {
  return index <= question && question <= last
}

/** Whether it has counts, so not texts or a board. */
export function hasCounts({ tally, distribution, group }: ShownResult): boolean {
  return (tally ?? distribution ?? group) !== undefined
}

/** The section that a question is in; undefined if there is none, or if everybody goes at the presenter's pace. */
export function sectionOf({ groups, paced }: Omit<Grouped, 'results'>, question: number): Section | undefined {
  if (paced) return undefined
  return groups.find(
    (group): group is Section => group.kind === 'section' && group.from <= question && question <= group.to,
  )
}

function resultOf(group: OneQuestion, results: readonly [Result, ...Result[]]): ShownResult {
  const result = groupResult(group, results)
  const [{ index, type, chosen }] = results
  const answered = chosen ?? largestOf(results.map(one => one.answered))
  const last = results.at(-1)?.index ?? index
  const common = { index, type, text: result.title, answered, group: result, last }
  return result.kind === 'check_list' ? { ...common, tally: result.options } : common
}
