import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeQuestions, parseQuestions } from '../domain/surveys/question.ts'
import * as limits from '../domain/values/cache-limits.ts'
import { Cache, newCaches, QuestionLists, RevisionCache } from './cache.ts'

test('a value is valid only for its own revision', () => {
  const cache = new RevisionCache<object>(new Cache(10_000), 'some')
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

test('a cache over its size limit evicts the least recently used values', () => {
  const cache = new RevisionCache<object>(new Cache(10_000), 'some')
  for (const name of ['a', 'b', 'c']) cache.store(name, { revision: 1, value: {} }, 3_000)
  assert.ok(cache.find('a', 1))
  cache.store('d', { revision: 1, value: {} }, 3_000)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].filter(name => cache.find(name, 1)),
    ['a', 'c', 'd'],
  )
})

test('kinds share the size limit, and each has its own names', () => {
  const cache = new Cache(10_000)
  const [pages, lists] = [cache.part<{ of: string }>('page'), cache.part<{ of: string }>('list')]
  pages.set('a', { of: 'page' }, 3_000)
  lists.set('a', { of: 'list' }, 3_000)
  assert.deepEqual([pages.get('a'), lists.get('a')], [{ of: 'page' }, { of: 'list' }])
  lists.set('b', { of: 'list' }, 6_000)
  assert.deepEqual([pages.has('a'), lists.has('a'), lists.has('b')], [false, true, true])
  lists.delete('b')
  assert.equal(lists.get('b'), undefined)
})

test('all caches of a process together take at most 128 MiB', () => {
  assert.equal(
    Object.values(limits).reduce((sum, bytes) => sum + bytes),
    128 * 1_048_576,
  )
})

test('a value that is too large for the cache is returned and not stored', () => {
  const cache = new RevisionCache<object>(new Cache(10_000), 'some')
  cache.store('small', { revision: 1, value: {} }, 10)
  const value = {}
  assert.equal(cache.store('large', { revision: 1, value }, 10_001), value)
  assert.equal(cache.find('large', 1), undefined)
  assert.ok(cache.find('small', 1))
})

test('many empty values are limited too', () => {
  const cache = new RevisionCache<object>(new Cache(10_000), 'some')
  for (let at = 0; at < 100; at++) cache.store(`${at}`, { revision: 1, value: {} }, 0)
  assert.equal(cache.find('0', 1), undefined)
  assert.ok(cache.find('99', 1))
})

test('a list of questions is parsed once for each revision, and its text is known from then on', () => {
  const lists = new QuestionLists(newCaches())
  const textOf = (text: string) => encodeQuestions(parseQuestions([{ index: 0, type: 'free_text', text }]))
  const first = { slug: 'a', revision: 1, questions: textOf('Why?') }
  assert.equal(lists.known('a'), undefined)
  const parsed = lists.of(first)
  assert.equal(lists.of({ ...first, questions: textOf('not parsed') }), parsed)
  const { slug, ...known } = first
  assert.deepEqual(lists.known(slug), { ...known, parsed })
  const second = { slug, revision: 2, questions: textOf('Why not?') }
  assert.equal(lists.of(second)[0]?.text, 'Why not?')
  assert.equal(lists.known(slug)?.questions, second.questions)
})
