import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newApi } from '../api/fixtures.ts'
import { startService } from '../harness.ts'
import { get } from './page.ts'

const service = await startService()
after(() => service.close())
const api = await newApi(service)

const CANARY = 'canary-2c9d'
const QUESTIONS = [
  { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'], moderated: CANARY, note: CANARY },
  {
    type: 'free_text',
    text: 'Why not?',
    options: [CANARY],
    requirement: {
      mode: 'conditional',
      note: CANARY,
      when: { op: 'all', note: CANARY, conditions: [{ questionIndex: 0, values: ['No'], note: CANARY }] },
    },
  },
  {
    type: 'rating',
    text: 'How was it?',
    range: [0, { deep: CANARY }],
    requirement: { mode: 'optional', when: CANARY },
  },
  { type: 'upvoted_question', text: 'Your questions', moderated: true, [CANARY]: 1, requirement: { mode: 'optional' } },
]
const indexed = (questions: readonly object[]) => questions.map((question, index) => ({ ...question, index }))

test('respondents see only known properties of a question; the caller gets everything back [respondent-question-properties, unknown-properties-kept]', async () => {
  const { id } = await api.create(QUESTIONS)
  const { questions } = JSON.parse((await get(service, `/s/${id}`, 'application/json')).text)
  assert.deepEqual(
    questions,
    indexed([
      { type: 'multiple_choice', text: 'Coming?', options: ['Yes', 'No'] },
      {
        type: 'free_text',
        text: 'Why not?',
        requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex: 0, values: ['No'] }] } },
      },
      { type: 'rating', text: 'How was it?', requirement: { mode: 'optional' } },
      { type: 'upvoted_question', text: 'Your questions', requirement: { mode: 'optional' }, moderated: true },
    ]),
  )
  for (const accept of ['text/html', 'application/json'])
    assert.ok(!(await get(service, `/s/${id}`, accept)).text.includes(CANARY), accept)
  assert.deepEqual((await api.read(id)).questions, indexed(QUESTIONS))
})
