import type { Json, JsonObject } from '../../../src/domain/json.ts'
import type { Question } from '../../../src/domain/question.ts'
import { type Draft, type DraftQuestion, ruleOf, withTriggers } from './draft.ts'

/**
 * A draft as it is sent: each stored question with its index, each new one without. A rule that names the triggers that
 * were stored is sent as it was stored, and the service moves it; any other says places of the list as it is sent.
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

/** The same questions as the list of a new survey. */
export function serializeForNewSurvey(draft: Draft): JsonObject[] {
  return draft.questions.map(question => withoutIndex(withPositions(draft, question)))
}

/** Whether the service finds the rule's triggers by itself: they were stored, and are sent as such. */
function isMovedByServer(question: DraftQuestion, before: Question, sentAsNew: ReadonlySet<number>): boolean {
  const triggers = triggersOf(question)
  if (triggers.length === 0) return true
  return hasStoredTriggers(question, before) && !triggers.some(key => sentAsNew.has(key))
}

/**
 * Whether a rule reads as the stored one, which the service would move. One that means places, and happens to read so,
 * must therefore be that of a new question.
 */
function hasStoredTriggers(question: JsonObject, { requirement }: Question): boolean {
  if (typeof requirement === 'string') return false
  const stored = requirement.conditions.map(({ questionIndex }) => questionIndex)
  return stored.join() === triggersOf(question).join()
}

function triggersOf(question: JsonObject): number[] {
  return ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
}

/** A trigger that is gone gets a place that none has. */
function withPositions({ questions }: Draft, question: DraftQuestion): DraftQuestion {
  const positions = new Map(questions.map(({ index }, position) => [index, position]))
  return withTriggers(question, key => positions.get(key) ?? questions.length)
}

/** Where all are new they would be taken for the stored ones in their places, reworded. The first has no rule that this could move. */
function withFirstIndex(serialized: readonly JsonObject[]): JsonObject[] {
  return serialized.map((question, position) => (position === 0 ? { ...question, index: 0 as Json } : question))
}

function withoutIndex({ index, ...content }: JsonObject): JsonObject {
  return content
}
