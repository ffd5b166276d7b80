import type { Json } from './json.ts'
import { MIN_SHARED_ANSWERS } from './limits.ts'
import type { Question, QuestionType } from './question.ts'
import { Refusal } from './refusal.ts'
import type { Result } from './tally.ts'

/** When respondents see results on a survey's thanks page. */
export const SHARING_MODES = ['never', 'after_answering', 'when_revealed'] as const
export type SharingMode = (typeof SHARING_MODES)[number]

/** Types of questions with counts. */
const COUNTED_TYPES: readonly QuestionType[] = ['multiple_choice', 'rating']

/** What decides whether respondents see results. */
export interface Sharing {
  readonly shareResults: SharingMode
  /** Only has a meaning in the mode `when_revealed`. */
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
}

/** The counts of a question, one for each label. */
interface SharedCounts {
  readonly counts: readonly number[]
  /** Of a rating. */
  readonly mean?: number | null
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

/** Whether the thanks page has a place for results, visible or not. A survey without counted questions has none to share. */
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

/**
 * Questions that are counted, as respondents see them. Texts are never among them, and boards have a list of their own.
 * @param areVisible otherwise the questions come without their counts
 */
export function sharedResults(results: readonly Result[], areVisible: boolean): SharedResult[] {
  return results.flatMap(({ index, type, text, answered, tally, distribution, mean }) => {
    const rows =
      tally?.map(({ option, count }) => ({ label: option, count })) ??
      distribution?.map(({ value, count }) => ({ label: String(value), count }))
    if (rows === undefined) return []
    const counts = { counts: rows.map(({ count }) => count), ...(mean !== undefined && { mean }) }
    const isShared = areVisible && isShareable(answered)
    return [{ index, type, text, labels: rows.map(({ label }) => label), counts: isShared ? counts : null }]
  })
}

/** Whether a number counts enough people to reveal nothing about any one of them. */
export function isShareable(people: number): boolean {
  return people >= MIN_SHARED_ANSWERS
}

/** How many answered, and the part of them that each count is, from 0 to 1. */
export function sharesOf(counts: readonly number[]): { readonly answered: number; readonly shares: readonly number[] } {
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return { answered, shares: counts.map(count => (answered === 0 ? 0 : count / answered)) }
}
