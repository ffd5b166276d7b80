import { largestOf } from '../values/largest.ts'
import { Refusal } from '../values/refusal.ts'
import { sumOf } from '../values/sum.ts'
import { MAX_CONDITION_VALUES, MAX_OPTIONS, MAX_SURVEY_OPTIONS, SURVEY_TEXT_LENGTH } from './limits.ts'
import { checkPageSize, type PageQuestion } from './page-size.ts'

/** Questions within the bounds of a survey. Services store only such lists, so no way in can leave the bounds out. */
export type Bounded<Question> = Question[] & { readonly [isBounded]: true }
declare const isBounded: unique symbol

/** An amount that determines the size of pages, and how long they and submissions take. */
interface Amount {
  readonly limit: number
  of(question: PageQuestion): number
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
      typeof requirement === 'string' ? 0 : sumOf(requirement.conditions, ({ values }) => values.length),
    reason: 'a survey can have at most 20,000 values in its conditions',
  },
  {
    limit: SURVEY_TEXT_LENGTH,
    of: ({ text, options }) => [...options.keys()].reduce((sum, option) => sum + option.length, text.length),
    reason: 'the texts and options of a survey can have at most 300,000 characters together',
  },
]

/** What is set beside a list is checked with it, where both are known. */
const ALONE = { questionSettings: [], groups: [] }

/**
 * Limits the cost of a list of questions: of any page, any list of results, and the check of any submission.
 * @param stored the survey before an edit; one created under looser limits keeps what it has
 * @throws Refusal with the reason
 */
export function bounded<Question extends PageQuestion>(
  questions: Question[],
  stored: readonly PageQuestion[] = [],
): Bounded<Question> {
  const most = mostOptions(stored)
  for (const [index, { options }] of questions.entries()) checkOptions(options.size, most, `question ${index + 1}`)
  for (const { limit, of, reason } of OF_SURVEY)
    if (sumOf(questions, of) > Math.max(limit, sumOf(stored, of))) throw invalid(reason)
  checkPageSize({ questions, ...ALONE }, { questions: stored, ...ALONE })
  return questions as Bounded<Question>
}

/** @param stored as for `bounded`. @returns how many options a question can have */
export function mostOptions(stored: readonly PageQuestion[] = []): number {
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
export function alreadyStored<Question extends PageQuestion>(questions: Question[]): Bounded<Question> {
  return questions as Bounded<Question>
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_questions', { reason })
}
