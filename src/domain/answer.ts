import { isArray, type Json } from './json.ts'
import { FREE_TEXT_LENGTH, RATING_HIGHEST, RATING_LOWEST } from './limits.ts'
import type { Question } from './question.ts'
import { type AnswerFault, Refusal } from './refusal.ts'
import { isRequired } from './requirement.ts'
import { hasNul, isBlank, isLongerThan } from './text.ts'

/** An option's text, a rating, a text, or none. */
export type Answer = string | number | null

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
  const faults: AnswerFault[] = []
  const answers = questions.map((question, index) => {
    const answer = readAnswer(question, input[index] ?? null)
    if (!(answer instanceof Fault)) return answer
    faults.push({ index, error: answer.error })
    return null
  })
  const understood = faults.length === 0
  return { answers, faults: understood ? missing(questions, answers) : faults, understood }
}

/** The answers that were given, without the padding: the same however many questions have been added since. */
export function givenAnswers(answers: readonly Answer[]): readonly Answer[] {
  return answers.slice(0, answers.findLastIndex(answer => answer !== null) + 1)
}

function missing(questions: readonly Question[], answers: readonly Answer[]): AnswerFault[] {
  const faults: AnswerFault[] = []
  questions.forEach(({ type, requirement }, index) => {
    if (answers[index] !== null || type === 'upvoted_question' || !isRequired(requirement, answers)) return
    faults.push({ index, error: 'an answer is required' })
  })
  return faults
}

class Fault {
  readonly error: string

  constructor(error: string) {
    this.error = error
  }
}

function readAnswer(question: Question, input: Json): Answer | Fault {
  if (input === null) return null
  if (question.type === 'multiple_choice') return readChoice(question, input)
  if (question.type === 'rating') return readRating(input)
  if (question.type === 'free_text') return readText(input)
  return new Fault('this question takes no answer')
}

/** An empty text is no option and counts as none. */
function readChoice({ options }: Question, input: Json): Answer | Fault {
  if (input === '') return null
  const option = typeof input === 'string' ? input.toWellFormed() : undefined
  return option !== undefined && options.has(option) ? option : new Fault('the answer must be one of the options')
}

function readRating(input: Json): Answer | Fault {
  const isPoint =
    typeof input === 'number' && Number.isInteger(input) && input >= RATING_LOWEST && input <= RATING_HIGHEST
  return isPoint ? input : new Fault(`the answer must be a whole number from ${RATING_LOWEST} to ${RATING_HIGHEST}`)
}

function readText(input: Json): Answer | Fault {
  if (typeof input !== 'string') return new Fault('the answer must be a text')
  if (isBlank(input)) return null
  if (hasNul(input)) return new Fault('the answer must not contain a NUL character')
  if (isLongerThan(input, FREE_TEXT_LENGTH)) return new Fault('the answer must have at most 10,000 characters')
  return input.toWellFormed()
}

function refused(reason: string): Refusal {
  return new Refusal('invalid_answers', { reason })
}
