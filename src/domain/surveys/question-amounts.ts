import { largestOf } from '../values/largest.ts'
import { Refusal } from '../values/refusal.ts'
import { MAX_CONDITION_VALUES, MAX_OPTIONS, MAX_SURVEY_OPTIONS, SURVEY_TEXT_LENGTH } from './limits.ts'
import type { Requirement } from './requirement.ts'

/** Questions within the bounds of a survey. Services store only such lists, so no way in can leave the bounds out. */
export type Bounded<Question> = Question[] & { readonly [isBounded]: true }
declare const isBounded: unique symbol

/** The measured parts of a question. */
interface Measured {
  readonly text: string
  readonly options: ReadonlyMap<string, number>
  readonly requirement: Requirement
}

/** An amount that determines the size of pages, and how long they and submissions take. */
interface Amount {
  readonly limit: number
  of(question: Measured): number
  readonly reason: string
}

/** For all questions of a survey together. */
const OF_SURVEY: readonly Amount[] = [
  {
    limit: MAX_SURVEY_OPTIONS,
    of: ({ options }) => options.size,
    reason: 'a survey can have at most 20,000 options',
  },
  {
    limit: MAX_CONDITION_VALUES,
    of: ({ requirement }) =>
      typeof requirement === 'string' ? 0 : requirement.conditions.reduce((sum, { values }) => sum + values.length, 0),
    reason: 'a survey can have at most 20,000 values in its conditions',
  },
  {
    limit: SURVEY_TEXT_LENGTH,
    of: ({ text, options }) => [...options.keys()].reduce((sum, option) => sum + option.length, text.length),
    reason: 'the texts and options of a survey can have at most 300,000 characters together',
  },
]

/**
 * Limits the cost of a list of questions: of any page, any list of results, and the check of any submission.
 * @param stored the survey before an edit; one created under looser limits keeps what it has
 * @throws Refusal with the reason
 */
export function bounded<Question extends Measured>(
  questions: Question[],
  stored: readonly Measured[] = [],
): Bounded<Question> {
  const most = mostOptions(stored)
  for (const [index, { options }] of questions.entries()) checkOptions(options.size, most, `question ${index + 1}`)
  const total = (list: readonly Measured[], of: Amount['of']) => list.reduce((sum, question) => sum + of(question), 0)
  for (const { limit, of, reason } of OF_SURVEY)
    if (total(questions, of) > Math.max(limit, total(stored, of))) throw invalid(reason)
  return questions as Bounded<Question>
}

/** @param stored as for `bounded`. @returns how many options a question can have */
export function mostOptions(stored: readonly Measured[] = []): number {
  return largestOf(
    stored.map(({ options }) => options.size),
    MAX_OPTIONS,
  )
}

/** @throws Refusal if a question of that name has more options than it can have */
export function checkOptions(count: number, most: number, name: string): void {
  if (count > most) throw invalid(`${name}: a question can have at most 1,000 options`)
}

/**
 * Questions that an installation has stored, possibly under looser limits, to be stored again unchanged. Only for the
 * operator's own files: whoever else sends a file may have written it.
 */
export function alreadyStored<Question extends Measured>(questions: Question[]): Bounded<Question> {
  return questions as Bounded<Question>
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_questions', { reason })
}
