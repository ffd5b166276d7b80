import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightShare } from './right-answers.ts'
import { changeOf, firstRound, inRounds, placeOf, sharesBefore } from './rounds.ts'
import type { Result } from './tally.ts'

const choice = (index: number, counts: Record<string, number>): Result => ({
  index,
  type: 'multiple_choice',
  text: 'Which falls faster?',
  answered: Object.values(counts).reduce((sum, count) => sum + count, 0),
  tally: Object.entries(counts).map(([option, count]) => ({ option, count })),
})
const rating = (index: number, ...counts: number[]): Result => ({
  index,
  type: 'rating',
  text: 'How sure?',
  answered: counts.reduce((sum, count) => sum + count, 0),
  distribution: Array.from({ length: 10 }, (_, at) => ({ value: at + 1, count: counts[at] ?? 0 })),
})

const FIRST = choice(0, { Hammer: 3, Neither: 1 })
const SECOND = choice(2, { Neither: 3, Feather: 0, Hammer: 1 })
const SURE = rating(1, 1, 3)

test('a second round follows its first', () => {
  const indexes = (settings: Parameters<typeof inRounds>[1]) =>
    inRounds([FIRST, SURE, SECOND], settings).map(({ index }) => index)
  assert.deepEqual(indexes([]), [0, 1, 2])
  assert.deepEqual(indexes([null, null, { round_of: 0 }]), [0, 2, 1])
  assert.equal(firstRound([FIRST, SURE, SECOND], [null, null, { round_of: 0 }], 2), FIRST)
  assert.equal(firstRound([FIRST, SURE, SECOND], [null, null, { round_of: 0 }], 0), undefined)
})

test('a second round has the number of its first, and is not counted', () => {
  const places = [0, 1, 2].map(index => placeOf([FIRST, SURE, SECOND], [null, null, { round_of: 0 }], index))
  assert.deepEqual(places, [
    { number: 1, total: 2 },
    { number: 2, total: 2 },
    { number: 1, total: 2 },
  ])
})

test('the shares of the first round are those of the same options, or of the points', () => {
  assert.deepEqual(sharesBefore(FIRST, SECOND), [0.25, 0, 0.75])
  assert.deepEqual(sharesBefore(FIRST, choice(2, { Hammer: 10, Neither: 6 })), [0.75, 0.25], 'of its own answers')
  assert.deepEqual(sharesBefore(SURE, rating(3, 5))?.slice(0, 3), [0.25, 0.75, 0])
  assert.equal(sharesBefore(choice(0, { Hammer: 0 }), SECOND), undefined)
  assert.equal(sharesBefore(FIRST, choice(2, { Hammer: 0 })), undefined)
})

test('the change of a share is that of the whole points that are shown', () => {
  assert.deepEqual(
    [changeOf(0.104, 0.206), changeOf(0.5, 0.25), changeOf(0.101, 0.104)],
    ['+11', '\u{2212}25', '±0'],
    'with the sign for minus',
  )
})

test('the share that is right is of those who have answered', () => {
  assert.equal(rightShare({ options: [1] }, FIRST), 0.25)
  assert.equal(rightShare({ options: [0, 2] }, SECOND), 1)
  assert.equal(rightShare({ from: 2, to: 9 }, SURE), 0.75)
  assert.equal(rightShare({ options: [0] }, choice(0, { Hammer: 0 })), undefined)
})
