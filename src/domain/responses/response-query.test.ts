import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../values/refusal.ts'
import { parseResponseQuery } from './response-query.ts'

const TEXT = 'text must be sent once, with at most 200 characters'
const QUESTION = 'question must be a whole number'

test('by default a page is the first hundred, oldest first [dashboard-responses-limit]', () => {
  assert.deepEqual(parseResponseQuery({}), { order: 'oldest', after: 0, limit: 100, search: undefined })
  assert.deepEqual(parseResponseQuery({ after: '7', limit: '1000' }), {
    order: 'oldest',
    after: 7,
    limit: 1_000,
    search: undefined,
  })
})

test('an unknown order means oldest first [dashboard-responses-newest]', () => {
  assert.equal(parseResponseQuery({ order: 'newest' }).order, 'newest')
  for (const order of ['', 'Newest', 'oldest', ['newest', 'newest'], undefined])
    assert.equal(parseResponseQuery({ order }).order, 'oldest')
})

test('searches for a text, a question or both; a blank text is ignored [dashboard-search, dashboard-search-question]', () => {
  const [text, question] = [undefined, undefined]
  assert.deepEqual(parseResponseQuery({ text: ' Why ' }).search, { text: ' Why ', question })
  assert.deepEqual(parseResponseQuery({ question: '0' }).search, { text, question: 0 })
  assert.deepEqual(parseResponseQuery({ text: 'Why', question: '12' }).search, { text: 'Why', question: 12 })
  for (const blank of ['', ' \t\u00a0']) {
    assert.equal(parseResponseQuery({ text: blank }).search, undefined)
    assert.deepEqual(parseResponseQuery({ text: blank, question: '2' }).search, { text, question: 2 })
  }
})

test('the limit of 200 characters counts Unicode code points [dashboard-search-refused]', () => {
  assert.equal(parseResponseQuery({ text: '😀'.repeat(200) }).search?.text?.length, 400)
  for (const text of ['x'.repeat(201), ' '.repeat(201), ['a', 'b']]) refused({ text }, TEXT)
  for (const question of ['', '-1', 'x', '1.5', ['0', '1']]) refused({ text: 'x', question }, QUESTION)
})

function refused(query: Record<string, unknown>, reason: string): void {
  assert.throws(() => parseResponseQuery(query), new Refusal('invalid_page', { reason }))
}
