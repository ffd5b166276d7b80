import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, call, startService } from '../harness.ts'
import {
  board,
  bodyOf,
  choice,
  freeText,
  kept,
  newApi,
  optional,
  rating,
  requiredWhen,
  submit,
  TIME,
  UUID_V4,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const LONGEST = 'x'.repeat(10_000)
const picky = [choice('Coming?', ['Yes', 'No ']), rating(), freeText(), board()]
const relaxed = [
  choice('Coming?', ['Yes', 'No '], optional),
  rating('How good?', optional),
  freeText('Why?', optional),
  board(),
]

const surveyOf = async (questions: object[]) => (await (await newApi(service)).create(questions)).id

/** The refusal of these answers, with exactly these questions. */
function assertInvalidAnswers(answer: Answer, places: number[]): void {
  type Faults = { error: string; code: string; questions: { index: number; error: string }[] }
  const { error, code, questions, ...rest } = bodyOf<Faults>(answer, 400)
  assert.deepEqual({ code, rest }, { code: 'invalid_answers', rest: {} })
  assert.match(error, /\S/)
  assert.deepEqual(
    questions.map(({ index }) => index),
    places,
  )
  for (const { index, error: reason, ...more } of questions) {
    assert.deepEqual(more, {})
    assert.match(reason, /\S/, String(index))
  }
}

/** Answers that are kept, and the form in which they are stored. */
const taken: [clause: string, what: string, sent: unknown[], row: unknown[]][] = [
  ['[answer-choice]', 'all of them', ['Yes', 1, 'text', null], ['Yes', 1, 'text', null]],
  ['[answer-choice]', 'an option with a blank at its end', ['No ', 10, 'x'], ['No ', 10, 'x', null]],
  ['[answers-short-array]', 'the board left off', ['Yes', 7, 'x'], ['Yes', 7, 'x', null]],
  ['[answer-free-text]', 'blanks around a text', ['Yes', 7, ' x\n'], ['Yes', 7, ' x\n', null]],
  ['[answer-free-text]', '10,000 characters', ['Yes', 7, LONGEST], ['Yes', 7, LONGEST, null]],
  [
    '[answer-free-text, lengths-in-code-points]',
    '10,000 emoji',
    ['Yes', 7, '😀'.repeat(10_000)],
    ['Yes', 7, '😀'.repeat(10_000), null],
  ],
  ['[answer-free-text]', 'markup and numbers', ['Yes', 7, '<b>&amp;"1e400'], ['Yes', 7, '<b>&amp;"1e400', null]],
  ['[text-surrogate-replaced]', 'lone surrogates', ['Yes', 7, 'a\ud800b\udc00'], ['Yes', 7, 'a\ufffdb\ufffd', null]],
]
const relaxedlyTaken: typeof taken = [
  ['[answers-all-null]', 'nothing', [], [null, null, null, null]],
  ['[answers-all-null]', 'nulls', [null, null, null, null], [null, null, null, null]],
  ['[answers-short-array]', 'the first only', ['Yes'], ['Yes', null, null, null]],
  ['[answer-blank-is-none]', 'a blank text', [null, null, ' \t\n\u3000'], [null, null, null, null]],
  ['[invisible-is-blank]', 'invisible characters', [null, null, '\u200b \u3164\u2800'], [null, null, null, null]],
  ['[answer-blank-is-none]', 'an empty text', ['Yes', null, ''], ['Yes', null, null, null]],
]
for (const [questions, rows] of [
  [picky, taken],
  [relaxed, relaxedlyTaken],
] as const) {
  for (const [clause, what, sent, answers] of rows) {
    test(`kept, answered and read back as one row: ${what} ${clause} [submission-receipt, response-is-anonymous, response-fields]`, async () => {
      const api = await newApi(service)
      const { id } = await api.create(questions)
      const answer = await submit(service, id, sent)
      const row = bodyOf<{ id: string; submitted_at: string }>(answer, 201)
      assert.match(row.id, UUID_V4)
      assert.match(row.submitted_at, TIME)
      const submitted_at = new Date(service.clock.now()).toISOString()
      assert.deepEqual(row, { id: row.id, submitted_at, answers })
      const { responses, response_count } = await api.read(id)
      assert.deepEqual({ responses, response_count }, { responses: [row], response_count: 1 })
    })
  }
}

/** Answers that are refused, and the questions at fault. */
const refused: [clause: string, what: string, sent: unknown[], places: number[]][] = [
  ...['', 'yes', 'Yes ', 'No', 'Maybe', '0', 0, 5, true, [], {}, ['Yes']].map((value): (typeof refused)[number] => [
    '[answer-choice]',
    `choice ${JSON.stringify(value)}`,
    [value, 5, 'x'],
    [0],
  ]),
  ...[0, 11, -1, 5.5, '5', '', true, [], {}, [5]].map((value): (typeof refused)[number] => [
    '[answer-rating]',
    `rating ${JSON.stringify(value)}`,
    ['Yes', value, 'x'],
    [1],
  ]),
  ...[5, true, [], {}, ['x'], `${LONGEST}x`, 'a\u0000b'].map((value): (typeof refused)[number] => [
    '[answer-free-text, text-nul-refused]',
    `text ${JSON.stringify(value).slice(0, 12)}`,
    ['Yes', 5, value],
    [2],
  ]),
  ...[0, 'x', false, [], {}].map((value): (typeof refused)[number] => [
    '[answer-board-null, board-collects-no-answer]',
    `board ${JSON.stringify(value)}`,
    ['Yes', 5, 'x', value],
    [3],
  ]),
  ['[answer-required-missing, required-by-default]', 'nothing', [], [0, 1, 2]],
  ['[answer-required-missing]', 'nulls', [null, null, null, null], [0, 1, 2]],
  ['[answer-required-missing]', 'the end left off', ['Yes'], [1, 2]],
  ['[answer-blank-is-none, answer-required-missing]', 'a blank text', ['Yes', 5, ' \n'], [2]],
  ['[submission-invalid-answers]', 'all of them', ['Maybe', 11, 5, 'x'], [0, 1, 2, 3]],
  ['[submission-invalid-answers]', 'first and last', [true, 5, 'x', 'x'], [0, 3]],
]
for (const [clause, what, sent, places] of refused) {
  test(`refused at ${places}: ${what} ${clause} [submission-invalid-answers]`, async () => {
    const api = await newApi(service)
    const { id } = await api.create(picky)
    assertInvalidAnswers(await submit(service, id, sent), places)
    assert.deepEqual([(await api.read(id)).response_count, (await api.read(id)).responses], [0, []])
  })
}

for (const number of ['1e400', '-1e400', '12345678901234567890']) {
  test(`${number} is not a rating [answer-rating]`, async () => {
    const id = await surveyOf([rating()])
    const body = `{"answers":[${number}]}`
    assertInvalidAnswers(await call(service, 'POST', `/s/${id}/responses`, { body }), [0])
  })
}

test('an answer to a choice with a NUL is refused [text-nul-refused]', async () => {
  assertInvalidAnswers(await submit(service, await surveyOf([choice()]), ['Yes\u0000']), [0])
})

const wholly: [clause: string, what: string, body: string][] = [
  ['[submission-answers-not-array]', 'no answers', '{}'],
  ...['null', '"x"', '5', 'true', '{}', '{"0":"Yes","length":1}'].map((value): [string, string, string] => [
    '[submission-answers-not-array]',
    `answers ${value}`,
    `{"answers":${value}}`,
  ]),
  ...['[]', '[["Yes"]]', 'null', '"x"', '5', 'true'].map((body): [string, string, string] => [
    '[body-non-object-required, submission-answers-not-array]',
    `the body ${body}`,
    body,
  ]),
  ['[answers-long-array, submission-answers-not-array]', 'one more', '{"answers":["Yes","No"]}'],
  ['[answers-long-array, submission-answers-not-array]', 'a null more', '{"answers":["Yes",null]}'],
]
for (const [clause, what, body] of wholly) {
  test(`refused without naming a question: ${what} ${clause}`, async () => {
    const id = await surveyOf([choice()])
    const answer = await call(service, 'POST', `/s/${id}/responses`, { body })
    const { error, ...rest } = bodyOf<{ error: string }>(answer, 400)
    assert.match(error, /\S/)
    assert.deepEqual(rest, { code: 'invalid_answers' })
  })
}

test('a rating is 1 to 10, even if the question names another range [rating-scale-fixed]', async () => {
  const id = await surveyOf([rating('How good?', { min: 0, max: 100, scale: 5 })])
  await kept(service, id, [10])
  assertInvalidAnswers(await submit(service, id, [11]), [0])
  assertInvalidAnswers(await submit(service, id, [0]), [0])
})

const A = choice('A', ['a', 'b', 'c'], optional)
const B = choice('B', ['x', 'y'], optional)
/** The answers to A and B that make a third question required. */
const rules: [clause: string, rule: object, requires: unknown[][], leaves: unknown[][]][] = [
  [
    '[conditional-required-on-match]',
    requiredWhen('all', [0, 'a']),
    [['a', null]],
    [
      ['b', null],
      [null, 'x'],
    ],
  ],
  [
    '[conditional-required-on-match]',
    requiredWhen('any', [0, 'a', 'c']),
    [
      ['a', null],
      ['c', 'x'],
    ],
    [['b', null]],
  ],
  [
    '[group-op-all]',
    requiredWhen('all', [0, 'a'], [1, 'x']),
    [['a', 'x']],
    [
      ['a', 'y'],
      ['b', 'x'],
      [null, null],
    ],
  ],
  [
    '[group-op-any]',
    requiredWhen('any', [0, 'a'], [1, 'x']),
    [
      ['a', 'y'],
      ['b', 'x'],
      ['a', 'x'],
    ],
    [['b', 'y']],
  ],
  [
    '[unanswered-trigger-no-match, group-op-all]',
    requiredWhen('all', [0, 'a'], [1, 'x']),
    [],
    [
      ['a', null],
      [null, 'x'],
    ],
  ],
  [
    '[unanswered-trigger-no-match, group-op-any]',
    requiredWhen('any', [0, 'a'], [1, 'x']),
    [[null, 'x']],
    [[null, null]],
  ],
  [
    '[group-op-all]',
    requiredWhen('all', [0, 'a'], [0, 'b']),
    [],
    [
      ['a', null],
      ['b', null],
    ],
  ],
]
for (const [clause, rule, requires, leaves] of rules) {
  test(`${JSON.stringify(rule)} ${clause} [conditional-always-shown]`, async () => {
    const id = await surveyOf([A, B, freeText('Why?', rule)])
    for (const answers of requires) {
      assertInvalidAnswers(await submit(service, id, answers), [2])
      assertInvalidAnswers(await submit(service, id, [...answers, ' ']), [2])
      await kept(service, id, [...answers, 'because'])
    }
    for (const answers of leaves) {
      await kept(service, id, answers)
      assert.equal((await kept(service, id, [...answers, 'all the same'])).answers[2], 'all the same')
    }
  })
}

test('no requirement makes a board required [board-requirement-no-effect, board-collects-no-answer]', async () => {
  const id = await surveyOf([choice(), board('Ask', requiredWhen('all', [0, 'Yes']))])
  assert.deepEqual((await kept(service, id, ['Yes'])).answers, ['Yes', null])
})
