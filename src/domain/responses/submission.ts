import { NO_GROUPS, type QuestionGroup } from '../surveys/groups/question-group.ts'
import { isIn, stepAround } from '../surveys/groups/step-around.ts'
import type { Question } from '../surveys/question.ts'
import { isRequired } from '../surveys/requirement.ts'
import {
  ANSWER_ERRORS,
  type Answer,
  type AnswerError,
  type AnswerErrorName,
  RATING_HIGHEST,
  RATING_LOWEST,
} from '../values/answer.ts'
import { isArray, type Json, numberIn } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { hasNul, isBlank, isLongerThan } from '../values/text.ts'
import { groupErrors } from './group-rules.ts'
import { FREE_TEXT_LENGTH } from './limits.ts'

/** Answers in the form in which they would be stored, one for each question, with their errors. */
export interface ParsedAnswers {
  readonly answers: readonly Answer[]
  readonly errors: readonly AnswerError[]
  /** Whether each answer that is given fits its question. Others may be missing, and a group may have too many or too few. */
  readonly wellFormed: boolean
}

/**
 * Parses `answers[i]` as the answer to `questions[i]`. Trailing answers may be omitted.
 * @param groups of these questions
 * @throws Refusal `invalid_answers` if the input is not a list, or has more answers than there are questions
 */
export function parseAnswers(
  questions: readonly Question[],
  input: Json | undefined,
  groups: readonly QuestionGroup[] = NO_GROUPS,
): ParsedAnswers {
  if (!isArray(input)) throw invalid('answers must be a list')
  if (input.length > questions.length) throw invalid('there are more answers than questions')
  const parsed = questions.map((question, index) => parseAnswer(question, input[index] ?? null))
  const answers = parsed.map(answer => (answer instanceof InvalidAnswer ? null : answer))
  const errors: AnswerError[] = []
  questions.forEach((question, index) => {
    const error = errorOf(question, parsed[index] ?? null, answers)
    if (error !== undefined) errors.push({ index, name: error.name, error: ANSWER_ERRORS[error.name] })
  })
  const all = [...errors, ...groupErrors(questions, groups, { answers, errors })].sort((a, b) => a.index - b.index)
  return { answers, errors: all, wellFormed: !parsed.some(answer => answer instanceof InvalidAnswer) }
}

/**
 * Parses the answer to one question of a paced survey, or those to a check-list, in a list whose other entries are null.
 * No requirement is enforced, since nobody can tell which answers belong together; a check-list has its own rules.
 * @param groups of these questions
 * @throws Refusal `invalid_answers` if the input is not a list with one answer, or has more entries than there are
 *   questions
 */
export function parseOneAnswer(
  questions: readonly Question[],
  input: Json | undefined,
  groups: readonly QuestionGroup[] = NO_GROUPS,
): ParsedAnswers {
  const { answers, errors: all, wellFormed } = parseAnswers(questions, input)
  const wrong = all.filter(({ name }) => name !== 'required').map(({ index }) => index)
  const given = [...answers.keys()].filter(index => answers[index] !== null || wrong.includes(index))
  const [first = -1] = given
  const step = stepAround(first, groups)
  if (first < 0 || given.some(index => index > step.to))
    throw invalid('the presenter sets the pace of this survey: send the answer to one question')
  const ownGroups = groups.filter(group => group.from === step.from && group.to === step.to)
  const own = all.filter(({ index, name }) => isIn(step, index) && (name !== 'required' || step.to > step.from))
  const errors = [...own, ...groupErrors(questions, ownGroups, { answers, errors: own })]
  return { answers, errors, wellFormed }
}

/** The answers up to the last one given, which do not depend on how many questions have been added since. */
export function withoutTrailingBlanks(answers: readonly Answer[]): readonly Answer[] {
  return answers.slice(0, answers.findLastIndex(answer => answer !== null) + 1)
}

/**
 * Answers that may have been stored before the questions were edited, even if they do not fit the current questions:
 * once all responses have been removed, every edit is possible.
 * @returns undefined for input that no question accepts
 */
export function answersBeforeEdit(
  questions: readonly Question[],
  input: Json | undefined,
): readonly Answer[] | undefined {
  if (!isArray(input)) return undefined
  const answers = input.map((sent, index) => answerBeforeEdit(questions[index], sent))
  return answers.includes(undefined) ? undefined : (answers as Answer[])
}

function answerBeforeEdit(question: Question | undefined, input: Json): Answer | undefined {
  const answer = question && parseAnswer(question, input)
  if (answer !== undefined && !(answer instanceof InvalidAnswer)) return answer
  if (typeof input === 'string') return isBlank(input) ? null : input.toWellFormed()
  return input === null ? null : numberIn(input)
}

class InvalidAnswer {
  readonly name: AnswerErrorName

  constructor(name: AnswerErrorName) {
    this.name = name
  }
}

/** The error in one answer. A missing answer to a required question is also an error. */
function errorOf(
  { type, requirement }: Question,
  answer: Answer | InvalidAnswer,
  answers: readonly Answer[],
): InvalidAnswer | undefined {
  if (answer instanceof InvalidAnswer) return answer
  if (answer !== null || type === 'upvoted_question' || !isRequired(requirement, answers)) return undefined
  return new InvalidAnswer('required')
}

function parseAnswer(question: Question, input: Json): Answer | InvalidAnswer {
  if (input === null) return null
  if (question.type === 'multiple_choice') return parseChoice(question, input)
  if (question.type === 'rating') return parseRating(input)
  if (question.type === 'free_text') return parseText(input)
  return new InvalidAnswer('takes_none')
}

/** An empty text counts as no answer. */
function parseChoice({ options }: Question, input: Json): Answer | InvalidAnswer {
  if (input === '') return null
  const option = typeof input === 'string' ? input.toWellFormed() : undefined
  return option !== undefined && options.has(option) ? option : new InvalidAnswer('no_option')
}

function parseRating(input: Json): Answer | InvalidAnswer {
  const rating = numberIn(input)
  const isPoint =
    rating !== undefined && Number.isInteger(rating) && rating >= RATING_LOWEST && rating <= RATING_HIGHEST
  return isPoint ? rating : new InvalidAnswer('no_point')
}

function parseText(input: Json): Answer | InvalidAnswer {
  if (typeof input !== 'string') return new InvalidAnswer('no_text')
  if (isBlank(input)) return null
  if (hasNul(input)) return new InvalidAnswer('nul')
  if (isLongerThan(input, FREE_TEXT_LENGTH)) return new InvalidAnswer('too_long')
  return input.toWellFormed()
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_answers', { reason })
}
