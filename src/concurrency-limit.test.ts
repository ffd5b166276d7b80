import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConcurrencyLimit } from './concurrency-limit.ts'

test('a number of calls run at a time, a number wait in order, and further ones are refused', async () => {
  const limit = new ConcurrencyLimit({ parallel: 2, waiting: 2, refusal: () => new Error('too many') })
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const run = (at: number) =>
    limit.run(() => {
      begun.push(at)
      return ends[at]?.promise ?? Promise.resolve(at)
    })
  const [first, second, third, fourth] = [run(0), run(1), run(2), run(3)]
  await assert.rejects(run(4), /too many/)
  assert.deepEqual(begun, [0, 1])
  ends[1]?.reject(new Error('its own'))
  await assert.rejects(second, /its own/)
  ends[0]?.resolve(7)
  assert.equal(await first, 7)
  for (const at of [2, 3]) ends[at]?.resolve(at)
  assert.deepEqual([await third, await fourth, begun], [2, 3, [0, 1, 2, 3]])
  assert.equal(await run(5), 5)
})
