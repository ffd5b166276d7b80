import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_LISTED_OPTIONS } from './limits.ts'
import { listedOptions, listingOf } from './listed-options.ts'

const choices = (...sizes: readonly number[]) =>
  sizes.map(length => ({ type: 'multiple_choice' as const, text: '', labels: Array<string>(length).fill('') }))
const labels = ['a', 'b', 'c', 'd', 'e']

describe('options that a page of results lists [share-results-bounded]', () => {
  test('are all of them while they are few enough together', () => {
    assert.deepEqual(listingOf(choices(...Array(8).fill(MAX_LISTED_OPTIONS / 8))), {
      results: 8,
      options: Number.POSITIVE_INFINITY,
      isWhole: true,
    })
    const ratings = Array(1_000).fill({ type: 'rating', text: '', labels: Array(10).fill('') })
    assert.deepEqual(listingOf(ratings), { results: 1_000, options: Number.POSITIVE_INFINITY, isWhole: true })
    assert.deepEqual(listingOf([...ratings.slice(0, 300), ...choices(MAX_LISTED_OPTIONS)]), {
      results: 301,
      options: Number.POSITIVE_INFINITY,
      isWhole: true,
    })
    assert.deepEqual(listedOptions({ labels, counts: null }, Number.POSITIVE_INFINITY), [0, 1, 2, 3, 4])
  })

  test('are as many together as they can be, and questions with few options keep theirs', () => {
    for (const sizes of [Array(20).fill(1_000), [3, 5, ...Array(19).fill(1_000)], Array(1_000).fill(20), [130_000]]) {
      const { results, options: most } = listingOf(choices(...sizes))
      assert.equal(results, sizes.length)
      const listed = sizes.reduce((sum: number, size: number) => sum + Math.min(size, most), 0)
      assert.ok(listed <= MAX_LISTED_OPTIONS && listed > MAX_LISTED_OPTIONS - sizes.length, `${listed}`)
      assert.ok(most >= 8)
    }
  })

  test('have room for one option of each result, however long the texts are', () => {
    const long = '选'.repeat(300)
    const ratings = Array(1_000).fill({ type: 'rating', text: long, labels: Array(10).fill('') })
    const { results, isWhole } = listingOf(ratings)
    assert.ok(results > 600 && results < 800, `${results}`)
    assert.equal(isWhole, false)
    const many = choices(...Array<number>(1_000).fill(20)).map(one => ({ ...one, text: long }))
    const listing = listingOf(many)
    assert.ok(listing.results >= 1_000 && listing.options >= 1, JSON.stringify(listing))
  })

  test('are those that most people chose, in their order, and the first of equal ones', () => {
    const listed = (counts: number[] | null) => listedOptions({ labels, counts: counts && { counts } }, 3)
    assert.deepEqual(listed([0, 5, 0, 10, 5]), [1, 3, 4])
    assert.deepEqual(listed([5, 0, 10, 0, 0]), [0, 1, 2])
    assert.deepEqual(listed(null), [0, 1, 2])
  })
})
