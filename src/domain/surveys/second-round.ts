import type { JsonObject } from '../values/json.ts'
import { numberIn } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import type { QuestionGroup } from './groups/question-group.ts'
import { stepAround } from './groups/step-around.ts'
import { MAX_QUESTIONS } from './limits.ts'
import { checkPageSize } from './page-size.ts'
import type { Question } from './question.ts'
import { type Bounded, bounded } from './question-amounts.ts'
import { canHaveRounds, type QuestionSettings, secondRoundOf, withSecondRound } from './question-settings.ts'

/** A survey's questions, one of which is another's second round. */
interface WithRound {
  readonly questions: Bounded<Question>
  readonly questionSettings: QuestionSettings
}

/** The part of a survey that decides whether its questions can be asked again. */
interface Asking {
  readonly paced: boolean
  readonly questionSettings: QuestionSettings
  readonly groups: readonly QuestionGroup[]
}

/** The index of the question that is to be asked again. @throws Refusal `invalid_round` */
export function parseRound({ index: sent }: JsonObject): number {
  const index = numberIn(sent)
  if (index === undefined || !Number.isInteger(index) || index < 0) throw new Refusal('invalid_round')
  return index
}

/**
 * Adds the second round of a question behind the last one: the same question, so that answers and counts of both stay
 * exact.
 * @returns undefined if it has one
 * @throws Refusal `not_paced`, `not found`, `no_second_round`, `no_second_round_of_check_list`, or that of too
 *   many questions
 */
export function addSecondRound(
  { paced, questionSettings, groups }: Asking,
  questions: readonly Question[],
  index: number,
): WithRound | undefined {
  if (!paced) throw new Refusal('not_paced')
  const question = questions[index]
  if (question === undefined) throw new Refusal('not_found')
  const isSecond = questionSettings[index]?.round_of !== undefined
  if (!canHaveRounds(question) || isSecond) throw new Refusal('no_second_round')
  const { from, to } = stepAround(index, groups)
  if (from < to) throw new Refusal('no_second_round_of_check_list')
  if (secondRoundOf(questionSettings, index) !== undefined) return undefined
  if (questions.length >= MAX_QUESTIONS) throw new Refusal('too_many_questions')
  const added = {
    questions: bounded([...questions, again(question)], questions),
    questionSettings: withSecondRound(questionSettings, index, questions.length),
  }
  checkPageSize({ ...added, groups }, { questions, questionSettings, groups })
  return added
}

/** Without what its caller has added to it, which may name it alone, and without its requirement, which no step enforces. */
function again({ type, text, options }: Question): Question {
  const source = { type, text, ...(type === 'multiple_choice' && { options: [...options.keys()] }) }
  return { type, text, options, requirement: 'always', source }
}
