import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePage } from './page.ts'
import { Refusal } from './refusal.ts'

const TEXT = 'text must be one text of at most 200 characters'
const QUESTION = 'question must be a whole number'

test('[dashboard-responses-limit] by default a page is the first hundred, oldest first', () => {
  assert.deepEqual(parsePage({}), { order: 'taken', after: 0, limit: 100, search: undefined })
  assert.deepEqual(parsePage({ after: '7', limit: '1000' }), {
    order: 'taken',
    after: 7,
    limit: 1_000,
    search: undefined,
  })
})

test('[dashboard-responses-newest] an unknown order means oldest first', () => {
  assert.equal(parsePage({ order: 'newest' }).order, 'newest')
  for (const order of ['', 'Newest', 'oldest', ['newest', 'newest'], undefined])
    assert.equal(parsePage({ order }).order, 'taken')
})

test('[dashboard-search, dashboard-search-question] searches for a text, a question or both; a blank text is no search', () => {
  const [text, question] = [undefined, undefined]
  assert.deepEqual(parsePage({ text: ' Why ' }).search, { text: ' Why ', question })
  assert.deepEqual(parsePage({ question: '0' }).search, { text, question: 0 })
  assert.deepEqual(parsePage({ text: 'Why', question: '12' }).search, { text: 'Why', question: 12 })
  for (const blank of ['', ' \t\u00a0']) {
    assert.equal(parsePage({ text: blank }).search, undefined)
    assert.deepEqual(parsePage({ text: blank, question: '2' }).search, { text, question: 2 })
  }
})

test('[dashboard-search-refused] the limit of 200 characters counts Unicode code points', () => {
  assert.equal(parsePage({ text: '😀'.repeat(200) }).search?.text?.length, 400)
  for (const text of ['x'.repeat(201), ' '.repeat(201), ['a', 'b']]) refused({ text }, TEXT)
  for (const question of ['', '-1', 'x', '1.5', ['0', '1']]) refused({ text: 'x', question }, QUESTION)
})

function refused(query: Record<string, unknown>, reason: string): void {
  assert.throws(() => parsePage(query), new Refusal('invalid_page', { reason }))
}
