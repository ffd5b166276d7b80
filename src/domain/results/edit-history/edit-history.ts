import { isBoard } from '../../boards/board.ts'
import type { Question } from '../../surveys/question.ts'
import { wordsOf } from '../../values/fold-case.ts'
import type { Result } from '../tally.ts'

/**
 * What an edit of the questions added and reworded between two responses. While there are responses, nothing is removed
 * or moved but options, whose positions follow.
 */
export interface RecordedEdit {
  /** The last sequence number that had been assigned: responses up to it came before the edit. */
  readonly sequence: number
  /** How many of these are still stored; at least one. */
  readonly responses: number
  /** The indexes of added questions. */
  readonly questions: readonly number[]
  /** Options added to existing questions. */
  readonly options: readonly AddedOption[]
  /** The indexes of questions that were reworded last by this edit. */
  readonly reworded: readonly number[]
}

type AddedOption = readonly [question: number, position: number]

/** Oldest first. Whatever it does not name has been asked of everybody, or is older than the record. */
export type EditHistory = readonly RecordedEdit[]

export const NO_EDITS: EditHistory = []

/** The stored responses, as an edit finds them. */
interface Stored {
  readonly responseCount: number
  readonly lastSequence: number
}

/** The history after an edit. */
export function afterEdit(
  history: EditHistory,
  before: readonly Question[],
  after: readonly Question[],
  { responseCount, lastSequence }: Stored,
): EditHistory {
  if (responseCount === 0) return NO_EDITS
  const reworded = rewordedQuestions(before, after)
  const isRewordedNow = new Set(reworded)
  const earlier = moveOptions(history, before, after).map(edit => ({
    ...edit,
    reworded: edit.reworded.filter(index => !isRewordedNow.has(index)),
  }))
  const edit: RecordedEdit = {
    sequence: lastSequence,
    responses: responseCount,
    questions: addedQuestions(before, after),
    options: addedOptions(before, after),
    reworded,
  }
  return [...earlier, edit].filter(({ questions, options, reworded: own }) => {
    return questions.length + options.length + own.length > 0
  })
}

/** The history after the response with this sequence number was removed. */
export function afterRemoval(history: EditHistory, sequence: number): EditHistory {
  if (history.every(edit => edit.sequence < sequence)) return history
  return history
    .map(edit => (edit.sequence < sequence ? edit : { ...edit, responses: edit.responses - 1 }))
    .filter(({ responses }) => responses > 0)
}

/**
 * The history in which no edit comes after more responses than are stored, or than a later edit comes after. A process of
 * an earlier version removes responses without counting them here.
 */
export function withoutMissing(history: EditHistory, responseCount: number): EditHistory {
  let most = responseCount
  const bounded = history.toReversed().map(edit => {
    most = Math.min(most, edit.responses)
    return { ...edit, responses: most }
  })
  return bounded.toReversed().filter(({ responses }) => responses > 0)
}

/** A question that gets other words, and the number of answers that were given to its old ones. */
export interface Rewording {
  readonly index: number
  readonly answers: number
}

/** The rewordings of an edit that keep answers. */
export function rewordings(
  before: readonly Question[],
  after: readonly Question[],
  results: readonly Pick<Result, 'index' | 'answered'>[],
): Rewording[] {
  const answered = new Map(results.map(result => [result.index, result.answered]))
  const all = rewordedQuestions(before, after).map(index => ({ index, answers: answered.get(index) ?? 0 }))
  return all.filter(({ answers }) => answers > 0)
}

/** The indexes of questions with other words. Boards are left out, since they are no part of responses. */
function rewordedQuestions(before: readonly Question[], after: readonly Question[]): number[] {
  return before.flatMap((question, index) => {
    const isReworded = wordsOf(question.text) !== wordsOf((after[index] ?? question).text)
    return isReworded && !isBoard(question) ? [index] : []
  })
}

function addedQuestions(before: readonly Question[], after: readonly Question[]): number[] {
  return after.flatMap((question, index) => (index < before.length || isBoard(question) ? [] : [index]))
}

function addedOptions(before: readonly Question[], after: readonly Question[]): AddedOption[] {
  return before.flatMap(({ options: old }, index) =>
    [...(after[index]?.options ?? [])]
      .filter(([option]) => !old.has(option))
      .map(([, position]) => [index, position] as const),
  )
}

/** Positions follow their options. */
function moveOptions(history: EditHistory, before: readonly Question[], after: readonly Question[]): RecordedEdit[] {
  const names = before.map(({ options }) => [...options.keys()])
  const positionAfter = (question: number, position: number) =>
    after[question]?.options.get(names[question]?.[position] ?? '') ?? position
  return history.map(edit => ({
    ...edit,
    options: edit.options.map(([question, position]) => [question, positionAfter(question, position)] as const),
  }))
}
