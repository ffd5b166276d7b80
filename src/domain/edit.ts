import { isArray, type Json } from './json.ts'
import { checkRules, parseEach, type Question } from './question.ts'
import { Refusal } from './refusal.ts'
import type { Condition, ConditionGroup, Requirement } from './requirement.ts'

/**
 * A stored list replaced by one that was sent. Each question that was sent is matched to the stored one that it comes
 * from, rules are moved with their triggers, and nothing may happen to what has been answered.
 * @param answered the places of those that were: all once there are responses, and a board once something is asked on it
 * @returns the new list
 * @throws Refusal with the reason; nothing of the list is taken then
 */
export function editQuestions(stored: readonly Question[], input: Json, answered: ReadonlySet<number>): Question[] {
  if (isArray(input) && input.length <= Math.max(-1, ...answered)) throw new Refusal('question_removed')
  const sent = parseEach(input)
  const origins = carriesIndex(sent) ? matchByIndex(stored, sent) : matchByPosition(stored, sent, answered)
  checkAnswered(stored, sent, origins, answered)
  const edited = moveRules(stored, sent, origins)
  checkRules(edited)
  return edited
}

/** For each question sent, the position of the stored question that it is; undefined for a new one. */
type Origins = readonly (number | undefined)[]

function carriesIndex(sent: readonly Question[]): boolean {
  return sent.some(question => question.sent.index !== undefined)
}

function matchByIndex(stored: readonly Question[], sent: readonly Question[]): Origins {
  const seen = new Set<Json>()
  return sent.map(({ sent: { index } }, place) => {
    if (index === undefined) return undefined
    if (typeof index !== 'number' || !Number.isInteger(index))
      throw unfollowable(`the index of question ${place + 1} must be an integer`)
    if (stored[index] === undefined) throw unfollowable(`the survey has no question with the index ${index}`)
    if (seen.has(index)) throw unfollowable(`two questions carry the index ${index}`)
    seen.add(index)
    return index
  })
}

/**
 * By position, a question that only stands elsewhere would be taken for a reworded one: its answers, or the rules of the
 * list, would change their meaning. Where there are any, that is refused.
 */
function matchByPosition(
  stored: readonly Question[],
  sent: readonly Question[],
  answered: ReadonlySet<number>,
): Origins {
  const texts = new Set(sent.map(question => question.text))
  const ruled = stored.some(hasRule)
  const moved = stored.findIndex(
    ({ text }, place) => (ruled || answered.has(place)) && sent[place]?.text !== text && texts.has(text),
  )
  if (moved >= 0)
    throw unfollowable(`question ${moved + 1} stands in another place; send each question with the index it has`)
  return sent.map((_, place) => (place < stored.length ? place : undefined))
}

/** Answers are kept by position and matched to options by text: what they answer stays in its place, type and options. */
function checkAnswered(
  stored: readonly Question[],
  sent: readonly Question[],
  origins: Origins,
  answered: ReadonlySet<number>,
): void {
  const carried = new Set(origins)
  const places = [...answered]
  if (places.some(place => !carried.has(place))) throw new Refusal('question_removed')
  if (places.some(place => origins[place] !== place)) throw new Refusal('question_reordered')
  if (places.some(place => sent[place]?.type !== stored[place]?.type)) throw new Refusal('question_retyped')
  const losesOption = (place: number) =>
    [...(stored[place]?.options.keys() ?? [])].some(option => !sent[place]?.options.has(option))
  if (places.some(losesOption)) throw new Refusal('option_lost')
}

function moveRules(stored: readonly Question[], sent: readonly Question[], origins: Origins): Question[] {
  const places = new Map(origins.map((origin, place) => [origin, place]))
  return sent.map((question, place) => {
    const origin = origins[place]
    const before = origin === undefined ? undefined : stored[origin]
    if (before === undefined || !isMoved(before.requirement, question.requirement)) return question
    return { ...question, requirement: moveRule(question.requirement as ConditionGroup, places, place) }
  })
}

/** A rule whose triggers come back as they were stored speaks of the stored list, whatever else of it was changed. */
function isMoved(before: Requirement, now: Requirement): boolean {
  if (typeof before === 'string' || typeof now === 'string') return false
  const { conditions } = before
  return (
    conditions.length === now.conditions.length &&
    conditions.every(({ questionIndex }, at) => questionIndex === now.conditions[at]?.questionIndex)
  )
}

function moveRule(
  rule: ConditionGroup,
  places: ReadonlyMap<number | undefined, number>,
  place: number,
): ConditionGroup {
  const move = (condition: Condition): Condition => {
    const questionIndex = places.get(condition.questionIndex)
    if (questionIndex === undefined) throw lostTrigger(place, 'was removed')
    if (questionIndex >= place) throw lostTrigger(place, 'now stands after it')
    return { ...condition, questionIndex }
  }
  return { ...rule, conditions: rule.conditions.map(move) }
}

function hasRule(question: Question): boolean {
  return typeof question.requirement !== 'string'
}

function unfollowable(why: string): Refusal {
  return new Refusal('unfollowable_reorder', { reason: `cannot follow this reorder: ${why}` })
}

function lostTrigger(place: number, what: string): Refusal {
  return new Refusal('invalid_questions', {
    reason: `question ${place + 1}: a question that its requirement depends on ${what}`,
  })
}
