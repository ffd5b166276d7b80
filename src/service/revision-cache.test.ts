import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevisionCache } from './revision-cache.ts'

test('a value is valid for its revision alone', () => {
  const cache = new RevisionCache<object>(10_000)
  const value = {}
  assert.equal(cache.store('a', { revision: 1, value }, 10), value)
  assert.equal(cache.find('a', 1), value)
  for (const [name, revision] of [
    ['a', 0],
    ['a', 2],
    ['b', 1],
  ] as const)
    assert.equal(cache.find(name, revision), undefined)
})

test('beyond its bytes the cache drops what was used least recently', () => {
  const cache = new RevisionCache<object>(10_000)
  for (const name of ['a', 'b', 'c']) cache.store(name, { revision: 1, value: {} }, 3_000)
  assert.ok(cache.find('a', 1))
  cache.store('d', { revision: 1, value: {} }, 3_000)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].filter(name => cache.find(name, 1)),
    ['a', 'c', 'd'],
  )
})

test('a value that is too large for the cache is returned and not stored', () => {
  const cache = new RevisionCache<object>(10_000)
  cache.store('small', { revision: 1, value: {} }, 10)
  const value = {}
  assert.equal(cache.store('large', { revision: 1, value }, 10_001), value)
  assert.equal(cache.find('large', 1), undefined)
  assert.ok(cache.find('small', 1))
})

test('many empty values are bounded too', () => {
  const cache = new RevisionCache<object>(10_000)
  for (let at = 0; at < 100; at++) cache.store(`${at}`, { revision: 1, value: {} }, 0)
  assert.equal(cache.find('0', 1), undefined)
  assert.ok(cache.find('99', 1))
})
