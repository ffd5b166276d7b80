import { isArray, type Json } from './json.ts'
import { FREE_TEXT_LENGTH, RATING_HIGHEST, RATING_LOWEST } from './limits.ts'
import type { Question } from './question.ts'
import { type AnswerFault, Refusal } from './refusal.ts'
import { isRequired } from './requirement.ts'
import { hasNul, isBlank, isLongerThan } from './text.ts'

/** An option's text, a rating, a text, or none. */
export type Answer = string | number | null

/** What can be wrong with one answer, in one closed table. */
const FAULTS = {
  required: 'an answer is required',
  no_option: 'the answer must be one of the options',
  no_point: `the answer must be a whole number from ${RATING_LOWEST} to ${RATING_HIGHEST}`,
  no_text: 'the answer must be a text',
  takes_none: 'this question takes no answer',
  nul: 'the answer must not contain a NUL character',
  too_long: 'the answer must have at most 10,000 characters',
} as const

export type FaultName = keyof typeof FAULTS

/** Answers as they would be kept, one for each question, and what is wrong with them. */
export interface ReadAnswers {
  readonly answers: readonly Answer[]
  readonly faults: readonly AnswerFault[]
  /** Whether each answer given is one of its question's; false where more is wrong than that some are missing. */
  readonly understood: boolean
}

/**
 * Reads `answers[i]` as the answer to `questions[i]`; a sender may leave off the end.
 * @throws Refusal `invalid_answers` where it is no list, or has more answers than there are questions
 */
export function readAnswers(questions: readonly Question[], input: Json | undefined): ReadAnswers {
  if (!isArray(input)) throw refused('answers must be a list')
  if (input.length > questions.length) throw refused('there are more answers than questions')
  const read = questions.map((question, index) => readAnswer(question, input[index] ?? null))
  const answers = read.map(answer => (answer instanceof Fault ? null : answer))
  const faults: AnswerFault[] = []
  questions.forEach((question, index) => {
    const fault = faultOf(question, read[index] ?? null, answers)
    if (fault !== undefined) faults.push({ index, fault: fault.name, error: FAULTS[fault.name] })
  })
  return { answers, faults, understood: !read.some(answer => answer instanceof Fault) }
}

/** The answers that were given, without the padding: the same however many questions have been added since. */
export function givenAnswers(answers: readonly Answer[]): readonly Answer[] {
  return answers.slice(0, answers.findLastIndex(answer => answer !== null) + 1)
}

class Fault {
  readonly name: FaultName

  constructor(name: FaultName) {
    this.name = name
  }
}

/** What is wrong with one answer: what it is, or that it is missing. */
function faultOf(
  { type, requirement }: Question,
  answer: Answer | Fault,
  answers: readonly Answer[],
): Fault | undefined {
  if (answer instanceof Fault) return answer
  if (answer !== null || type === 'upvoted_question' || !isRequired(requirement, answers)) return undefined
  return new Fault('required')
}

function readAnswer(question: Question, input: Json): Answer | Fault {
  if (input === null) return null
  if (question.type === 'multiple_choice') return readChoice(question, input)
  if (question.type === 'rating') return readRating(input)
  if (question.type === 'free_text') return readText(input)
  return new Fault('takes_none')
}

/** An empty text is no option and counts as none. */
function readChoice({ options }: Question, input: Json): Answer | Fault {
  if (input === '') return null
  const option = typeof input === 'string' ? input.toWellFormed() : undefined
  return option !== undefined && options.has(option) ? option : new Fault('no_option')
}

function readRating(input: Json): Answer | Fault {
  const isPoint =
    typeof input === 'number' && Number.isInteger(input) && input >= RATING_LOWEST && input <= RATING_HIGHEST
  return isPoint ? input : new Fault('no_point')
}

function readText(input: Json): Answer | Fault {
  if (typeof input !== 'string') return new Fault('no_text')
  if (isBlank(input)) return null
  if (hasNul(input)) return new Fault('nul')
  if (isLongerThan(input, FREE_TEXT_LENGTH)) return new Fault('too_long')
  return input.toWellFormed()
}

function refused(reason: string): Refusal {
  return new Refusal('invalid_answers', { reason })
}
