import type { QuestionSettings } from '../surveys/question-settings.ts'
import { sharesOf } from './sharing.ts'
import type { Result } from './tally.ts'

/** The results in the order in which they are presented: that of the survey, but each second round follows its first. */
export function inRounds<Shown extends Result>(results: readonly Shown[], settings: QuestionSettings): Shown[] {
  const firstOf = ({ index }: Shown) => settings[index]?.round_of ?? index
  return results.toSorted((one, other) => firstOf(one) - firstOf(other))
}

/** The result of the first round of a question, if this is the second. */
export function firstRound(results: readonly Result[], settings: QuestionSettings, index: number): Result | undefined {
  const first = settings[index]?.round_of
  return results.find(one => one.index === first)
}

/** Where a question is among all, as people count them: a second round is the same question again. */
export function placeOf(results: readonly Result[], settings: QuestionSettings, index: number) {
  const questions = results.filter(one => settings[one.index]?.round_of === undefined)
  const first = settings[index]?.round_of ?? index
  return { number: questions.findIndex(one => one.index === first) + 1, total: questions.length }
}

/** The change of a share in whole points, as `+12`. */
export function changeOf(before: number, now: number): string {
  const change = Math.round(now * 100) - Math.round(before * 100)
  return change === 0 ? '±0' : `${change > 0 ? '+' : '−'}${Math.abs(change)}`
}

/** The counts of one round; null where too few have answered to be shown. */
type Round = Pick<Result, 'tally' | 'distribution'> & { readonly answered: number | null }

/**
 * The shares of a first round, from 0 to 1, in the order of the second: by option, since one may have been added to
 * either. Undefined until somebody has answered both.
 */
export function sharesBefore(first: Round, second: Round): readonly number[] | undefined {
  const { answered } = first
  if (!answered || !second.answered) return undefined
  if (second.tally === undefined) return sharesOf((first.distribution ?? []).map(({ count }) => count)).shares
  const counts = new Map(first.tally?.map(({ option, count }) => [option, count]))
  return second.tally.map(({ option }) => (counts.get(option) ?? 0) / answered)
}
