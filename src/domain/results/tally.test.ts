import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { BoardCount } from '../boards/board.ts'
import { parseQuestions } from '../surveys/question.ts'
import type { Answer } from '../values/answer.ts'
import type { JsonObject } from '../values/json.ts'
import type { Count } from './count.ts'
import { countAnswers, moveCounts, results } from './tally.ts'

const choice = (...options: string[]): JsonObject => ({ type: 'multiple_choice', text: 'Which?', options })
const rating: JsonObject = { type: 'rating', text: 'How good?' }
const text: JsonObject = { type: 'free_text', text: 'Why?' }
const board: JsonObject = { type: 'upvoted_question', text: 'Ask' }

const POINTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

function resultsOf(
  list: readonly JsonObject[],
  responses: readonly (readonly Answer[])[],
  boards: readonly BoardCount[] = [],
): unknown[] {
  const questions = parseQuestions(list)
  return results(questions, countAnswers({ questions, paced: false }, responses), boards)
}

describe('the results of a list [aggregate-shape]', () => {
  test('each board gets the counts for its own index [aggregate-board-counts]', () => {
    const counts = [
      { question: 0, items: 2, votes: 7 },
      { question: 2, items: 1, votes: 0 },
    ]
    assert.deepEqual(resultsOf([board, board, board], [], counts), [
      { index: 0, type: 'upvoted_question', text: 'Ask', answered: 0, board: { items: 2, votes: 7 } },
      { index: 1, type: 'upvoted_question', text: 'Ask', answered: 0, board: { items: 0, votes: 0 } },
      { index: 2, type: 'upvoted_question', text: 'Ask', answered: 0, board: { items: 1, votes: 0 } },
    ])
  })

  test('of a survey without answers [aggregate-tally, aggregate-mean, aggregate-distribution, aggregate-free-text, aggregate-board]', () => {
    assert.deepEqual(resultsOf([choice('a', 'b'), rating, text, board], []), [
      {
        index: 0,
        type: 'multiple_choice',
        text: 'Which?',
        answered: 0,
        tally: [
          { option: 'a', count: 0 },
          { option: 'b', count: 0 },
        ],
      },
      {
        index: 1,
        type: 'rating',
        text: 'How good?',
        answered: 0,
        mean: null,
        distribution: POINTS.map(value => ({ value, count: 0 })),
      },
      { index: 2, type: 'free_text', text: 'Why?', answered: 0 },
      { index: 3, type: 'upvoted_question', text: 'Ask', answered: 0, board: { items: 0, votes: 0 } },
    ])
  })

  test('of a survey with answers [aggregate-tally, aggregate-answered, aggregate-counts-exact]', () => {
    const responses = [
      ['b', 10, 'x', null],
      ['b', null, 'x', null],
      [null, 1, 'y', null],
      ['a', 10, null, null],
    ]
    const [which, good, why, ask] = resultsOf([choice('a', 'b', 'c'), rating, text, board], responses) as JsonObject[]
    assert.deepEqual(which?.tally, [
      { option: 'a', count: 1 },
      { option: 'b', count: 2 },
      { option: 'c', count: 0 },
    ])
    assert.equal(good?.mean, 7)
    assert.deepEqual(
      good?.distribution,
      POINTS.map(value => ({ value, count: { 1: 1, 10: 2 }[value] ?? 0 })),
    )
    assert.deepEqual(
      [which, good, why, ask].map(result => result?.answered),
      [3, 3, 3, 0],
    )
  })

  test('options named like numbers or object internals keep the order of the question [aggregate-tally]', () => {
    const [result] = resultsOf([choice('2', '1', '__proto__', 'constructor')], [['__proto__'], ['1']])
    assert.deepEqual((result as JsonObject).tally, [
      { option: '2', count: 0 },
      { option: '1', count: 1 },
      { option: '__proto__', count: 1 },
      { option: 'constructor', count: 0 },
    ])
  })
})

describe('the mean is rounded to 2 places, half up [aggregate-mean]', () => {
  const rows: [ratings: number[], mean: number][] = [
    [[7], 7],
    [[1, 2], 1.5],
    [[1, 1, 2], 1.33],
    [[1, 2, 2], 1.67],
    [[1, 1, 1, 1, 1, 1, 1, 2], 1.13],
    [[2, 2, 2, 2, 2, 2, 2, 1], 1.88],
    [[10, 10, 10, 10, 10, 10, 10, 9], 9.88],
    [[...Array(199).fill(1), 2], 1.01],
    [[...Array(201).fill(1), 2], 1],
    [Array(1000).fill(10), 10],
  ]
  for (const [ratings, mean] of rows) {
    test(`${ratings.slice(0, 8)}… of ${ratings.length}: ${mean}`, () => {
      const [result] = resultsOf(
        [rating],
        ratings.map(value => [value]),
      )
      assert.equal((result as JsonObject).mean, mean)
    })
  }

  test('of a thousand million ratings', () => {
    const counts = [
      { question: 0, slot: 1, count: 999_999_999 },
      { question: 0, slot: 10, count: 5_000_000 },
    ]
    assert.equal(results(parseQuestions([rating]), counts, [])[0]?.mean, 1.04)
  })
})

describe('counts follow their options when the options are reordered [edit-answered-keeps-meaning]', () => {
  const before = [choice('a', 'b', 'c'), rating, text]
  const counts: Count[] = [
    { question: 0, slot: 0, count: 5 },
    { question: 0, slot: 2, count: 7 },
    { question: 1, slot: 2, count: 3 },
    { question: 2, slot: 0, count: 4 },
  ]
  const rows: [what: string, after: JsonObject[], slots: number[]][] = [
    ['the same list', before, [0, 2, 2, 0]],
    ['turned round', [choice('c', 'b', 'a'), rating, text], [2, 0, 2, 0]],
    ['one in front', [choice('new', 'a', 'b', 'c'), rating, text], [1, 3, 2, 0]],
    ['a new question behind', [...before, choice('c', 'a')], [0, 2, 2, 0]],
  ]
  for (const [what, after, slots] of rows) {
    test(what, () => {
      const moved = moveCounts(parseQuestions(before), parseQuestions(after), counts)
      assert.deepEqual(
        moved,
        counts.map((count, at) => ({ ...count, slot: slots[at] })),
      )
    })
  }
})

test('maintained counts equal a recount of all answers (property) [aggregate-counts-exact, aggregate-answered, aggregate-tally, aggregate-mean, aggregate-distribution]', () => {
  fc.assert(
    fc.property(answeredLists(), ({ list, responses }) => {
      assert.deepEqual(
        resultsOf(list, responses),
        list.map((question, index) => recount(question, index, responses)),
      )
    }),
    { numRuns: 500 },
  )
})

interface AnsweredList {
  readonly list: JsonObject[]
  readonly responses: Answer[][]
}

function answeredLists(): fc.Arbitrary<AnsweredList> {
  const options = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', '1', '__proto__'), { minLength: 1, maxLength: 4 })
  const question = fc.oneof(
    options.map(drawn => choice(...drawn)),
    fc.constantFrom(rating, rating, text, board),
  )
  return fc.array(question, { minLength: 1, maxLength: 4 }).chain(list => {
    const row = fc.tuple(...list.map(anyAnswer))
    return fc.record({ list: fc.constant(list), responses: fc.array(row, { maxLength: 40, size: 'max' }) })
  })
}

function anyAnswer({ type, options }: JsonObject): fc.Arbitrary<Answer> {
  if (type === 'multiple_choice') return fc.option(fc.constantFrom(...(options as string[])))
  if (type === 'rating') return fc.option(fc.constantFrom(...POINTS))
  return type === 'free_text' ? fc.option(fc.string({ minLength: 1 })) : fc.constant(null)
}

/** One result computed from the answers themselves, in exact arithmetic. */
function recount({ type, text, options }: JsonObject, index: number, responses: readonly Answer[][]): unknown {
  const answers = responses.map(row => row[index] ?? null).filter(answer => answer !== null)
  const count = (value: Answer) => answers.filter(answer => answer === value).length
  const common = { index, type, text, answered: answers.length }
  if (type === 'multiple_choice') {
    return { ...common, tally: (options as string[]).map(option => ({ option, count: count(option) })) }
  }
  if (type === 'rating') {
    const distribution = POINTS.map(value => ({ value, count: count(value) }))
    return { ...common, mean: exactMean(answers as number[]), distribution }
  }
  return type === 'free_text' ? common : { ...common, board: { items: 0, votes: 0 } }
}

/** Rounded to hundredths with integers: half a hundredth rounds up. */
function exactMean(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null
  const sum = BigInt(ratings.reduce((total, value) => total + value, 0))
  const answered = BigInt(ratings.length)
  return Number((sum * 200n + answered) / (answered * 2n)) / 100
}
