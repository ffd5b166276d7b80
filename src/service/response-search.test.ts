import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCH_MS } from '../domain/limits.ts'
import type { SequencedResponse } from '../store/stored-response.ts'
import { readResponsePage } from './response-search.ts'

const STORED = Array.from({ length: 20 }, (_, at): SequencedResponse => {
  return { sequence: at + 1, id: `${at}`, submittedAt: '', answers: '["hay"]' }
})
const read = async (after: number, size: number) => STORED.slice(after, after + size)

test('[dashboard-search-bounded] a search stops when its time is up, and the next page begins where it stopped', async () => {
  let now = 0
  const matches = () => {
    now += SEARCH_MS / 4
    return false
  }
  const search = (after: number) =>
    readResponsePage(read, { after, limit: 100, order: 'oldest', search: undefined }, { clock: () => now, matches })
  assert.deepEqual(await search(0), { responses: [], next: 4 })
  assert.deepEqual(await search(4), { responses: [], next: 8 })
  assert.deepEqual(await search(16), { responses: [], next: null })
})
