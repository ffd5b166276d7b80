import { isArray, type Json, numberIn } from '../values/json.ts'
import { largestOf } from '../values/largest.ts'
import { Refusal } from '../values/refusal.ts'
import { checkRules, parseQuestionList, type Question } from './question.ts'
import { type Bounded, bounded, mostOptions } from './question-amounts.ts'
import type { Condition, ConditionGroup, Requirement } from './requirement.ts'

/**
 * Replaces a stored list of questions. Each new question is matched to the stored question that it came from, rules
 * follow the questions that they name, and answered questions are protected.
 * @param answered indexes of answered questions: all of them once there are responses, and a board once it has items
 * @returns the new list
 * @throws Refusal with the reason
 */
export function editQuestions(
  stored: readonly Question[],
  input: Json,
  answered: ReadonlySet<number>,
): Bounded<Question> {
  if (isArray(input) && input.length <= largestOf(answered, -1)) throw new Refusal('question_removed')
  const sent = parseQuestionList(input, mostOptions(stored))
  const origins = match(stored, sent, answered)
  checkAnswered(stored, sent, origins, answered)
  const edited = bounded(moveRules(stored, sent, origins), stored)
  checkRules(edited)
  return edited
}

/** For each new question, the index of the stored question that it came from; undefined if it was added. */
export type Origins = readonly (number | undefined)[]

/** The origins of the questions of a list that `editQuestions` has accepted. */
export function originsOf(stored: readonly Question[], input: Json): Origins {
  return match(stored, parseQuestionList(input), new Set())
}

function match(stored: readonly Question[], sent: readonly Question[], answered: ReadonlySet<number>): Origins {
  return carriesIndex(sent) ? matchByIndex(stored, sent) : matchByPosition(stored, sent, answered)
}

function carriesIndex(sent: readonly Question[]): boolean {
  return sent.some(question => question.source.index !== undefined)
}

function matchByIndex(stored: readonly Question[], sent: readonly Question[]): Origins {
  const seen = new Set<number>()
  return sent.map(({ source }, position) => {
    if (source.index === undefined) return undefined
    const index = numberIn(source.index)
    if (index === undefined || !Number.isInteger(index))
      throw unfollowable(`the index of question ${position + 1} must be an integer`)
    if (stored[index] === undefined) throw unfollowable(`the survey has no question with the index ${index}`)
    if (seen.has(index)) throw unfollowable(`two questions have the index ${index}`)
    seen.add(index)
    return index
  })
}

/**
 * Without indexes, a moved question looks like a reworded one, which would change the meaning of answers and rules. A
 * list that seems to have moved a question is therefore refused once there are answers or rules.
 */
function matchByPosition(
  stored: readonly Question[],
  sent: readonly Question[],
  answered: ReadonlySet<number>,
): Origins {
  const texts = new Set(sent.map(question => question.text))
  const ruled = stored.some(hasRule)
  const moved = stored.findIndex(
    ({ text }, position) => (ruled || answered.has(position)) && sent[position]?.text !== text && texts.has(text),
  )
  const advice = answered.has(moved)
    ? 'with responses, questions stay where they are, and new ones go to the end'
    : 'send each question with the index it has'
  if (moved >= 0) throw unfollowable(`question ${moved + 1} is now in another position; ${advice}`)
  return sent.map((_, position) => (position < stored.length ? position : undefined))
}

/** Answers are stored by position and matched to options by text, so answered questions keep their position, type and options. */
function checkAnswered(
  stored: readonly Question[],
  sent: readonly Question[],
  origins: Origins,
  answered: ReadonlySet<number>,
): void {
  const carried = new Set(origins)
  const positions = [...answered]
  if (positions.some(position => !carried.has(position))) throw new Refusal('question_removed')
  if (positions.some(position => origins[position] !== position))
    throw new Refusal(isInsertion(origins) ? 'question_inserted' : 'question_reordered')
  if (positions.some(position => sent[position]?.type !== stored[position]?.type)) throw new Refusal('question_retyped')
  const losesOption = (position: number) =>
    [...(stored[position]?.options.keys() ?? [])].some(option => !sent[position]?.options.has(option))
  if (positions.some(losesOption)) throw new Refusal('option_lost')
}

/** Whether questions were moved only to make room for new ones. */
export function isInsertion(origins: Origins): boolean {
  const carried = origins.filter(origin => origin !== undefined)
  return carried.length < origins.length && carried.every((origin, at) => at === 0 || origin > (carried[at - 1] ?? 0))
}

function moveRules(stored: readonly Question[], sent: readonly Question[], origins: Origins): Question[] {
  const positions = new Map(origins.map((origin, position) => [origin, position]))
  return sent.map((question, position) => {
    const origin = origins[position]
    const before = origin === undefined ? undefined : stored[origin]
    if (before === undefined || !isMoved(before.requirement, question.requirement)) return question
    return { ...question, requirement: moveRule(question.requirement as ConditionGroup, positions, position) }
  })
}

/**
 * A rule that names the same indexes as the stored rule refers to the stored list, whatever else about it has changed.
 */
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
  positions: ReadonlyMap<number | undefined, number>,
  position: number,
): ConditionGroup {
  const move = (condition: Condition): Condition => {
    const questionIndex = positions.get(condition.questionIndex)
    if (questionIndex === undefined) throw lostTrigger(position, 'was removed')
    if (questionIndex >= position) throw lostTrigger(position, 'now stands after it')
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

function lostTrigger(position: number, what: string): Refusal {
  return new Refusal('invalid_questions', {
    reason: `question ${position + 1}: a question that its requirement depends on ${what}`,
  })
}
