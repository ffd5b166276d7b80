import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from './json.ts'
import { parseQuestionList } from './question.ts'
import { responsesAtOnce } from './responses-at-once.ts'

const rating = { type: 'rating', text: 'How good?' }
const text = { type: 'free_text', text: 'Why?' }
const choiceOf = (...options: string[]) => ({ type: 'multiple_choice', text: 'Coming?', options })

const ROWS: [what: string, questions: JsonObject[], responses: number][] = [
  ['short answers are read as many as wanted', [rating, choiceOf('Yes', 'No')], 2_000],
  ['of a text as long as it can be 4 million characters', [rating, text], 400],
  ['of several texts as few as can have so many', Array(10).fill(text), 40],
  ['no response is longer than a body', Array(1_000).fill(text), 4],
  [
    'options of an old survey can be long, too, and one of them is chosen',
    [choiceOf('x'.repeat(500_000), 'y'.repeat(400_000))],
    8,
  ],
]

for (const [what, questions, responses] of ROWS)
  test(`[read-full-streams] ${what}`, () =>
    assert.equal(responsesAtOnce(parseQuestionList(questions), 2_000), responses))
