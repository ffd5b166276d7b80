import assert from 'node:assert/strict'
import { test } from 'node:test'
import { search } from '../../web/docs/search.ts'

const entry = (title: string, text: string, page = 'Guide') => ({ path: `/docs/x#${title}`, title, page, text })
const INDEX = [
  entry('Send a key', 'A key makes retries safe. See slug_taken.'),
  entry('slug_taken', 'Choose other words.', 'Errors'),
  entry('Create a survey', `${'Many words come first. '.repeat(20)}The slug is the link.`),
  entry('Über uns', 'Nothing of interest'),
]
const titles = (query: string) => search(INDEX, query).map(({ entry: { title } }) => title)

test('every word of a query must begin a word, and titles come before texts', () => {
  assert.deepEqual(titles('slug'), ['slug_taken', 'Send a key', 'Create a survey'])
  assert.deepEqual(titles('SLUG link'), ['Create a survey'])
  assert.deepEqual(titles('taken'), ['slug_taken', 'Send a key'])
  assert.deepEqual(titles('errors words'), ['slug_taken'])
  assert.deepEqual(titles('üb'), ['Über uns'])
  assert.deepEqual(titles('lug'), [])
  assert.deepEqual(titles('slug nowhere'), [])
})

test('a query without words finds nothing, and special characters of regular expressions are literal', () => {
  for (const query of ['', '   ', '.*', '(', '\\']) assert.deepEqual(titles(query), [], query)
})

test('an excerpt contains the word found', () => {
  const [, , match] = search(INDEX, 'slug')
  assert.match(match?.excerpt ?? '', /^… .*The slug is the link\.$/)
})
