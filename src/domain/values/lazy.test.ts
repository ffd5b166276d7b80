import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lazyAsync } from './lazy.ts'

test('a value is loaded once on first use, and again after a failure', async () => {
  let loads = 0
  const load = lazyAsync(async () => {
    loads++
    if (loads === 1) throw new Error('too many open files')
    return loads
  })
  await assert.rejects(load(), /too many/)
  assert.deepEqual(await Promise.all([load(), load()]), [2, 2])
  assert.equal(await load(), 2)
})
