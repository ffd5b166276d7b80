import type { Answer } from './answer.ts'
import { type BoardCount, isBoard } from './board.ts'
import { RATING_HIGHEST, RATING_LOWEST } from './limits.ts'
import type { Question, QuestionType } from './question.ts'

/**
 * One kept count: how many responses gave this answer to the question at `question`. The slot is the option's place for
 * a choice, the value for a rating, and 0 for a text of any wording.
 */
export interface Count {
  readonly question: number
  readonly slot: number
  readonly count: number
}

/** A slot that an answer counts in. */
export type Mark = Omit<Count, 'count'>

/** What one question's kept counts say, in the words of the aggregate view. */
export interface Result {
  readonly index: number
  readonly type: QuestionType
  readonly text: string
  /** Responses that answered it. */
  readonly answered: number
  readonly tally?: Tally
  /** Rounded to 2 places; null where nobody answered. */
  readonly mean?: number | null
  readonly distribution?: Distribution
  readonly board?: { readonly items: number; readonly votes: number }
}

type Tally = readonly { readonly option: string; readonly count: number }[]
type Distribution = readonly { readonly value: number; readonly count: number }[]

/** Where one response's answers count: the fold of tallies adds one at each mark. */
export function marksOf(questions: readonly Question[], answers: readonly Answer[]): Mark[] {
  const marks: Mark[] = []
  answers.forEach((answer, question) => {
    if (answer !== null) marks.push({ question, slot: slotOf(questions[question], answer) })
  })
  return marks
}

/** What these responses add up to: one count for each slot that was answered. */
export function tallied(questions: readonly Question[], responses: Iterable<readonly Answer[]>): Count[] {
  const bySlot = questions.map(() => new Map<number, number>())
  for (const answers of responses)
    for (const { question, slot } of marksOf(questions, answers))
      bySlot[question]?.set(slot, (bySlot[question].get(slot) ?? 0) + 1)
  return bySlot.flatMap((slots, question) => [...slots].map(([slot, count]) => ({ question, slot, count })))
}

/** The counts after an edit: a choice's slots follow their options to where these stand now. */
export function moveCounts(before: readonly Question[], after: readonly Question[], counts: readonly Count[]): Count[] {
  const optionsBefore = before.map(({ options }) => [...options.keys()])
  return counts.map(({ question, slot, count }) => {
    const option = optionsBefore[question]?.[slot]
    const moved = option === undefined ? undefined : after[question]?.options.get(option)
    return { question, slot: moved ?? slot, count }
  })
}

/** One result for each question, in order; what nobody picked counts zero. */
export function results(
  questions: readonly Question[],
  counts: readonly Count[],
  boards: readonly BoardCount[],
): Result[] {
  const bySlot = questions.map(() => new Map<number, number>())
  for (const { question, slot, count } of counts) bySlot[question]?.set(slot, count)
  const byPlace = new Map(boards.map(board => [board.question, board]))
  return questions.map((question, index) => {
    if (isBoard(question)) return boardResult(question, index, byPlace.get(index))
    return result(question, index, bySlot[index] ?? new Map())
  })
}

function slotOf(question: Question | undefined, answer: string | number): number {
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
