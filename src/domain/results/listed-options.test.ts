import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_LISTED_OPTIONS } from './limits.ts'
import { listedOptions, mostListed } from './listed-options.ts'

const choices = (...sizes: readonly number[]) =>
  sizes.map(length => ({ type: 'multiple_choice' as const, labels: Array<string>(length).fill('') }))
const labels = ['a', 'b', 'c', 'd', 'e']

describe('options that a page of results lists [share-results-bounded]', () => {
  test('are all of them while they are few enough together', () => {
    assert.equal(mostListed(choices(...Array(8).fill(MAX_LISTED_OPTIONS / 8))), Number.POSITIVE_INFINITY)
    const ratings = Array(1_000).fill({ type: 'rating', labels: Array(10).fill('') })
    assert.equal(mostListed([...ratings, ...choices(MAX_LISTED_OPTIONS)]), Number.POSITIVE_INFINITY)
    assert.deepEqual(listedOptions({ labels, counts: null }, Number.POSITIVE_INFINITY), [0, 1, 2, 3, 4])
  })

  test('are as many together as they can be, and questions with few options keep theirs', () => {
    for (const sizes of [Array(20).fill(1_000), [3, 5, ...Array(19).fill(1_000)], Array(1_000).fill(20), [130_000]]) {
      const most = mostListed(choices(...sizes))
      const listed = sizes.reduce((sum: number, size: number) => sum + Math.min(size, most), 0)
      assert.ok(listed <= MAX_LISTED_OPTIONS && listed > MAX_LISTED_OPTIONS - sizes.length, `${listed}`)
      assert.ok(most >= 8)
    }
  })

  test('are those that most people chose, in their order, and the first of equal ones', () => {
    const listed = (counts: number[] | null) => listedOptions({ labels, counts: counts && { counts } }, 3)
    assert.deepEqual(listed([0, 5, 0, 10, 5]), [1, 3, 4])
    assert.deepEqual(listed([5, 0, 10, 0, 0]), [0, 1, 2])
    assert.deepEqual(listed(null), [0, 1, 2])
  })
})
