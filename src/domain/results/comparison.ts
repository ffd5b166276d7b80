import type { Question } from '../surveys/question.ts'
import type { Answer } from '../values/answer.ts'
import { Refusal } from '../values/refusal.ts'
import type { Count, TallySlot } from './count.ts'
import { type EditedQuestion, editedQuestions } from './edit-history/asked.ts'
import type { EditHistory } from './edit-history/edit-history.ts'
import { MIN_GROUP } from './limits.ts'
import { type Result, Tallies, tallySlot } from './tally.ts'

/** An answer given by enough people to show their results separately. */
export interface ComparableAnswer {
  /** The option, or the value of a rating. */
  readonly answer: string
  readonly count: number
}

/**
 * The answers to a question whose groups may be compared. Groups of fewer than five people are left out. So are groups
 * whose results, subtracted from everybody's, would reveal the results of one to four people: those who gave an answer
 * that is not offered, or no answer.
 */
export function comparableAnswers(
  { answered, tally, distribution }: Result,
  responseCount: number,
): readonly ComparableAnswer[] {
  const groups =
    tally?.map(({ option, count }) => ({ answer: option, count })) ??
    distribution?.map(({ value, count }) => ({ answer: String(value), count })) ??
    []
  const offered = new Set(groups.filter(({ count }) => count >= MIN_GROUP))
  const smallestFirst = [...offered].sort((a, b) => a.count - b.count)
  let rest = responseCount - answered
  for (const group of groups) if (!offered.has(group)) rest += group.count
  for (const group of smallestFirst) {
    if (rest === 0 || rest >= MIN_GROUP) break
    offered.delete(group)
    rest += group.count
  }
  return groups.filter(group => offered.has(group))
}

/** A group of responses: those with a certain answer to a question. */
export interface Group {
  readonly question: number
  readonly answer: string
}

/**
 * @throws Refusal if the query does not name a question and answer of the survey, or names one that may not be compared
 */
export function parseGroup(
  { question, answer }: Record<string, unknown>,
  results: readonly Result[],
  responseCount: number,
): Group {
  const result = results.find(({ index }) => String(index) === question)
  const answers = result?.tally?.map(({ option }) => option) ?? result?.distribution?.map(({ value }) => String(value))
  if (result === undefined || typeof answer !== 'string' || !answers?.includes(answer))
    throw new Refusal('invalid_page', { reason: 'question and answer must name an option or a rating of this survey' })
  if (!comparableAnswers(result, responseCount).some(one => one.answer === answer)) throw new Refusal('group_too_small')
  return { question: result.index, answer }
}

/** Counts a group's answers, response by response. */
export class GroupTallies {
  readonly #questions: readonly Question[]
  readonly #tallies: Tallies
  readonly #member: TallySlot
  readonly #history: EditHistory
  /** For each edit that one of the group came after, how many of them came before it. */
  readonly #before: number[] = []
  /** Number of responses in the group. */
  count = 0

  constructor(questions: readonly Question[], history: EditHistory, { question, answer }: Group) {
    this.#questions = questions
    this.#history = history
    this.#tallies = new Tallies({ questions, paced: false })
    const isRating = questions[question]?.type === 'rating'
    this.#member = { question, slot: tallySlot(questions[question], isRating ? Number(answer) : answer) }
  }

  /** @param sequence greater than those before */
  add(answers: readonly Answer[], sequence: number): void {
    const { question, slot } = this.#member
    const answer = answers[question] ?? null
    if (answer === null || tallySlot(this.#questions[question], answer) !== slot) return
    while ((this.#history[this.#before.length]?.sequence ?? sequence) < sequence) this.#before.push(this.count)
    this.count++
    this.#tallies.add(answers)
  }

  /** The questions that were edited between responses, with how many of the group were asked them. */
  edited(): EditedQuestion[] {
    const ofGroup = this.#history.map((edit, at) => ({ ...edit, responses: this.#before[at] ?? this.count }))
    return editedQuestions(ofGroup, this.count)
  }

  counts(): Count[] {
    return this.#tallies.counts()
  }
}
