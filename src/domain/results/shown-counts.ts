import type { Positions } from '../surveys/groups/question-group.ts'
import { largestOf } from '../values/largest.ts'
import { chosenSlot, indexesOf, isAnswerSlot, withChosen } from './chosen-counts.ts'
import type { Count, TallySlot } from './count.ts'
import { MIN_SHARED_ANSWERS } from './limits.ts'

/**
 * A survey's counts as shown to respondents. They follow the maintained counts in steps of at least five answers to a
 * question, so that the difference between two of them reveals nothing about a smaller group. One step never contains
 * both additions and removals: they would cancel each other out, and what is left could be a single answer.
 */
export interface ShownCounts {
  readonly responses: number
  readonly counts: readonly Count[]
}

export const NO_SHOWN_COUNTS: ShownCounts = { responses: 0, counts: [] }

/**
 * Computes the next step.
 * @param current the maintained counts
 * @param lists check-lists whose options are counted and shown together, with how many have chosen any of them
 * @returns undefined if less than a step has changed
 */
export function nextShownCounts(
  shown: ShownCounts,
  current: ShownCounts,
  lists: readonly Positions[] = [],
): ShownCounts | undefined {
  const responses = nextCount(shown.responses, current.responses)
  const all = slotsTogether(shownOf(shown.counts, lists), withChosen(current.counts, lists), lists)
  const steps = all.map(nextStep)
  if (responses === shown.responses && steps.every(step => step === undefined)) return undefined
  const counts = all.flatMap(({ slots }, at) =>
    slots.map(({ question, slot, shown }, i) => ({ question, slot, count: steps[at]?.[i] ?? shown })),
  )
  return { responses, counts: counts.filter(({ count }) => count > 0) }
}

function nextCount(shown: number, current: number): number {
  return nextStep(ofQuestion([{ question: 0, slot: 0, shown, current }]))?.[0] ?? shown
}

interface Slot extends TallySlot {
  readonly shown: number
  readonly current: number
}

/** What moves in the same step: the counts of one question, or those of a check-list. */
interface Together {
  readonly slots: readonly Slot[]
  /** Those that decide when there is a step. */
  readonly deciding: readonly Slot[]
  /** How many responses are known from their numbers in slots. One response can be in several slots of a check-list. */
  readonly responsesIn: (numbers: readonly number[]) => number
}

/** @returns the new counts, in the order of the slots; undefined if they do not change */
function nextStep({ slots, deciding, responsesIn }: Together): readonly number[] | undefined {
  const added = responsesIn(deciding.map(({ shown, current }) => Math.max(current - shown, 0)))
  if (added >= MIN_SHARED_ANSWERS) return slots.map(({ shown, current }) => Math.max(current, shown))
  const removed = responsesIn(deciding.map(({ shown, current }) => Math.max(shown - current, 0)))
  if (removed >= MIN_SHARED_ANSWERS) return slots.map(({ shown, current }) => Math.min(current, shown))
  return undefined
}

/** Without the numbers of check-lists that have been changed since. */
function shownOf(shown: readonly Count[], lists: readonly Positions[]): readonly Count[] {
  const known = new Set(lists.map(list => keyOf(chosenSlot(list))))
  return shown.filter(one => isAnswerSlot(one) || known.has(keyOf(one)))
}

function keyOf({ question, slot }: TallySlot): string {
  return `${question} ${slot}`
}

function slotsTogether(
  shown: readonly Count[],
  current: readonly Count[],
  lists: readonly Positions[],
): readonly Together[] {
  const slots = new Map<string, Slot>()
  for (const { count, ...slot } of shown) slots.set(keyOf(slot), { ...slot, shown: count, current: 0 })
  for (const { count, ...slot } of current)
    slots.set(keyOf(slot), { ...slot, shown: slots.get(keyOf(slot))?.shown ?? 0, current: count })
  const listOf = new Map(lists.flatMap(list => indexesOf(list).map(index => [index, list])))
  const together = Map.groupBy(slots.values(), ({ question }) => listOf.get(question) ?? question)
  return [...together].map(([of, own]) => (typeof of === 'number' ? ofQuestion(own) : ofCheckList(own)))
}

function ofQuestion(slots: readonly Slot[]): Together {
  return { slots, deciding: slots, responsesIn: sumOf }
}

/**
 * If respondents have seen the options before these became a check-list, how many chose any of them is first shown with a
 * step of an option: in a step of its own, others could change by less than five.
 */
function ofCheckList(slots: readonly Slot[]): Together {
  const options = slots.filter(isAnswerSlot)
  const isShown = ({ shown }: Slot) => shown > 0
  const isNew = options.some(isShown) && !slots.some(one => !isAnswerSlot(one) && isShown(one))
  return { slots, deciding: isNew ? options : slots, responsesIn: numbers => largestOf(numbers, 0) }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
