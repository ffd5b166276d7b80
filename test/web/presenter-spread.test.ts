import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spreadOf } from '../../web/presenter/spread.ts'

/** The result of a rating that each of these people has answered with one of these points. */
function ratingOf(points: readonly number[]) {
  const distribution = Array.from({ length: 10 }, (_, at) => ({
    value: at + 1,
    count: points.filter(point => point === at + 1).length,
  }))
  return { index: 0, type: 'rating', text: 'How?', answered: points.length, distribution } as const
}

test('where half of the answers lie is said from five answers on', () => {
  assert.equal(spreadOf(ratingOf([2, 4, 6, 8])), undefined)
  assert.deepEqual(spreadOf(ratingOf([2, 4, 6, 8, 8])), {
    middle: { from: 4, to: 8 },
    modes: undefined,
    text: 'Half between 4 and 8',
  })
})

test('two peaks are named behind it', () => {
  const spread = spreadOf(ratingOf([2, 2, 2, 9, 9, 9]))
  assert.deepEqual([spread?.modes, spread?.text], [[2, 9], 'Half between 2 and 9 · two peaks: 2 and 9'])
})

test('a question without ratings has no spread', () => {
  assert.equal(spreadOf({ index: 0, type: 'multiple_choice', text: 'Which?', answered: 9 }), undefined)
})
