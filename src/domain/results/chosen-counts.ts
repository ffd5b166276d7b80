import type { Positions, QuestionGroup } from '../surveys/groups/question-group.ts'
import { ASKED_TOGETHER, isAskedTogether } from '../surveys/groups/step-around.ts'
import { MAX_QUESTIONS } from '../surveys/limits.ts'
import type { Question } from '../surveys/question.ts'
import type { Count, TallySlot } from './count.ts'

// How many responses have chosen at least one option of a check-list. The counts of its options do not say so, since
// somebody can have chosen several.

/** More slots than a question can have: a request body of 1 MiB holds fewer options. */
export const MAX_SLOTS = 2 ** 20

/** From here on, slots are not those of answers. */
const FIRST_OTHER_SLOT = MAX_SLOTS / 2
/** With the index of the question that a response answers before this one. */
const BEHIND = FIRST_OTHER_SLOT
/** With the index of the last option of the check-list that begins with this question. */
const CHOSEN = BEHIND + MAX_QUESTIONS

/** The part of a survey that says which of its questions are answered together. */
export interface Asked {
  readonly paced: boolean
  readonly groups: readonly QuestionGroup[]
}

/** Check-lists whose answers are a response of their own, as the positions of their options. A text behind them is left out. */
export function chosenLists(questions: readonly Pick<Question, 'type'>[], { paced, groups }: Asked): Positions[] {
  const lists = paced ? groups.filter(isAskedTogether) : []
  return lists.map(({ from, to }) => ({ from, to: questions[to]?.type === 'multiple_choice' ? to : to - 1 }))
}

/** Whether a slot is that of an answer. */
export function isAnswerSlot({ slot }: Pick<Count, 'slot'>): boolean {
  return slot < FIRST_OTHER_SLOT
}

/**
 * For each question that a response answers behind another one, the slot that says behind which. With these counts it is
 * known exactly how many responses answer any question of a range, also of one that becomes a check-list later. Questions further apart
 * than those of one check-list can be count without it.
 * @param answered the indexes of the questions, in order
 */
export function slotsBehind(answered: readonly number[]): TallySlot[] {
  return answered.flatMap((question, at) => {
    const before = answered[at - 1]
    return before === undefined || question - before >= ASKED_TOGETHER ? [] : [{ question, slot: BEHIND + before }]
  })
}

/** Maintained counts with one for each check-list, in place of those of questions behind others. */
export function withChosen(counts: readonly Count[], lists: readonly Positions[]): Count[] {
  const answers = counts.filter(isAnswerSlot)
  if (lists.length === 0) return answers
  const chosen = new Map(lists.map(list => [list, 0]))
  const listOf = new Map(lists.flatMap(list => indexesOf(list).map(index => [index, list])))
  for (const one of counts) {
    const list = listOf.get(one.question)
    if (list === undefined) continue
    if (isAnswerSlot(one)) chosen.set(list, (chosen.get(list) ?? 0) + one.count)
    // Who chose an earlier option of the check-list is counted there.
    else if (one.slot >= BEHIND + list.from) chosen.set(list, (chosen.get(list) ?? 0) - one.count)
  }
  return [...answers, ...[...chosen].map(([list, count]) => ({ ...chosenSlot(list), count }))]
}

/** The slot of how many have chosen at least one option. Another one for each range, since check-lists can be set anew. */
export function chosenSlot({ from, to }: Positions): TallySlot {
  return { question: from, slot: CHOSEN + to }
}

export function indexesOf({ from, to }: Positions): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}
