import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSequences } from './arrivals.ts'

test('samples every response if there are few, and always returns the same number of points [dashboard-arrivals]', () => {
  for (const last of [1, 2, 7, 60, 61]) {
    const places = sampleSequences(last)
    assert.equal(places.length, 61)
    assert.deepEqual(
      [...new Set(places)],
      Array.from({ length: last }, (_, at) => at + 1),
    )
  }
})

test('samples 61 of many, evenly spaced, including the first and the last [dashboard-arrivals]', () => {
  for (const last of [62, 100, 121, 100_000, 123_456_789]) {
    const places = sampleSequences(last)
    assert.deepEqual([places.length, places[0], places.at(-1)], [61, 1, last])
    const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0))
    assert.ok(Math.max(...steps) - Math.min(...steps) <= 1, `${steps}`)
  }
})
