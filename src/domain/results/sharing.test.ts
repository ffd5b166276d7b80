import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headlineOf, type ResultsTexts, viewOf } from './results-view.ts'
import { rightName } from './right-answers.ts'
import {
  areResultsVisible,
  SHARING_MODES,
  type Sharing,
  sharedResponses,
  sharedResults,
  sharesOf,
  sharesResults,
  withSettings,
} from './sharing.ts'
import type { Result } from './tally.ts'

const TEXTS: ResultsTexts = {
  waiting: 'Wait',
  shown: 'Shown',
  few: 'Few',
  responses: 'Responses {n}',
  answers: 'Answers {n}',
  mean: 'Mean {n}',
  people: 'Of {n} people',
  rightAnswer: 'Right: {text}',
  right: 'Right',
}

const choice = (...counts: number[]): Result => {
  const tally = counts.map((count, at) => ({ option: `Option ${at}`, count }))
  return { index: 0, type: 'multiple_choice', text: 'Which?', answered: sum(counts), tally }
}
const rating = (...counts: number[]): Result => {
  const distribution = counts.map((count, at) => ({ value: at + 1, count }))
  return { index: 1, type: 'rating', text: 'How?', answered: sum(counts), mean: 2.5, distribution }
}
const TEXT: Result = { index: 2, type: 'free_text', text: 'Why?', answered: 9 }
const BOARD: Result = { index: 3, type: 'upvoted_question', text: 'What?', answered: 0, board: { items: 3, votes: 4 } }

test('results are visible after answering or once revealed, and never for a suspended survey', () => {
  const visible = SHARING_MODES.flatMap(shareResults =>
    [false, true].flatMap(resultsRevealed =>
      [false, true].map((suspended): Sharing => ({ shareResults, resultsRevealed, suspended })),
    ),
  ).filter(areResultsVisible)
  assert.deepEqual(
    visible.map(({ shareResults, resultsRevealed, suspended }) => [shareResults, resultsRevealed, suspended]),
    [
      ['after_answering', false, false],
      ['after_answering', true, false],
      ['when_revealed', true, false],
    ],
  )
  for (const sharing of visible) {
    assert.ok(sharesResults(sharing, [TEXT, choice(1)]))
    assert.ok(!sharesResults(sharing, [TEXT, BOARD]))
  }
})

test('only questions with counts are shared: neither texts nor boards', () => {
  const shared = sharedResults([choice(3, 2), rating(1, 2, 3), TEXT, BOARD], true)
  assert.deepEqual(shared, [
    {
      index: 0,
      type: 'multiple_choice',
      text: 'Which?',
      labels: ['Option 0', 'Option 1'],
      counts: { counts: [3, 2] },
    },
    { index: 1, type: 'rating', text: 'How?', labels: ['1', '2', '3'], counts: { counts: [1, 2, 3], mean: 2.5 } },
  ])
})

test('hidden results and those of fewer than five people have no counts', () => {
  const countsOf = (result: Result, areVisible: boolean) => sharedResults([result], areVisible)[0]?.counts
  assert.equal(countsOf(choice(30, 20), false), null)
  assert.equal(countsOf(choice(4, 0), true), null)
  assert.deepEqual(countsOf(choice(5, 0), true), { counts: [5, 0] })
})

test('a view formats numbers for the language; bars are fractions of all answers, columns of the highest', () => {
  const [chosen, rated] = sharedResults([choice(1_500, 4_500), rating(2, 4, 0)], true)
  assert.ok(chosen && rated)
  assert.deepEqual(viewOf(chosen, true, TEXTS, 'de'), {
    note: 'Answers 6.000',
    counts: [
      { count: '1.500', share: '25\u00a0%', part: 0.25 },
      { count: '4.500', share: '75\u00a0%', part: 0.75 },
    ],
    mean: null,
    numberWidth: 'middle',
  })
  const { note, counts, mean } = viewOf(rated, true, TEXTS, 'en')
  assert.deepEqual([note, mean], ['Answers 6 · Mean 2.5', 2.5])
  assert.deepEqual(
    counts?.map(({ part }) => part),
    [0.5, 1, 0],
  )
})

test('a view has the right answer, in the words of its options, if that is revealed', () => {
  const settings = [{ right: { options: [0, 1] } }, { right: { from: 2, to: 2 } }]
  const revealed = { shareResults: 'when_revealed', resultsRevealed: true, suspended: false } as const
  const notes = (sharing: Sharing, paced = false) =>
    withSettings(sharedResults([choice(5, 0), rating(0, 2, 0)], true), {
      ...sharing,
      paced,
      questionSettings: settings,
    }).map(one => viewOf(one, true, TEXTS, 'en', one.right && rightName(one.right, one.labels)).note)
  assert.deepEqual(notes(revealed), ['Answers 5 · Right: Option 0 · Option 1', 'Few · Right: 2'])
  const without = ['Answers 5', 'Few']
  assert.deepEqual(notes(revealed, true), without)
  assert.deepEqual(notes({ ...revealed, resultsRevealed: false }), without)
  assert.deepEqual(notes({ ...revealed, shareResults: 'after_answering' }), without)
  assert.deepEqual(notes({ ...revealed, suspended: true }), without)
})

test('without counts a view says why, unless the page says it for all questions', () => {
  const [few] = sharedResults([choice(1, 2)], true)
  assert.ok(few)
  assert.deepEqual(viewOf(few, true, TEXTS, 'en'), { note: 'Few', counts: undefined, mean: null, numberWidth: 'short' })
  assert.deepEqual(viewOf(few, false, TEXTS, 'en'), { note: '', counts: undefined, mean: null, numberWidth: 'short' })
  assert.equal(headlineOf({ areVisible: false, responses: null }, TEXTS, 'en'), 'Wait')
  assert.equal(headlineOf({ areVisible: true, responses: null }, TEXTS, 'en'), 'Few')
  assert.equal(headlineOf({ areVisible: true, responses: 1_234 }, TEXTS, 'fr'), 'Responses 1\u202f234')
})

test('at a presenter’s pace the number of responses is the sum of those that are shown, each response once', () => {
  const results = [choice(9, 0), choice(1, 0), choice(3, 2), choice(2, 2), choice(4, 1), choice(6, 0)].map(
    (one, index) => {
      const isOption = index === 2 || index === 3
      return { ...one, index, ...(isOption && { chosen: 7 }) }
    },
  )
  const groups = [{ kind: 'check_list' as const, from: 2, to: 4 }]
  assert.equal(sharedResponses(results, { paced: true, groups }, 25), 9 + 7 + 6)
  assert.equal(sharedResponses(results, { paced: false, groups }, 25), 25)
})

test('shares of nothing are zero', () => {
  assert.deepEqual(sharesOf([0, 0]), { answered: 0, shares: [0, 0] })
})

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
