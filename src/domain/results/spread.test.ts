import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { middleOf, twoModesOf } from './spread.ts'

const distributionOf = (counts: readonly number[]) => counts.map((count, at) => ({ value: at + 1, count }))

describe('the middle half of ratings', () => {
  for (const [counts, middle] of [
    [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0], null],
    [[0, 0, 1, 0, 0, 0, 0, 0, 0, 0], { from: 3, to: 3 }],
    [[1, 1, 1, 1, 1, 1, 1, 1, 0, 0], { from: 2, to: 6 }],
    [[0, 24, 12, 0, 10, 0, 0, 29, 9, 0], { from: 2, to: 8 }],
  ] as const)
    test(`of ${counts} is ${JSON.stringify(middle)}`, () => {
      assert.deepEqual(middleOf(distributionOf(counts)), middle)
    })
})

describe('a room is divided', () => {
  for (const [what, counts, modes] of [
    ['by two peaks', [0, 24, 12, 0, 10, 0, 0, 29, 9, 0], [2, 8]],
    ['by one that is half as high', [0, 5, 0, 0, 0, 0, 10, 0, 0, 0], [2, 7]],
    ['by two of the same height', [8, 0, 0, 0, 0, 0, 0, 0, 0, 8], [1, 10]],
    ['by the higher one of two others', [0, 20, 0, 0, 12, 0, 0, 15, 0, 0], [2, 8]],
    ['by three people around each', [0, 3, 0, 0, 0, 0, 3, 0, 0, 0], [2, 7]],
    ['by points that are three apart', [0, 0, 0, 9, 0, 0, 9, 0, 0, 0], [4, 7]],
    ['by no points that are two apart', [0, 0, 0, 0, 9, 0, 9, 0, 0, 0], undefined],
    ['by a valley of a third of their height', [0, 9, 3, 3, 3, 9, 0, 0, 0, 0], [2, 6]],
    ['by no point beside the first', [0, 0, 0, 0, 0, 9, 4, 9, 2, 0], undefined],
    ['by no lower one', [0, 4, 0, 0, 0, 0, 10, 0, 0, 0], undefined],
    ['by none without a valley before it', [0, 10, 8, 7, 6, 9, 0, 0, 0, 0], undefined],
    ['by no valley of half their height', [0, 0, 6, 6, 12, 6, 12, 13, 6, 0], undefined],
    ['by no two people', [0, 2, 0, 0, 0, 0, 2, 0, 0, 0], undefined],
    ['by nobody', [0, 0, 0, 0, 0, 0, 0, 0, 0, 0], undefined],
  ] as const)
    test(what, () => assert.deepEqual(twoModesOf(distributionOf(counts)), modes))
})
