import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseQuestions } from '../surveys/question.ts'
import type { Answer } from '../values/answer.ts'
import { type Json, type JsonObject, parseJson } from '../values/json.ts'
import { parseAnswers, parseOneAnswer, withoutTrailingBlanks } from './submission.ts'

const optional = { requirement: { mode: 'optional' } }
const ifYes = {
  requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex: 0, values: ['Yes'] }] } },
}
const choice = (more: JsonObject = {}) => ({
  type: 'multiple_choice',
  text: 'Coming?',
  options: ['Yes', 'No ', ' ', '\ufffd', 'toString'],
  ...more,
})
const rating = (more: JsonObject = {}) => ({ type: 'rating', text: 'How good?', ...more })
const text = (more: JsonObject = {}) => ({ type: 'free_text', text: 'Why?', ...more })
const board = (more: JsonObject = {}) => ({ type: 'upvoted_question', text: 'Ask', ...more })

const LONGEST = 'x'.repeat(10_000)

const read = (questions: readonly JsonObject[], input: Json) => parseAnswers(parseQuestions(questions), input)
const places = (questions: readonly JsonObject[], input: Json) =>
  read(questions, input).errors.map(({ index }) => index)

describe('a valid answer is stored as', () => {
  const taken: [clause: string, question: JsonObject, sent: Json, kept: Answer][] = [
    ...['Yes', 'No ', ' ', 'toString'].map((option): [string, JsonObject, Json, Answer] => [
      'answer-choice',
      choice(),
      option,
      option,
    ]),
    ['answer-choice, text-surrogate-replaced', choice(), '\ud800', '\ufffd'],
    ...[1, 5, 10].map((point): [string, JsonObject, Json, Answer] => ['answer-rating', rating(), point, point]),
    ['answer-rating, rating-scale-fixed', rating({ min: 1, max: 3 }), 10, 10],
    ['answer-rating', rating(), parseJson('7.0'), 7],
    ['answer-free-text', text(), 'x', 'x'],
    ['answer-free-text', text(), ' x\n', ' x\n'],
    ['answer-free-text', text(), '0', '0'],
    ['answer-free-text', text(), LONGEST, LONGEST],
    ['answer-free-text, lengths-in-code-points', text(), '😀'.repeat(10_000), '😀'.repeat(10_000)],
    ['answer-free-text', text({ options: ['a'] }), 'b', 'b'],
    ['text-surrogate-replaced', text(), 'a\ud800b\udc00', 'a\ufffdb\ufffd'],
    ...['', ' ', '\t\n\u3000', ' '.repeat(10_001)].map((blank): [string, JsonObject, Json, Answer] => [
      'answer-blank-is-none',
      text(optional),
      blank,
      null,
    ]),
    ['answers-all-null', choice(optional), null, null],
    ['answer-board-null', board(), null, null],
    ['answer-board-null, board-requirement-no-effect', board({ requirement: { mode: 'optional' } }), null, null],
  ]
  for (const [clause, question, sent, kept] of taken) {
    test(`${question.type} ${JSON.stringify(sent)?.slice(0, 20)} [${clause}]`, () => {
      assert.deepEqual(read([question], [sent]), { answers: [kept], errors: [], wellFormed: true })
    })
  }
})

describe('an invalid answer is reported with its index and a reason [submission-invalid-answers]', () => {
  const refused: [clause: string, question: JsonObject, answers: readonly Json[]][] = [
    [
      'answer-choice',
      choice(),
      ['yes', 'Yes ', 'No', 'Maybe', '0', '  ', 0, 1, true, {}, [], ['Yes'], parseJson('1e400')],
    ],
    ['answer-choice, text-nul-refused', choice(), ['Yes\u0000', '\u0000']],
    ['answer-rating', rating(), [0, 11, -1, 5.5, 1e300, true, '5', {}, [], [5]]],
    ['answer-rating', rating(), ['1e400', '5.0000000000000000001'].map(parseJson)],
    ['rating-scale-fixed', rating({ min: 0, max: 20 }), [0, 11, 20]],
    ['answer-free-text', text(), [0, 5, true, {}, [], ['x'], parseJson('1e400')]],
    ['answer-free-text, lengths-in-code-points', text(), [`${LONGEST}x`, '😀'.repeat(10_001)]],
    ['text-nul-refused', text(), ['a\u0000b', '\u0000']],
    ['answer-board-null, board-collects-no-answer', board(), ['x', 5, true, {}, []]],
  ]
  for (const [clause, question, answers] of refused) {
    for (const answer of answers) {
      test(`${question.type} ${JSON.stringify(answer)?.slice(0, 20)} [${clause}]`, () => {
        const { errors, wellFormed } = read([rating(optional), question, text(optional)], [null, answer])
        assert.deepEqual([errors.map(({ index }) => index), wellFormed], [[1], false])
        assert.match(errors[0]?.error ?? '', /\S/)
      })
    }
  }
})

describe('a required answer is missing [answer-required-missing]', () => {
  const rows: [clause: string, questions: JsonObject[], sent: Json[], missing: number[]][] = [
    ['required-by-default', [choice(), rating(), text(), board()], [], [0, 1, 2]],
    ['answers-short-array', [choice(), rating(), text(), board()], ['Yes'], [1, 2]],
    ['answer-blank-is-none', [text(), rating()], [' \n', 5], [0]],
    ['answers-all-null', [choice(optional), rating(optional), text(optional), board()], [], []],
    ['conditional-required-on-match', [choice(), text(ifYes)], ['Yes'], [1]],
    ['conditional-required-on-match', [choice(), text(ifYes)], ['Yes', ' '], [1]],
    ['conditional-required-on-match', [choice(), text(ifYes)], ['No '], []],
    ['conditional-always-shown', [choice(), text(ifYes)], ['No ', 'x'], []],
    ['unanswered-trigger-no-match', [choice(optional), text(ifYes)], [], []],
    ['board-requirement-no-effect', [choice(), board(ifYes)], ['Yes'], []],
  ]
  for (const [clause, questions, sent, missing] of rows) {
    test(`${JSON.stringify(sent)} lacks answers to ${JSON.stringify(missing)} [${clause}]`, () => {
      const { errors, wellFormed } = read(questions, sent)
      assert.deepEqual([errors.map(({ index }) => index), wellFormed], [missing, true])
      for (const { error } of errors) assert.match(error, /\S/)
    })
  }
})

describe('every invalid answer is reported, whatever is wrong with it [submission-invalid-answers]', () => {
  const rows: [what: string, questions: JsonObject[], sent: Json[], errors: number[]][] = [
    ['two wrong', [choice(), rating(), board()], ['Maybe', 11], [0, 1]],
    ['one wrong, one missing', [rating(), text()], [11], [0, 1]],
    ['one missing, one wrong', [text(), rating(), text(optional)], [null, 0], [0, 1]],
    ['one wrong, one missing by a rule that matches', [choice(), text(ifYes), rating()], ['Yes', null, 11], [1, 2]],
    ['a wrong trigger, which matches nothing', [choice(), text(ifYes)], ['Maybe'], [0]],
  ]
  for (const [what, questions, sent, errors] of rows) {
    test(what, () => assert.deepEqual(places(questions, sent), errors))
  }
})

describe('a list of answers is refused as a whole', () => {
  const refused: [clause: string, input: Json | undefined][] = [
    ...[undefined, null, 'x', 5, true, {}, { 0: 'Yes', length: 1 }].map((input): [string, Json | undefined] => [
      'submission-answers-not-array',
      input,
    ]),
    ['answers-long-array', [null, null]],
    ['answers-long-array', ['Yes', null]],
    ['answers-long-array', ['Maybe', 'Yes', 5]],
  ]
  for (const [clause, input] of refused) {
    test(`${JSON.stringify(input)}, without naming a question [${clause}]`, () => {
      assert.throws(
        () => parseAnswers(parseQuestions([choice(optional)]), input),
        (error: { kind?: string; code?: string; details?: object }) => {
          assert.deepEqual([error.kind, error.code], ['invalid', 'invalid_answers'])
          return !Object.hasOwn(error.details ?? {}, 'questions')
        },
      )
    })
  }
})

describe('the answer to one question of a paced survey [paced-one-answer]', () => {
  const questions = parseQuestions([choice(), rating(), text(ifYes), board()])

  test('is stored with null elsewhere, whatever else is required', () => {
    const answers = [null, 7, null, null]
    assert.deepEqual(parseOneAnswer(questions, [null, 7]), { answers, errors: [], wellFormed: true })
    assert.deepEqual(parseOneAnswer(questions, ['Yes']).answers, ['Yes', null, null, null])
  })

  test('is refused by the rules of its question', () => {
    const { errors, wellFormed } = parseOneAnswer(questions, [null, 11])
    assert.deepEqual([errors.map(({ index, name }) => [index, name]), wellFormed], [[[1, 'no_point']], false])
  })

  for (const input of [[], [null, null], ['', null, ' '], ['Yes', 7], ['Yes', 11], ['nobody', 11]])
    test(`cannot be found in ${JSON.stringify(input)}`, () => {
      const message = 'the presenter sets the pace of this survey: send the answer to one question'
      assert.throws(() => parseOneAnswer(questions, input), { message })
    })

  test('nor in what is no list of answers', () => {
    assert.throws(() => parseOneAnswer(questions, 'Yes'), { message: 'answers must be a list' })
    assert.throws(() => parseOneAnswer(questions, [7, null, null, null, null]), /more answers than questions/)
  })
})

describe('answers without their padding [submission-key-stored-answers]', () => {
  const rows: [answers: Answer[], given: Answer[]][] = [
    [[], []],
    [[null, null], []],
    [
      ['a', null, 5],
      ['a', null, 5],
    ],
    [
      [null, 'a', null, null],
      [null, 'a'],
    ],
  ]
  for (const [answers, given] of rows) {
    test(JSON.stringify(answers), () => assert.deepEqual(withoutTrailingBlanks(answers), given))
  }
})

/** A question, what is sent for it, and what is stored: undefined if the answer is wrong. */
interface Place {
  readonly question: JsonObject
  readonly sent: Json
  readonly kept: Answer | undefined
}

test('any answers are padded, kept unchanged and checked against the rules (property) [answers-short-array, answer-required-missing, submission-invalid-answers]', () => {
  const leftOff = (place: Place): Place => ({ ...place, sent: null, kept: null })
  fc.assert(
    fc.property(anyPlaces(), fc.nat({ max: 7 }), (drawn, length) => {
      const places = drawn.map((place, at) => (at < length ? place : leftOff(place)))
      const questions = places.map(({ question }) => question)
      const sent = places.slice(0, length).map(place => place.sent)
      const { answers, errors, wellFormed } = read(questions, sent)
      const expected = places.map(({ kept }) => kept ?? null)
      const wrong = places.flatMap(({ kept }, at) => (kept === undefined ? [at] : []))
      const atFault = new Set([...wrong, ...missing(questions, expected)])
      assert.deepEqual([answers, wellFormed], [expected, wrong.length === 0])
      assert.deepEqual(
        errors.map(({ index }) => index),
        [...atFault].toSorted((one, other) => one - other),
      )
    }),
    { numRuns: 1000 },
  )
})

/** A choice, followed by questions of any kind that may depend on it. */
function anyPlaces(): fc.Arbitrary<Place[]> {
  const rest = fc.tuple(fc.constantFrom(choice, rating, text, board), fc.constantFrom<JsonObject>({}, optional, ifYes))
  return fc
    .tuple(
      fc.constantFrom<JsonObject>({}, optional).chain(more => anyPlace(choice(more))),
      fc.array(
        rest.chain(([make, more]) => anyPlace(make(more))),
        { maxLength: 5 },
      ),
    )
    .map(([first, others]) => [first, ...others])
}

const FITTING: Readonly<Record<string, readonly [Json, Answer][]>> = {
  multiple_choice: ['Yes', 'Yes', 'No ', ' '].map(option => [option, option]),
  rating: [1, 2, 10].map(point => [point, point]),
  free_text: [
    ['Yes', 'Yes'],
    [' x ', ' x '],
    ['', null],
    [' \n', null],
  ],
  upvoted_question: [[null, null]],
}

/** Wrong for a question of any type. */
const WRONG: readonly Json[] = ['Yes\u0000', 0, 11, 5.5, true, {}, []]

function anyPlace(question: JsonObject): fc.Arbitrary<Place> {
  const fitting = fc.constantFrom(...(FITTING[String(question.type)] ?? []))
  return fc.oneof(
    { weight: 5, arbitrary: fitting.map(([sent, kept]) => ({ question, sent, kept })) },
    { weight: 2, arbitrary: fc.constant({ question, sent: null, kept: null }) },
    { weight: 1, arbitrary: fc.constantFrom(...WRONG).map(sent => ({ question, sent, kept: undefined })) },
  )
}

function missing(questions: readonly JsonObject[], answers: readonly Answer[]): number[] {
  return [...questions.keys()].filter(at => {
    const { type, requirement } = questions[at] ?? {}
    if (answers[at] !== null || type === 'upvoted_question') return false
    return requirement === undefined || (requirement === ifYes.requirement && answers[0] === 'Yes')
  })
}
