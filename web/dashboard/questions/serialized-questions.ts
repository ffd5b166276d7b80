import type { Question } from '../../../src/domain/surveys/question.ts'
import type { Json, JsonObject } from '../../../src/domain/values/json.ts'
import { type Draft, type DraftQuestion, ruleOf, withPositions } from '../../ui/questions/draft.ts'

/**
 * A draft in the form accepted by the API: stored questions with their index, new ones without. A rule with its stored
 * triggers is sent unchanged and moved by the server; any other rule refers to positions in the list as sent.
 */
export function serializeQuestions(draft: Draft): JsonObject[] {
  const sentAsNew = new Set<number>()
  const serialized = draft.questions.map(question => {
    const before = draft.stored[question.index]
    if (before !== undefined && isMovedByServer(question, before, sentAsNew)) return question
    const positioned = withPositions(draft, question)
    if (before !== undefined && !hasStoredTriggers(positioned, before)) return positioned
    sentAsNew.add(question.index)
    return withoutIndex(positioned)
  })
  return serialized.some(({ index }) => index !== undefined) ? serialized : withFirstIndex(serialized)
}

/** Whether the server can move the rule: its triggers are stored and sent as stored. */
function isMovedByServer(question: DraftQuestion, before: Question, sentAsNew: ReadonlySet<number>): boolean {
  const triggers = triggersOf(question)
  if (triggers.length === 0) return true
  return hasStoredTriggers(question, before) && !triggers.some(key => sentAsNew.has(key))
}

/**
 * Whether a rule has the same trigger indexes as the stored one, so that the server would move it. A changed rule that
 * happens to have them must be sent as part of a new question.
 */
function hasStoredTriggers(question: JsonObject, { requirement }: Question): boolean {
  if (typeof requirement === 'string') return false
  const stored = requirement.conditions.map(({ questionIndex }) => questionIndex)
  return stored.join() === triggersOf(question).join()
}

function triggersOf(question: JsonObject): number[] {
  return ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
}

/**
 * If all questions were sent without an index, the server would match them by position. The first question has no rule
 * that an index could move.
 */
function withFirstIndex(serialized: readonly JsonObject[]): JsonObject[] {
  return serialized.map((question, position) => (position === 0 ? { ...question, index: 0 as Json } : question))
}

function withoutIndex({ index, ...content }: JsonObject): JsonObject {
  return content
}
