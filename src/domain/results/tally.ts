import { type BoardCount, isBoard } from '../boards/board.ts'
import type { Positions } from '../surveys/groups/question-group.ts'
import type { Question, QuestionType } from '../surveys/question.ts'
import { type Answer, RATING_HIGHEST, RATING_LOWEST } from '../values/answer.ts'
import { chosenSlot, isAnswerSlot, slotsBehind } from './chosen-counts.ts'
import type { Count, TallySlot } from './count.ts'

/** The result of one question in the aggregate view. */
export interface Result {
  readonly index: number
  readonly type: QuestionType
  readonly text: string
  /** Number of responses that answered the question. */
  readonly answered: number
  readonly tally?: Tally
  /** Rounded to 2 decimal places; null if nobody answered. */
  readonly mean?: number | null
  readonly distribution?: Distribution
  readonly board?: { readonly items: number; readonly votes: number }
  /** Of an option of a check-list at the presenter's pace: how many responses chose at least one option of it. */
  readonly chosen?: number
}

type Tally = readonly { readonly option: string; readonly count: number }[]
type Distribution = readonly { readonly value: number; readonly count: number }[]

/** The questions of a survey, and how they are answered. */
export interface Counted {
  readonly questions: readonly Question[]
  /** If the presenter sets the pace, several answers of a response are those to a check-list. */
  readonly paced: boolean
}

/** The counts that one response increments. */
export function slotsOf({ questions, paced }: Counted, answers: readonly Answer[]): TallySlot[] {
  const marks: TallySlot[] = []
  const chosen: number[] = []
  answers.forEach((answer, question) => {
    if (answer === null) return
    marks.push({ question, slot: tallySlot(questions[question], answer) })
    if (paced && questions[question]?.type === 'multiple_choice') chosen.push(question)
  })
  return [...marks, ...slotsBehind(chosen)]
}

/** Counts answers, response by response. */
export class Tallies {
  readonly #survey: Counted
  readonly #bySlot: readonly Map<number, number>[]

  constructor(survey: Counted) {
    this.#survey = survey
    this.#bySlot = survey.questions.map(() => new Map())
  }

  add(answers: readonly Answer[]): void {
    for (const { question, slot } of slotsOf(this.#survey, answers)) {
      const counts = this.#bySlot[question]
      counts?.set(slot, (counts.get(slot) ?? 0) + 1)
    }
  }

  /** One count for each used slot. */
  counts(): Count[] {
    return this.#bySlot.flatMap((slots, question) => [...slots].map(([slot, count]) => ({ question, slot, count })))
  }
}

/** Counts the answers of responses: one count for each used slot. */
export function countAnswers(survey: Counted, responses: Iterable<readonly Answer[]>): Count[] {
  const tallies = new Tallies(survey)
  for (const answers of responses) tallies.add(answers)
  return tallies.counts()
}

/** Counts after an edit. The slots of a multiple-choice question follow their options to the new positions. */
export function moveCounts(before: readonly Question[], after: readonly Question[], counts: readonly Count[]): Count[] {
  const optionsBefore = before.map(({ options }) => [...options.keys()])
  return counts.map(({ question, slot, count }) => {
    const option = optionsBefore[question]?.[slot]
    const moved = option === undefined ? undefined : after[question]?.options.get(option)
    return { question, slot: moved ?? slot, count }
  })
}

/**
 * One result for each question, in order. Options and ratings that nobody chose count zero.
 * @param lists check-lists of which `counts` say how many have chosen something
 */
export function results(
  questions: readonly Question[],
  counts: readonly Count[],
  boards: readonly BoardCount[],
  lists: readonly Positions[] = [],
): Result[] {
  const all = eachResult(questions, counts, boards)
  const others = bySlot(counts.filter(one => !isAnswerSlot(one)))
  for (const list of lists) {
    const { question, slot } = chosenSlot(list)
    const chosen = others.get(question)?.get(slot) ?? 0
    for (const one of all.slice(list.from, list.to + 1)) all[one.index] = { ...one, chosen }
  }
  return all
}

function eachResult(questions: readonly Question[], counts: readonly Count[], boards: readonly BoardCount[]): Result[] {
  const answers = bySlot(counts.filter(isAnswerSlot))
  const byIndex = new Map(boards.map(board => [board.question, board]))
  return questions.map((question, index) => {
    if (isBoard(question)) return boardResult(question, index, byIndex.get(index))
    return result(question, index, answers.get(index) ?? new Map())
  })
}

function bySlot(counts: readonly Count[]): Map<number, Map<number, number>> {
  const questions = new Map<number, Map<number, number>>()
  for (const { question, slot, count } of counts) {
    const slots = questions.get(question) ?? new Map<number, number>()
    questions.set(question, slots.set(slot, count))
  }
  return questions
}

/** The result of one question that is no board. */
export function resultAt(questions: readonly Question[], index: number, counts: readonly Count[]): Result | undefined {
  const question = questions[index]
  if (question === undefined || isBoard(question)) return undefined
  const own = counts.filter(one => one.question === index && isAnswerSlot(one))
  return result(question, index, new Map(own.map(({ slot, count }) => [slot, count])))
}

/** The slot that an answer is counted in. */
export function tallySlot(question: Question | undefined, answer: string | number): number {
  if (typeof answer === 'number') return answer
  return question?.options.get(answer) ?? 0
}

function result(question: Question, index: number, counts: ReadonlyMap<number, number>): Result {
  const { type, text } = question
  const answered = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const common = { index, type, text, answered }
  if (type === 'multiple_choice') return { ...common, tally: tally(question, counts) }
  if (type === 'rating') return { ...common, mean: mean(counts, answered), distribution: distribution(counts) }
  return common
}

function boardResult({ type, text }: Question, index: number, count: BoardCount | undefined): Result {
  const { items, votes } = count ?? { items: 0, votes: 0 }
  return { index, type, text, answered: 0, board: { items, votes } }
}

function tally({ options }: Question, counts: ReadonlyMap<number, number>): Tally {
  return [...options].map(([option, slot]) => ({ option, count: counts.get(slot) ?? 0 }))
}

function distribution(counts: ReadonlyMap<number, number>): Distribution {
  return Array.from({ length: RATING_HIGHEST }, (_, at) => {
    const value = at + RATING_LOWEST
    return { value, count: counts.get(value) ?? 0 }
  })
}

function mean(counts: ReadonlyMap<number, number>, answered: number): number | null {
  if (answered === 0) return null
  const sum = [...counts].reduce((total, [value, count]) => total + value * count, 0)
  return Math.round((sum * 100) / answered) / 100
}
