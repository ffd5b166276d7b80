import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../values/json.ts'
import { editQuestions } from './edit.ts'
import { parseQuestionList, parseQuestions } from './question.ts'

const options = (count: number) => Array.from({ length: count }, (_, at) => `${at}`)
const choice = (list: readonly string[], more: object = {}): Json => ({
  type: 'multiple_choice',
  text: 'Which?',
  options: list,
  ...more,
})
const repeated = (count: number, question: Json): Json[] => Array(count).fill(question)
const rule = (values: readonly string[]) => ({
  requirement: { mode: 'conditional', when: { op: 'any', conditions: [{ questionIndex: 0, values }] } },
})

/** Lists at each limit, and just over it. */
const BOUNDS: readonly [reason: string, most: readonly Json[], more: readonly Json[]][] = [
  ['question 1: a question can have at most 1,000 options', [choice(options(1_000))], [choice(options(1_001))]],
  [
    'a survey can have at most 20,000 options',
    repeated(20, choice(options(1_000))),
    [...repeated(20, choice(options(1_000))), choice(['a'])],
  ],
  [
    'a survey can have at most 20,000 values in its conditions',
    [choice(options(1_000)), ...repeated(20, choice(['a'], rule(options(1_000))))],
    [choice(options(1_000)), ...repeated(20, choice(['a'], rule(options(1_000)))), choice(['a'], rule(['1']))],
  ],
  [
    'the texts and options of a survey can have at most 300,000 characters together',
    repeated(30, { type: 'rating', text: 'x'.repeat(10_000) }),
    [...repeated(30, { type: 'rating', text: 'x'.repeat(10_000) }), { type: 'rating', text: 'x' }],
  ],
]

describe('the size of a list of questions is limited [questions-amounts]', () => {
  for (const [reason, most, more] of BOUNDS) {
    test(reason, () => {
      assert.equal(parseQuestions(most).length, most.length)
      assert.throws(() => parseQuestions(more), { kind: 'invalid', message: reason })
    })

    test(`${reason}; a stored list over the limit is accepted, but cannot grow`, () => {
      const stored = parseQuestionList(more)
      assert.equal(editQuestions(stored, more, new Set()).length, more.length)
      assert.throws(() => editQuestions(parseQuestionList(most), more, new Set()), { message: reason })
    })
  }

  test('a question with too many options is refused before they are read', () => {
    const more: Json = choice([...options(1_000), '0'])
    for (const refused of [
      () => parseQuestions([more]),
      () => editQuestions(parseQuestionList([choice(['a'])]), [more], new Set()),
    ])
      assert.throws(refused, { message: 'question 1: a question can have at most 1,000 options' })
  })
})
