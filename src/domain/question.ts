import { isArray, isObject, type Json, type JsonObject, parseJson } from './json.ts'
import { Refusal } from './refusal.ts'
import { checkRule, parseRequirement, type Requirement, requirementJson } from './requirement.ts'
import { hasNul, isBlank, keptText } from './text.ts'

/** A list of questions as `questionsJson` spells it. */
export type QuestionsText = string & { readonly [questionsText]: true }
declare const questionsText: unique symbol

export const QUESTION_TYPES = ['multiple_choice', 'free_text', 'rating', 'upvoted_question'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

/** A question: what the service reads of it, and beside that all that was sent, which is kept and returned. */
export interface Question {
  readonly type: QuestionType
  readonly text: string
  /** Each option's text with its place, in order; none unless `multiple_choice`. */
  readonly options: ReadonlyMap<string, number>
  readonly requirement: Requirement
  readonly sent: JsonObject
}

/**
 * A list of questions as a caller sends it, complete in itself.
 * @throws Refusal with the reason; it names the question by its 1-based place.
 */
export function parseQuestions(input: Json | undefined): Question[] {
  const questions = parseEach(input)
  checkRules(questions)
  return questions
}

/** The questions one by one, without what their rules say of one another: an edit moves those first. */
export function parseEach(input: Json | undefined): Question[] {
  if (!isArray(input) || input.length === 0) throw invalid('questions must be a list of at least one question')
  return input.map((question, index) => parseQuestion(question, `question ${index + 1}`))
}

/** Every rule names earlier multiple-choice questions and options that they have. @throws Refusal */
export function checkRules(questions: readonly Question[]): void {
  questions.forEach((question, index) => {
    checkRule(question.requirement, index, questions)
  })
}

/** Questions that the service itself wrote. */
export function readQuestions(stored: QuestionsText): Question[] {
  return parseEach(parseJson(stored))
}

/** The list as it is kept and returned, each question with its index. Spelled once, passed through from then on. */
export function questionsJson(questions: readonly Question[]): QuestionsText {
  return JSON.stringify(questions.map(questionJson)) as QuestionsText
}

function questionJson(question: Question, index: number): JsonObject {
  const { sent, text, type } = question
  return {
    ...sent,
    text,
    ...(type === 'multiple_choice' && { options: [...question.options.keys()] }),
    ...(sent.requirement !== undefined && { requirement: requirementJson(sent.requirement, question.requirement) }),
    index,
  }
}

function parseQuestion(input: Json, name: string): Question {
  if (!isObject(input)) throw invalid(`${name} must be an object`)
  const type = QUESTION_TYPES.find(candidate => candidate === input.type)
  if (type === undefined) throw invalid(`${name}: type must be one of ${QUESTION_TYPES.join(', ')}`)
  if (typeof input.text !== 'string' || isBlank(input.text)) throw invalid(`${name}: text is required`)
  if (type === 'upvoted_question') checkModerated(input.moderated, name)
  return {
    type,
    text: keptText(input.text, `${name}: text`),
    options: type === 'multiple_choice' ? parseOptions(input.options, name) : new Map(),
    requirement: parseRequirement(input.requirement, name),
    sent: input,
  }
}

function parseOptions(input: Json | undefined, name: string): Map<string, number> {
  if (!isArray(input) || input.length === 0) throw new Refusal('no_options')
  const options = new Map<string, number>()
  for (const entry of input) {
    if (typeof entry !== 'string' || entry === '')
      throw invalid(`${name}: every option must be a text that is not empty`)
    if (hasNul(entry)) throw invalid(`${name}: an option must not contain a NUL character`)
    const option = entry.toWellFormed()
    if (options.has(option)) throw invalid(`${name}: no two options may be the same`)
    options.set(option, options.size)
  }
  return options
}

function checkModerated(input: Json | undefined, name: string): void {
  if (input !== undefined && typeof input !== 'boolean') throw invalid(`${name}: moderated must be true or false`)
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_questions', { reason })
}
