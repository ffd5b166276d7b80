import type { Json, JsonObject } from '../../../src/domain/json.ts'
import type { Question } from '../../../src/domain/question.ts'
import { type Draft, type Drafted, ruleOf, withTriggers } from './draft.ts'

/**
 * A draft as it is sent: each stored question with its index, each new one without. A rule that names the triggers that
 * were stored is sent as it was stored, and the service moves it; any other says places of the list as it is sent.
 */
export function sentQuestions(draft: Draft): JsonObject[] {
  const fresh = new Set<number>()
  const sent = draft.questions.map(question => {
    const before = draft.stored[question.index]
    if (before !== undefined && isKept(question, before, fresh)) return question
    const placed = withPlaces(draft, question)
    if (before !== undefined && !namesStored(placed, before)) return placed
    fresh.add(question.index)
    return withoutIndex(placed)
  })
  return sent.some(({ index }) => index !== undefined) ? sent : matchedByIndex(sent)
}

/** The same questions as the list of a new survey. */
export function copiedQuestions(draft: Draft): JsonObject[] {
  return draft.questions.map(question => withoutIndex(withPlaces(draft, question)))
}

/** Whether the service finds the rule's triggers by itself: they were stored, and are sent as such. */
function isKept(question: Drafted, before: Question, fresh: ReadonlySet<number>): boolean {
  const triggers = triggersOf(question)
  if (triggers.length === 0) return true
  return namesStored(question, before) && !triggers.some(key => fresh.has(key))
}

/**
 * Whether a rule reads as the stored one, which the service would move. One that means places, and happens to read so,
 * must therefore be that of a new question.
 */
function namesStored(question: JsonObject, { requirement }: Question): boolean {
  if (typeof requirement === 'string') return false
  const stored = requirement.conditions.map(({ questionIndex }) => questionIndex)
  return stored.join() === triggersOf(question).join()
}

function triggersOf(question: JsonObject): number[] {
  return ruleOf(question)?.when.conditions.map(({ questionIndex }) => questionIndex) ?? []
}

/** A trigger that is gone gets a place that none has. */
function withPlaces({ questions }: Draft, question: Drafted): Drafted {
  const places = new Map(questions.map(({ index }, place) => [index, place]))
  return withTriggers(question, key => places.get(key) ?? questions.length)
}

/** Where all are new they would be taken for the stored ones in their places, reworded. The first has no rule that this could move. */
function matchedByIndex(sent: readonly JsonObject[]): JsonObject[] {
  return sent.map((question, place) => (place === 0 ? { ...question, index: 0 as Json } : question))
}

function withoutIndex({ index, ...content }: JsonObject): JsonObject {
  return content
}
