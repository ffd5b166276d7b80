import { isArray, isObject, type Json, type JsonObject, readJson, withMembers } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { hasNul, isBlank, sanitizeText } from '../values/text.ts'
import { MAX_QUESTIONS } from './limits.ts'
import { type Bounded, bounded, checkOptions, mostOptions } from './question-amounts.ts'
import { checkRule, encodeRequirement, parseRequirement, publicRequirement, type Requirement } from './requirement.ts'

/** The JSON of a list of questions, written by `encodeQuestions`. */
export type QuestionsText = string & { readonly [questionsText]: true }
declare const questionsText: unique symbol

export const QUESTION_TYPES = ['multiple_choice', 'free_text', 'rating', 'upvoted_question'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

/** A validated question: the properties that the service interprets, and the JSON object as sent. */
export interface Question {
  readonly type: QuestionType
  readonly text: string
  /** Position of each option by its text, in order. Empty unless the type is `multiple_choice`. */
  readonly options: ReadonlyMap<string, number>
  readonly requirement: Requirement
  readonly source: JsonObject
}

/**
 * Parses a complete list of questions for something new.
 * @throws Refusal with the reason, which names the question by its 1-based position
 */
export function parseQuestions(input: Json | undefined): Bounded<Question> {
  const questions = bounded(parseQuestionList(input, mostOptions()))
  checkRules(questions)
  return questions
}

/**
 * Parses each question without checking its rule against the others, because an edit updates the rules first.
 * @param most options of a question, which is refused before more of them are read; default any number
 */
export function parseQuestionList(input: Json | undefined, most = Number.POSITIVE_INFINITY): Question[] {
  if (!isArray(input) || input.length === 0) throw invalid('questions must be a list of at least one question')
  if (input.length > MAX_QUESTIONS) throw new Refusal('too_many_questions')
  return input.map((question, index) => parseQuestion(question, `question ${index + 1}`, most))
}

/** Checks that every rule names earlier multiple-choice questions and existing options. @throws Refusal */
export function checkRules(questions: readonly Question[]): void {
  questions.forEach((question, index) => {
    checkRule(question.requirement, index, questions)
  })
}

/** Parses questions that `encodeQuestions` wrote. */
export function readQuestions(stored: QuestionsText): Question[] {
  return parseQuestionList(readJson(stored))
}

/**
 * The JSON that is stored and returned, with each question's index. It is written once and then passed through
 * unchanged.
 */
export function encodeQuestions(questions: Bounded<Question>): QuestionsText {
  return JSON.stringify(indexedQuestions(questions)) as QuestionsText
}

/** Questions as sent, each with its index. */
export function indexedQuestions(questions: readonly Question[]): JsonObject[] {
  return questions.map(encodeQuestion)
}

function encodeQuestion(question: Question, index: number): JsonObject {
  const { source, text, type } = question
  return withMembers(source, {
    text,
    ...(type === 'multiple_choice' && { options: [...question.options.keys()] }),
    ...(source.requirement !== undefined && {
      requirement: encodeRequirement(source.requirement, question.requirement),
    }),
    index,
  })
}

/** A question as respondents see it. Its other properties, and those of its requirement, belong to the caller. */
export function publicQuestion({ type, text, options, requirement, source }: Question, index: number): JsonObject {
  return {
    type,
    text,
    ...(type === 'multiple_choice' && { options: [...options.keys()] }),
    index,
    ...(requirement !== 'always' && { requirement: publicRequirement(requirement) }),
    ...(type === 'upvoted_question' && source.moderated !== undefined && { moderated: source.moderated }),
  }
}

function parseQuestion(input: Json, name: string, most: number): Question {
  if (!isObject(input)) throw invalid(`${name} must be an object`)
  const type = QUESTION_TYPES.find(candidate => candidate === input.type)
  if (type === undefined) throw invalid(`${name}: type must be one of ${QUESTION_TYPES.join(', ')}`)
  if (typeof input.text !== 'string' || isBlank(input.text)) throw invalid(`${name}: text is required`)
  if (type === 'upvoted_question') checkModerated(input.moderated, name)
  return {
    type,
    text: sanitizeText(input.text, `${name}: text`),
    options: type === 'multiple_choice' ? parseOptions(input.options, name, most) : new Map(),
    requirement: parseRequirement(input.requirement, name),
    source: input,
  }
}

function parseOptions(input: Json | undefined, name: string, most: number): Map<string, number> {
  if (!isArray(input) || input.length === 0) throw new Refusal('no_options')
  checkOptions(input.length, most, name)
  const options = new Map<string, number>()
  for (const entry of input) {
    if (typeof entry !== 'string' || entry === '')
      throw invalid(`${name}: every option must be a string that is not empty`)
    if (hasNul(entry)) throw invalid(`${name}: an option must not contain a NUL character`)
    const place = options.size
    options.set(entry.toWellFormed(), place)
    if (options.size === place) throw invalid(`${name}: no two options may be the same`)
  }
  return options
}

function checkModerated(input: Json | undefined, name: string): void {
  if (input !== undefined && typeof input !== 'boolean') throw invalid(`${name}: moderated must be true or false`)
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_questions', { reason })
}
