import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseQuestionList } from '../surveys/question.ts'
import type { JsonObject } from '../values/json.ts'
import { responsesAtOnce } from './responses-at-once.ts'

const rating = { type: 'rating', text: 'How good?' }
const text = { type: 'free_text', text: 'Why?' }
const choiceOf = (...options: string[]) => ({ type: 'multiple_choice', text: 'Coming?', options })

const ROWS: [what: string, questions: JsonObject[], responses: number][] = [
  ['short answers: as many as requested', [rating, choiceOf('Yes', 'No')], 2_000],
  ['a free text of maximum length: 4 million characters', [rating, text], 400],
  ['several free texts: as few as may have that many characters', Array(10).fill(text), 40],
  ['no response is longer than a request body', Array(1_000).fill(text), 4],
  [
    'options of an old survey can be long, and one of them is chosen',
    [choiceOf('x'.repeat(500_000), 'y'.repeat(400_000))],
    8,
  ],
]

for (const [what, questions, responses] of ROWS)
  test(`${what} [read-full-streams]`, () =>
    assert.equal(responsesAtOnce(parseQuestionList(questions), 2_000), responses))
