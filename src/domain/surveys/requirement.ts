import type { Answer } from '../values/answer.ts'
import { isArray, isObject, type Json, type JsonObject, numberIn, withMembers } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { CONDITIONS_PER_GROUP } from './limits.ts'

/** When an answer is required: always (no `requirement` property), never, or exactly when a group of conditions matches. */
export type Requirement = 'always' | 'optional' | ConditionGroup

export interface ConditionGroup {
  readonly op: 'all' | 'any'
  /** 1 to 5. */
  readonly conditions: readonly Condition[]
}

export interface Condition {
  /** Zero-based index of an earlier multiple-choice question. */
  readonly questionIndex: number
  /** The condition matches when one of these options was chosen. */
  readonly values: readonly string[]
}

/** The part of a question that a condition depends on. */
interface Trigger {
  readonly type: string
  readonly options: ReadonlyMap<string, number>
}

/** Whether a question must be answered, given the answers so far. A condition on an unanswered question never matches. */
export function isRequired(requirement: Requirement, answers: readonly Answer[]): boolean {
  if (requirement === 'always') return true
  if (requirement === 'optional') return false
  const matches = ({ questionIndex, values }: Condition) => values.some(value => value === answers[questionIndex])
  return requirement.op === 'all' ? requirement.conditions.every(matches) : requirement.conditions.some(matches)
}

/**
 * Parses a requirement by itself. `checkRule` checks that its conditions fit the other questions.
 * @param name how an error message names the question
 */
export function parseRequirement(input: Json | undefined, name: string): Requirement {
  if (input === undefined) return 'always'
  if (!isObject(input)) throw invalid(`${name}: requirement must be an object`)
  if (input.mode === 'optional') return 'optional'
  if (input.mode !== 'conditional') throw invalid(`${name}: requirement mode must be optional or conditional`)
  return parseGroup(input.when, name)
}

/**
 * @throws Refusal if a condition of the question at `index` names a later question, a question of another type or an
 *   unknown option
 */
export function checkRule(requirement: Requirement, index: number, questions: readonly Trigger[]): void {
  if (typeof requirement === 'string') return
  for (const { questionIndex, values } of requirement.conditions) {
    const trigger = questionIndex < index ? questions[questionIndex] : undefined
    const rule = `question ${index + 1}: its condition on question ${questionIndex + 1}`
    if (trigger === undefined) throw invalid(`${rule} must name an earlier question`)
    if (trigger.type !== 'multiple_choice') throw invalid(`${rule} must name a multiple_choice question`)
    if (!values.every(value => trigger.options.has(value))) throw invalid(`${rule} must name options of that question`)
  }
}

/** The requirement as sent, with its indexes and options updated. */
export function encodeRequirement(sent: Json, requirement: Requirement): Json {
  if (typeof requirement === 'string') return sent
  const { when } = sent as { when: { conditions: readonly JsonObject[] } & JsonObject }
  const conditions = requirement.conditions.map(({ questionIndex, values }, position) =>
    withMembers(when.conditions[position] ?? {}, { questionIndex, values }),
  )
  return withMembers(sent as JsonObject, { when: withMembers(when, { conditions }) })
}

/** A requirement without the parts that the service does not interpret. */
export function publicRequirement(requirement: 'optional' | ConditionGroup): JsonObject {
  if (requirement === 'optional') return { mode: 'optional' }
  const conditions = requirement.conditions.map(({ questionIndex, values }) => ({ questionIndex, values }))
  return { mode: 'conditional', when: { op: requirement.op, conditions } }
}

function parseGroup(input: Json | undefined, name: string): ConditionGroup {
  if (!isObject(input)) throw invalid(`${name}: a conditional requirement needs a when`)
  if (input.op !== 'all' && input.op !== 'any') throw invalid(`${name}: op must be all or any`)
  const { conditions } = input
  if (!isArray(conditions) || conditions.length === 0 || conditions.length > CONDITIONS_PER_GROUP)
    throw invalid(`${name}: conditions must be a list of 1 to ${CONDITIONS_PER_GROUP}`)
  return { op: input.op, conditions: conditions.map(condition => parseCondition(condition, name)) }
}

function parseCondition(input: Json, name: string): Condition {
  if (!isObject(input)) throw invalid(`${name}: a condition must be an object`)
  const { values } = input
  const questionIndex = numberIn(input.questionIndex)
  if (questionIndex === undefined || !Number.isInteger(questionIndex) || questionIndex < 0)
    throw invalid(`${name}: questionIndex must be an integer of 0 or more`)
  if (!isArray(values) || values.length === 0) throw invalid(`${name}: values must be a list of at least one option`)
  return { questionIndex, values: values.map(value => parseValue(value, name)) }
}

function parseValue(input: Json, name: string): string {
  if (typeof input !== 'string') throw invalid(`${name}: values must be strings`)
  return input.toWellFormed()
}

function invalid(reason: string): Refusal {
  return new Refusal('invalid_questions', { reason })
}
