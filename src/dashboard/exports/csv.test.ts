import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_EDITS } from '../../domain/results/edit-history/edit-history.ts'
import { NO_GROUPS } from '../../domain/surveys/groups/question-group.ts'
import { encodeQuestions, parseQuestions } from '../../domain/surveys/question.ts'
import type { Survey } from '../../service/surveys/surveys.ts'
import { csv } from './csv.ts'

const QUESTIONS = encodeQuestions(parseQuestions([{ type: 'free_text', text: 'Why?' }]))
const RESPONSE = { sequence: 1, id: 'i', submittedAt: '2026-06-01T12:00:00.000Z', answers: '["x"]' }

test('a page of responses is read only after the previous one was consumed [export-streams]', async () => {
  let read = 0
  async function* pages() {
    for (; read < 1_000; read++) yield [RESPONSE]
  }
  let taken = 0
  const survey = { questions: QUESTIONS, groups: NO_GROUPS, editHistory: NO_EDITS } as Survey
  for await (const text of csv(survey, pages(), { reader: 'program', withMark: false })) {
    assert.ok(read <= taken, `${read} pages were read when ${taken} texts had been taken`)
    taken++
    assert.ok(text.length < 1_000)
  }
  assert.equal(taken, 1_001)
})
