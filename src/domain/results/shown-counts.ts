import { MIN_SHARED_ANSWERS } from './limits.ts'
import type { Count } from './tally.ts'

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

/** Computes the next step. @param current the maintained counts @returns undefined if less than a step has changed */
export function nextShownCounts(shown: ShownCounts, current: ShownCounts): ShownCounts | undefined {
  const responses = nextStep([{ shown: shown.responses, current: current.responses }])?.[0] ?? shown.responses
  const slots = slotsByQuestion(shown.counts, current.counts)
  const steps = slots.map(list => nextStep(list))
  if (responses === shown.responses && steps.every(step => step === undefined)) return undefined
  const counts = slots.flatMap((list, at) =>
    list.map(({ question, slot, shown }, i) => ({ question, slot, count: steps[at]?.[i] ?? shown })),
  )
  return { responses, counts: counts.filter(({ count }) => count > 0) }
}

interface Slot {
  readonly shown: number
  readonly current: number
}

/** @returns the new counts, in the order of the slots; undefined if they do not change */
function nextStep(slots: readonly Slot[]): readonly number[] | undefined {
  const added = slots.reduce((sum, { shown, current }) => sum + Math.max(current - shown, 0), 0)
  if (added >= MIN_SHARED_ANSWERS) return slots.map(({ shown, current }) => Math.max(current, shown))
  const removed = slots.reduce((sum, { shown, current }) => sum + Math.max(shown - current, 0), 0)
  if (removed >= MIN_SHARED_ANSWERS) return slots.map(({ shown, current }) => Math.min(current, shown))
  return undefined
}

function slotsByQuestion(shown: readonly Count[], current: readonly Count[]): (Slot & Omit<Count, 'count'>)[][] {
  const questions = new Map<number, Map<number, { shown: number; current: number }>>()
  for (const [name, counts] of [
    ['shown', shown],
    ['current', current],
  ] as const)
    for (const { question, slot, count } of counts) {
      const slots = questions.get(question) ?? new Map()
      questions.set(question, slots.set(slot, { shown: 0, current: 0, ...slots.get(slot), [name]: count }))
    }
  return [...questions].map(([question, slots]) => [...slots].map(([slot, both]) => ({ question, slot, ...both })))
}
