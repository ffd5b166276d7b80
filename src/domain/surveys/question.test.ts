import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type Json, type JsonObject, parseJson } from '../values/json.ts'
import { encodeQuestions, parseQuestions, readQuestions } from './question.ts'
import { alreadyStored } from './question-amounts.ts'

const choice = (text: Json, options: Json, more: JsonObject = {}) => ({
  type: 'multiple_choice',
  text,
  options,
  ...more,
})
const rating = (text: Json, more: JsonObject = {}) => ({ type: 'rating', text, ...more })
const when = (...conditions: Json[]) => ({ requirement: { mode: 'conditional', when: { op: 'all', conditions } } })

/** The form in which a list sent as this text is stored and returned. */
const kept = (text: string) => encodeQuestions(parseQuestions(parseJson(text)))

describe('a list of questions [questions-min-one]', () => {
  for (const input of [undefined, null, 0, true, '', 'x', {}, { length: 1 }, [], parseJson('1e400')]) {
    test(`${JSON.stringify(input)} is not a list of questions`, () => {
      assert.throws(() => parseQuestions(input), { kind: 'invalid', message: /\bquestions\b/ })
    })
  }
})

test('a list has at most 1,000 questions [questions-max]', () => {
  const list = Array.from({ length: 1_000 }, (_, index) => rating(`Question ${index}`))
  assert.equal(parseQuestions(list).length, 1_000)
  assert.throws(() => parseQuestions([...list, rating('One more')]), {
    kind: 'invalid',
    message: 'a survey can have at most 1,000 questions',
  })
})

describe('an invalid question is refused with a reason that names its position [error-names-question]', () => {
  const refused: [clause: string, questions: readonly Json[]][] = [
    ['question-type-required', [null, 0, true, '', 'rating', [], [rating('R')], parseJson('1e400')]],
    ['question-type-required', [{}, { text: 'R' }, parseJson('{"__proto__":{"type":"rating","text":"R"}}')]],
    [
      'question-type-required',
      [null, 0, '', 'Rating', 'rating ', 'choice', 'toString', ['rating']].map(type => ({ type, text: 'R' })),
    ],
    ['question-text-required', [{ type: 'rating' }, { type: 'free_text', title: 'F' }]],
    ['question-text-not-blank', [null, 0, true, [], ['R'], {}, '', ' ', '\t\n\u3000'].map(text => rating(text))],
    ['text-nul-refused', [rating('a\u0000'), choice('A\u0000', ['a']), choice('A', ['a', 'b\u0000'])]],
    [
      'options-non-empty-strings',
      ['', null, 0, true, [], {}].flatMap(option => [choice('A', [option]), choice('A', ['a', option])]),
    ],
    ['options-distinct', [choice('A', ['a', 'a']), choice('A', ['a', 'b', 'c', 'a'])]],
    [
      'options-distinct, text-surrogate-replaced',
      [choice('A', ['\ud800', '\udc00']), choice('A', ['\ufffd', '\ud800'])],
    ],
    [
      'moderated-boolean',
      [null, 0, 1, 'true', [], {}].map(moderated => ({ type: 'upvoted_question', text: 'U', moderated })),
    ],
    ['requirement-is-object', [null, 0, 'optional', []].map(requirement => rating('R', { requirement }))],
    ['board-requirement-no-effect', [{ type: 'upvoted_question', text: 'U', requirement: { mode: 'never' } }]],
    [
      'board-requirement-no-effect',
      [{ type: 'upvoted_question', text: 'U', ...when({ questionIndex: 1, values: ['a'] }) }],
    ],
    ['condition-names-earlier-question', [rating('R', when({ questionIndex: 1, values: ['a'] }))]],
    ['condition-names-earlier-question', [choice('A', ['a'], when({ questionIndex: 1, values: ['a'] }))]],
    ['condition-names-choice', [rating('R', when({ questionIndex: 2, values: ['a'] }))]],
    ['condition-values-are-options', [rating('R', when({ questionIndex: 0, values: ['b'] }))]],
  ]
  /** The question is the second of three. */
  for (const [clause, questions] of refused) {
    for (const question of questions) {
      test(`${JSON.stringify(question)} [${clause}]`, () => {
        const list = [choice('First', ['a']), question, rating('Third')]
        assert.throws(() => parseQuestions(list), { kind: 'invalid', message: /^question 2\b./ })
      })
    }
  }

  const withoutOptions: JsonObject[] = [
    { type: 'multiple_choice', text: 'A' },
    ...[[], null, 0, 'a', {}, { 0: 'a', length: 1 }].map(options => choice('A', options)),
  ]
  for (const question of withoutOptions) {
    test(`with the contract’s own text: ${JSON.stringify(question)} [error-options-required]`, () => {
      const message = 'multiple_choice questions must have at least one option'
      assert.throws(() => parseQuestions([rating('R'), question]), { kind: 'invalid', message })
    })
  }
})

describe('a valid question is accepted', () => {
  const accepted: [clause: string, question: JsonObject][] = [
    ...['free_text', 'rating', 'upvoted_question'].map((type): [string, JsonObject] => [
      'four-question-types',
      { type, text: 'Q' },
    ]),
    ['four-question-types', choice('A', ['a'])],
    ['question-text-not-blank', rating(' R\n')],
    ['options-non-empty-strings', choice('A', [' ', 'a', 'a ', 'A', '0', '__proto__', 'constructor'])],

    ['options-may-be-blank', choice('A', ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u3164', ' ', '\u0301'])],
    ['options-ignored-elsewhere', rating('R', { options: ['', '', 0, '\u0000'] })],
    ['options-ignored-elsewhere', { type: 'free_text', text: 'F', options: null }],
    ['moderated-boolean', { type: 'upvoted_question', text: 'U', moderated: true }],
    ['moderated-boolean', { type: 'upvoted_question', text: 'U', moderated: false }],
    ['moderated-boolean', rating('R', { moderated: 'often' })],
    ['rating-scale-fixed', rating('R', { min: 0, max: 5, scale: { from: 1, to: 7 } })],
    ['optional-ignores-when', rating('R', { requirement: { mode: 'optional', when: 5 } })],
    [
      'board-requirement-no-effect',
      { type: 'upvoted_question', text: 'U', ...when({ questionIndex: 0, values: ['a'] }) },
    ],
    ['uninterpreted-text-kept', rating('R', { note: 'a\u0000b\ud800', '\ud800\u0000': 1 })],
  ]
  for (const [clause, question] of accepted) {
    test(`and stored as sent: ${JSON.stringify(question)} [${clause}]`, () => {
      const list = [choice('First', ['a']), question]
      assert.deepEqual(JSON.parse(encodeQuestions(parseQuestions(list)))[1], { ...question, index: 1 })
    })
  }

  test('options of other types have no effect [options-ignored-elsewhere]', () => {
    const [read] = parseQuestions([rating('R', { options: ['a'] })])
    assert.deepEqual(read?.options, new Map())
  })

  test('lone surrogates in its text, options and conditions become U+FFFD [text-surrogate-replaced]', () => {
    const list = [choice('A\ud800', ['a', '\udc00b']), rating('R', when({ questionIndex: 0, values: ['\udc00b'] }))]
    const expected = [choice('A\ufffd', ['a', '\ufffdb']), rating('R', when({ questionIndex: 0, values: ['\ufffdb'] }))]
    const indexed = expected.map((question, index) => ({ ...question, index }))
    assert.deepEqual(JSON.parse(encodeQuestions(parseQuestions(list))), indexed)
  })

  test('1,000 options', () => {
    const options = Array.from({ length: 1_000 }, (_, at) => `option ${at}`)
    const [read] = parseQuestions([choice('A', options)])
    assert.deepEqual(
      [...(read?.options ?? [])],
      [...options.entries()].map(([at, option]) => [option, at]),
    )
  })
})

describe('a list is serialized as sent [unknown-properties-kept, unknown-properties-any-depth]', () => {
  const rows: [clause: string, sent: string, written: string][] = [
    [
      'question-index-assigned',
      '[{"type":"rating","text":"R"},{"text":"F","type":"free_text"}]',
      '[{"type":"rating","text":"R","index":0},{"text":"F","type":"free_text","index":1}]',
    ],
    ...['5', '-1', 'null', '"0"', '{"a":1}', '1e400'].map((index): [string, string, string] => [
      'create-ignores-index',
      `[{"index":${index},"type":"rating","text":"R"}]`,
      '[{"index":0,"type":"rating","text":"R"}]',
    ]),
    [
      'numbers-keep-digits',
      '[{"type":"rating","text":"R","max":12345678901234567890,"a":[{"b":0.10000000000000001}]}]',
      '[{"type":"rating","text":"R","max":12345678901234567890,"a":[{"b":0.10000000000000001}],"index":0}]',
    ],
    [
      'object-internal-names-kept',
      '[{"type":"rating","text":"R","__proto__":{"text":"X","requirement":{"mode":"optional"}},"constructor":1}]',
      '[{"type":"rating","text":"R","__proto__":{"text":"X","requirement":{"mode":"optional"}},"constructor":1,"index":0}]',
    ],
  ]
  for (const [clause, sent, written] of rows) test(`${sent} [${clause}]`, () => assert.equal(kept(sent), written))

  test('a member named __proto__ does not affect the question [object-internal-names-kept]', () => {
    const text = '[{"type":"rating","text":"R","__proto__":{"requirement":{"mode":"optional"},"options":["a"]}}]'
    const [read] = parseQuestions(parseJson(text))
    assert.deepEqual([read?.requirement, read?.options], ['always', new Map()])
  })

  test('any unknown properties, in a question, its requirement, its group and its conditions', () => {
    const named = fc.jsonValue({ maxDepth: 3 }).map(value => ({ unknown: value }))
    fc.assert(
      fc.property(named, named, named, named, (question, requirement, group, condition) => {
        const conditions = [{ questionIndex: 0, ...condition, values: ['a'] }]
        const conditional = { ...requirement, mode: 'conditional', when: { ...group, op: 'any', conditions } }
        const list = [choice('A', ['a']), { ...question, type: 'rating', text: 'R', requirement: conditional }]
        const text = JSON.stringify(list)
        const expected = JSON.parse(text).map((sent: object, index: number) => ({ ...sent, index }))
        assert.deepEqual(JSON.parse(kept(text)), expected)
      }),
      { numRuns: 200 },
    )
  })

  test('and serializing is stable: the text parses to the same list', () => {
    const list = [
      { index: 7, ...choice('A\ud800', ['a', 'b\ud800'], { n: parseJson('1e400') }) },
      rating('R', when({ questionIndex: 0, values: ['b\ud800'], extra: null })),
    ]
    const written = encodeQuestions(parseQuestions(list))
    assert.equal(encodeQuestions(alreadyStored(readQuestions(written))), written)
    assert.deepEqual(
      readQuestions(written).map(({ source: _, ...read }) => read),
      parseQuestions(list).map(({ source: _, ...read }) => read),
    )
  })
})
