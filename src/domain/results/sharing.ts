import { isAskedTogether } from '../surveys/groups/step-around.ts'
import type { Question, QuestionType } from '../surveys/question.ts'
import type { QuestionSettings, RightAnswer } from '../surveys/question-settings.ts'
import type { ScaleWords } from '../surveys/scale-words.ts'
import type { Json } from '../values/json.ts'
import { largestOf } from '../values/largest.ts'
import { Refusal } from '../values/refusal.ts'
import { type Asked, indexesOf } from './chosen-counts.ts'
import { MIN_SHARED_ANSWERS } from './limits.ts'
import type { Result } from './tally.ts'

/** When respondents see results on a survey's thank-you page. */
export const SHARING_MODES = ['never', 'after_answering', 'when_revealed'] as const
export type SharingMode = (typeof SHARING_MODES)[number]

/** Types of questions with counts. */
const COUNTED_TYPES: readonly QuestionType[] = ['multiple_choice', 'rating']

/** What decides whether respondents see results. */
export interface Sharing {
  readonly shareResults: SharingMode
  /** Only meaningful in the mode `when_revealed`. */
  readonly resultsRevealed: boolean
  /** Suspended by the operator: such a survey shares nothing. */
  readonly suspended: boolean
}

/** The result of one question as respondents see it. */
export interface SharedResult {
  readonly index: number
  readonly type: Result['type']
  readonly text: string
  /** The options or the points, in order. */
  readonly labels: readonly string[]
  /** Null if results are hidden, or if so few people have answered that they could be identified. */
  readonly counts: SharedCounts | null
  /** Missing if there is none, or if it is not revealed. */
  readonly right?: RightAnswer
  readonly scale_words?: ScaleWords
  /** Of an option of a check-list at the presenter's pace: how many have chosen any of them. Null as `counts` are. */
  readonly chosen?: number | null
}

/** The counts of a question, one for each label. */
export interface SharedCounts {
  readonly counts: readonly number[]
  /** Only for ratings. */
  readonly mean?: number | null
  /** Only for a check-list as a whole: how many have chosen any of its options. */
  readonly chosen?: number
}

export function parseSharingMode(input: Json | undefined): SharingMode {
  const mode = SHARING_MODES.find(one => one === input)
  if (mode === undefined) throw new Refusal('invalid_share_results')
  return mode
}

export function parseRevealed(input: Json | undefined): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_results_revealed')
  return input
}

/**
 * Whether the thank-you page has a place for results, visible or not. A survey without counted questions has none to
 * share.
 */
export function sharesResults(
  { shareResults, suspended }: Sharing,
  questions: readonly Pick<Question, 'type'>[],
): boolean {
  return shareResults !== 'never' && !suspended && questions.some(({ type }) => COUNTED_TYPES.includes(type))
}

/** Whether respondents may see results now. */
export function areResultsVisible({ shareResults, resultsRevealed, suspended }: Sharing): boolean {
  if (suspended) return false
  return shareResults === 'after_answering' || (shareResults === 'when_revealed' && resultsRevealed)
}

/** Whether the phones of a paced survey see the result of the question on the screen. @param isRevealed on the screen */
export function isStepShared(sharing: Sharing, isRevealed: boolean): boolean {
  const revealsSteps = sharing.shareResults === 'when_revealed' && !sharing.suspended
  return areResultsVisible(sharing) || (revealsSteps && isRevealed)
}

/**
 * The counted questions as respondents see them. They never include texts, and boards have their own list.
 * @param areVisible if false, the questions have no counts
 */
export function sharedResults(results: readonly Result[], areVisible: boolean): SharedResult[] {
  return results.flatMap(({ index, type, text, answered, tally, distribution, mean, chosen }) => {
    const rows =
      tally?.map(({ option, count }) => ({ label: option, count })) ??
      distribution?.map(({ value, count }) => ({ label: String(value), count }))
    if (rows === undefined) return []
    const counts = { counts: rows.map(({ count }) => count), ...(mean !== undefined && { mean }) }
    const isShared = (people: number) => areVisible && isShareable(people)
    return [
      {
        index,
        type,
        text,
        labels: rows.map(({ label }) => label),
        counts: isShared(largestOf([answered, chosen ?? 0])) ? counts : null,
        ...(chosen !== undefined && { chosen: isShared(chosen) ? chosen : null }),
      },
    ]
  })
}

/**
 * With the words below scales, and with right answers, which only a reveal gives away: who has answered may tell those
 * who have not. At the presenter's pace they come one by one, with the steps.
 */
export function withSettings(
  shared: readonly SharedResult[],
  sharing: Sharing & { readonly paced: boolean; readonly questionSettings: QuestionSettings },
): readonly SharedResult[] {
  const isRightShown = sharing.shareResults === 'when_revealed' && areResultsVisible(sharing) && !sharing.paced
  return shared.map(one => {
    const { right, scale_words } = sharing.questionSettings[one.index] ?? {}
    return { ...one, ...(scale_words && { scale_words }), ...(isRightShown && right && { right }) }
  })
}

/**
 * The number of responses that respondents are told: the one that is shown of the survey as a whole, except at a
 * presenter's pace. There each response answers one question or check-list, so that all of them without those whose
 * counts are shown would be the answers to a question that fewer than five have answered. It is the sum of those that
 * are shown.
 */
export function sharedResponses(results: readonly Result[], { paced, groups }: Asked, responses: number): number {
  if (!paced) return responses
  const listOf = new Map(groups.filter(isAskedTogether).flatMap(list => indexesOf(list).map(index => [index, list])))
  const together = Map.groupBy(results, ({ index }) => listOf.get(index) ?? index)
  const people = [...together.values()].map(peopleOf).filter(isShareable)
  return people.reduce((sum, one) => sum + one, 0)
}

/** @param together the results of one question, or of a check-list and the text beside it */
function peopleOf(together: readonly Result[]): number {
  return largestOf(
    together.flatMap(({ answered, chosen = 0 }) => [answered, chosen]),
    0,
  )
}

/** Whether this many people are enough to reveal nothing about any one of them. */
export function isShareable(people: number): boolean {
  return people >= MIN_SHARED_ANSWERS
}

/**
 * The number of answers, and each count as a fraction of it.
 * @param answered given where several of the counts can be of one person
 */
export function sharesOf(
  counts: readonly number[],
  answered: number = counts.reduce((sum, count) => sum + count, 0),
): { readonly answered: number; readonly shares: readonly number[] } {
  return { answered, shares: counts.map(count => (answered === 0 ? 0 : count / answered)) }
}
