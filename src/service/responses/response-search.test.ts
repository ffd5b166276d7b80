import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCH_MS } from '../../domain/responses/limits.ts'
import { encodeQuestions, parseQuestions } from '../../domain/surveys/question.ts'
import type { SequencedResponse } from '../../store/responses/stored-response.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { Context } from '../context.ts'
import { type ResponseReader, readResponsePage, responseReader, responsesAfter } from './response-search.ts'

const STORED = Array.from({ length: 20 }, (_, at): SequencedResponse => {
  return { sequence: at + 1, id: `${at}`, submittedAt: '', answers: '["hay"]' }
})
const reader: ResponseReader = { after: async (after, size) => STORED.slice(after, after + size), most: 50 }

test('a search stops when its time is up, and the next page continues from there [dashboard-search-bounded]', async () => {
  let now = 0
  const matches = () => {
    now += SEARCH_MS / 4
    return false
  }
  const search = (after: number) =>
    readResponsePage(reader, { after, limit: 100, order: 'oldest', search: undefined }, { clock: () => now, matches })
  assert.deepEqual(await search(0), { responses: [], next: 4, reached: 4 })
  assert.deepEqual(await search(4), { responses: [], next: 8, reached: 8 })
  assert.deepEqual(await search(16), { responses: [], next: null, reached: 20 })
})

test('responses are read in small batches if answers can be long, however short the first ones are [dashboard-search-bounded]', async () => {
  const questions = encodeQuestions(parseQuestions(Array(100).fill({ type: 'free_text', text: 'Why?' })))
  const { most } = responseReader({ store: {} } as Context, { questions } as Survey, 'oldest')
  const sizes: number[] = []
  const after: ResponseReader['after'] = (sequence, size) => {
    sizes.push(size)
    return reader.after(sequence, size)
  }
  const read = await Array.fromAsync(responsesAfter({ after, most }, 0))
  assert.equal(read.length, STORED.length)
  // One more than is returned shows whether any follow.
  assert.deepEqual(sizes, [5, 5, 5, 5, 5])
})
