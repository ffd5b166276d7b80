import { RATING_HIGHEST, RATING_LOWEST } from '../values/answer.ts'
import { isArray, isObject, type Json, type JsonObject, numberIn } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { checkDescriptionsLength, parseDescription } from './description.ts'
import type { Origins } from './edit.ts'
import { MAX_QUESTIONS } from './limits.ts'
import type { Question } from './question.ts'
import { checkScaleWordsLength, parseScaleWords, type ScaleWords } from './scale-words.ts'

/**
 * What is set beside the questions of a survey: one entry for each of them, by position, and null for none. The API does not know
 * it, since what it stores in a question belongs to its caller. Stored and sent as it is.
 */
export type QuestionSettings = readonly (SettingsOfQuestion | null)[]

interface SettingsOfQuestion {
  /** Below the question, for respondents. */
  readonly description?: string
  readonly right?: RightAnswer
  readonly scale_words?: ScaleWords
  /** Whether respondents see the options in a random order. */
  readonly shuffled?: true
  /** The index of the question whose second round this is. */
  readonly round_of?: number
}

/** The right options by position, in order, or the right points of a rating. */
export type RightAnswer = { readonly options: readonly number[] } | { readonly from: number; readonly to: number }

export const NO_QUESTION_SETTINGS: QuestionSettings = []

/**
 * Parses settings by themselves, for questions that may be incomplete. `checkQuestionSettings` checks that they fit.
 * @throws Refusal `invalid_question_settings` with the reason
 */
export function parseQuestionSettings(input: Json | undefined): QuestionSettings {
  if (!isArray(input) || input.length > MAX_QUESTIONS)
    throw invalid('question_settings must be a list that has an object or null for each question')
  const settings = input.map((one, index) => (one === null ? null : parseOne(one, `question ${index + 1}`)))
  checkScaleWordsLength(settings.flatMap(one => one?.scale_words ?? []))
  checkDescriptionsLength(settings.flatMap(one => one?.description ?? []))
  return tidied(settings)
}

/** @throws Refusal `invalid_question_settings` with the reason, which names the question by its 1-based position */
export function checkQuestionSettings(settings: QuestionSettings, questions: readonly Question[]): void {
  if (settings.length > questions.length) throw invalid(`there is no question ${questions.length + 1}`)
  const rounds = new Set<number>()
  for (const [index, one] of settings.entries()) {
    if (one?.scale_words !== undefined && questions[index]?.type !== 'rating')
      throw invalid(`question ${index + 1}: only ratings have words below a scale`)
    if (one?.shuffled && questions[index]?.type !== 'multiple_choice')
      throw invalid(`question ${index + 1}: only multiple_choice questions have options to shuffle`)
    if (one?.right !== undefined) checkRight(one.right, questions[index], `question ${index + 1}`)
    if (one?.round_of === undefined) continue
    checkRound(one.round_of, index, settings, questions)
    if (rounds.has(one.round_of)) throw invalid(`question ${one.round_of + 1} has two second rounds`)
    rounds.add(one.round_of)
  }
}

/**
 * Settings after an edit: they follow their questions, and right options follow their texts. What no longer fits is dropped.
 * @param origins of the questions after the edit
 */
export function moveQuestionSettings(
  settings: QuestionSettings,
  before: readonly Question[],
  after: readonly Question[],
  origins: Origins,
): QuestionSettings {
  if (settings.length === 0) return settings
  const positions = new Map(origins.map((origin, position) => [origin, position]))
  const moved = after.map((question, position) => {
    const origin = origins[position]
    const was = origin === undefined ? undefined : before[origin]
    const own = origin === undefined ? undefined : settings[origin]
    if (!own || was === undefined) return null
    const { right, round_of, description, ...others } = own
    const described = description !== undefined && { description }
    if (was.type !== question.type) return { ...described }
    const kept = right && movedRight(right, was, question)
    const first = round_of === undefined ? undefined : positions.get(round_of)
    const isRound = first !== undefined && first < position && after[first]?.type === question.type
    return { ...described, ...others, ...(kept && { right: kept }), ...(isRound && { round_of: first }) }
  })
  return tidied(moved)
}

/** The settings once the question at `index` has got a second round, which is the question behind the last one. */
export function withSecondRound(settings: QuestionSettings, index: number, round: number): QuestionSettings {
  const { round_of: _, ...same } = settings[index] ?? {}
  const before = Array.from({ length: round }, (_, at) => settings[at] ?? null)
  return [...before, { ...same, round_of: index }]
}

/** The index of a question's second round, if it has one. */
export function secondRoundOf(settings: QuestionSettings, index: number): number | undefined {
  const round = settings.findIndex(one => one?.round_of === index)
  return round < 0 ? undefined : round
}

/** All that screens may know before a reveal. */
export function withoutRightAnswers(settings: QuestionSettings): QuestionSettings {
  return tidied(settings.map(one => one && shownBeforeReveal(one)))
}

function shownBeforeReveal({ right: _, ...shown }: SettingsOfQuestion): SettingsOfQuestion {
  return shown
}

/** Whether a question has counts, which two rounds compare. */
export function canHaveRounds({ type }: Pick<Question, 'type'>): boolean {
  return type === 'multiple_choice' || type === 'rating'
}

function parseOne(input: Json, name: string): SettingsOfQuestion {
  if (!isObject(input)) throw invalid(`${name}: its settings must be an object or null`)
  const { right, round_of: first, scale_words: words, description, shuffled, ...others } = input
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalid(`${name}: there is no setting ${JSON.stringify(other)}`)
  const round = first === undefined ? undefined : numberIn(first)
  if (first !== undefined && !isIndex(round)) throw invalid(`${name}: round_of must be the index of a question`)
  if (shuffled !== undefined && shuffled !== true) throw invalid(`${name}: shuffled must be true, or left out`)
  const scale_words = words === undefined ? undefined : parseScaleWords(words, name)
  return {
    ...(description !== undefined && { description: parseDescription(description, name) }),
    ...(right !== undefined && { right: parseRight(right, name) }),
    ...(scale_words && { scale_words }),
    ...(shuffled && { shuffled }),
    ...(round !== undefined && { round_of: round }),
  }
}

function parseRight(input: Json, name: string): RightAnswer {
  const { options, from, to, ...others } = isObject(input) ? input : ({} as JsonObject)
  const [isChoice, isRange] = [options !== undefined, from !== undefined && to !== undefined]
  const isMixed = isChoice && (from !== undefined || to !== undefined)
  if (isMixed || !(isChoice || isRange) || Object.keys(others).length > 0)
    throw invalid(`${name}: right must have options, or from and to`)
  return options === undefined ? parseRange(from, to, name) : { options: parseRightOptions(options, name) }
}

function parseRightOptions(input: Json, name: string): readonly number[] {
  const options = isArray(input) ? input.map(numberIn).filter(isIndex) : []
  const distinct = [...new Set(options)].sort((one, other) => one - other)
  if (!isArray(input) || distinct.length === 0 || distinct.length < input.length)
    throw invalid(`${name}: right options must be a list of the positions of different options, from 0`)
  return distinct
}

function parseRange(low: Json | undefined, high: Json | undefined, name: string): RightAnswer {
  const [from, to] = [numberIn(low), numberIn(high)]
  if (!isPoint(from) || !isPoint(to))
    throw invalid(`${name}: from and to must be whole numbers from ${RATING_LOWEST} to ${RATING_HIGHEST}`)
  if (from > to) throw invalid(`${name}: from must not be greater than to`)
  return { from, to }
}

function checkRight(right: RightAnswer, question: Question | undefined, name: string): void {
  if (question?.type !== ('options' in right ? 'multiple_choice' : 'rating'))
    throw invalid(`${name}: only multiple_choice questions can have right options, and only ratings right points`)
  if ('options' in right && (right.options.at(-1) ?? 0) >= question.options.size)
    throw invalid(`${name}: it has no option ${(right.options.at(-1) ?? 0) + 1}`)
}

function checkRound(first: number, index: number, settings: QuestionSettings, questions: readonly Question[]): void {
  const name = `question ${index + 1}`
  const [round, question] = [questions[index], questions[first]]
  if (question === undefined || first >= index) throw invalid(`${name}: round_of must name an earlier question`)
  if (question.type !== round?.type || !canHaveRounds(question))
    throw invalid(`${name}: both rounds must be multiple_choice questions or ratings`)
  if (settings[first]?.round_of !== undefined) throw invalid(`${name}: a second round cannot have a second round`)
}

/** Undefined if none is left. */
function movedRight(right: RightAnswer, was: Question, now: Question): RightAnswer | undefined {
  if (!('options' in right)) return right
  const names = [...was.options.keys()]
  const options = right.options.flatMap(at => now.options.get(names[at] ?? '') ?? [])
  return options.length === 0 ? undefined : { options: options.sort((one, other) => one - other) }
}

/** Empty entries are null, and the list ends with the last entry that is not. */
function tidied(settings: QuestionSettings): QuestionSettings {
  const entries = settings.map(one => (one === null || Object.keys(one).length === 0 ? null : one))
  return entries.slice(0, entries.findLastIndex(one => one !== null) + 1)
}

function isIndex(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0
}

function isPoint(value: number | undefined): value is number {
  return isIndex(value) && value >= RATING_LOWEST && value <= RATING_HIGHEST
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_question_settings', { reason })
}
