import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Json, type JsonObject, parseJson } from '../values/json.ts'
import { editSentQuestions } from './partly-indexed-edit.ts'
import { encodeQuestions, parseQuestions } from './question.ts'

const CANNOT_FOLLOW = /^cannot follow this reorder: ./
const REMOVED = 'cannot remove a question from a survey that already has responses'
const REORDERED = 'cannot reorder the questions of a survey that already has responses'
const INSERTED =
  'cannot put a new question before an existing one in a survey that already has responses; add it at the end'
const RETYPED = 'cannot change the type of a question in a survey that already has responses'
const OPTION_LOST = 'cannot rename or drop an option in a survey that already has responses'

type Trigger = [questionIndex: number, ...values: string[]]

const choice = (text: string, options: string[], more: JsonObject = {}) => ({
  type: 'multiple_choice',
  text,
  options,
  ...more,
})
const rating = (text: string, more: JsonObject = {}) => ({ type: 'rating', text, ...more })
const board = (text: string, more: JsonObject = {}) => ({ type: 'upvoted_question', text, ...more })
const rule = (op: string, ...triggers: Trigger[]) => {
  const conditions = triggers.map(([questionIndex, ...values]) => ({ questionIndex, values }))
  return { requirement: { mode: 'conditional', when: { op, conditions } } }
}
const at = (index: Json, question: JsonObject) => ({ ...question, index })

const A = choice('A', ['a1', 'a2'])
const B = choice('B', ['b1', 'b2'])
const N = rating('N')
/** C depends on its arguments. */
const C = (...triggers: Trigger[]) => rating('C', triggers.length > 0 ? rule('all', ...triggers) : {})

/** The resulting list, or the reason why the edit is refused. */
type Outcome = readonly JsonObject[] | string | RegExp
type Row = [clauses: string, what: string, sent: Json, outcome: Outcome]

/** Which questions were answered: all, none, or those at these indexes. */
type Answered = boolean | readonly number[]

function edited(stored: readonly JsonObject[], sent: Json, answered: Answered): unknown {
  const before = parseQuestions(stored)
  const places = answered === true ? before.keys() : answered || []
  return JSON.parse(encodeQuestions(editSentQuestions(before, sent, new Set(places))))
}

function check(stored: readonly JsonObject[], answered: Answered, rows: readonly Row[]): void {
  for (const [clauses, what, sent, outcome] of rows) {
    test(`${what} [${clauses}]`, () => {
      if (typeof outcome === 'string' || outcome instanceof RegExp) {
        assert.throws(() => edited(stored, sent, answered), { kind: 'invalid', message: outcome })
      } else {
        const indexed = outcome.map((question, index) => ({ ...question, index }))
        assert.deepEqual(edited(stored, sent, answered), indexed)
      }
    })
  }
}

describe('a list without conditions and responses', () => {
  check([A, B, C()], false, [
    ['patch-replaces-questions, edit-by-position', 'becomes another', [N], [N]],
    ['edit-unmarked-reorder', 'is reordered without index', [C(), B, A], [C(), B, A]],
    ['edit-new-indexes', 'is reordered with index', [at(2, C()), at(0, A), at(1, B)], [C(), A, B]],
    ['edit-new-and-removed', 'gets a question in front and loses one', [N, at(2, C()), at(0, A)], [N, C(), A]],
    ['edit-new-and-removed', 'keeps one, the rest are new', [C(), at(1, B), A], [C(), B, A]],
    [
      'edit-new-indexes',
      'is retyped',
      [at(1, rating('B')), at(0, choice('A?', ['x']))],
      [rating('B'), choice('A?', ['x'])],
    ],
    ['edit-index-valid', 'is carried with -0 and 2.0', [at(parseJson('-0'), A), at(parseJson('2.0'), C())], [A, C()]],
    ['edit-index-valid', 'is carried with an index twice', [at(0, A), at(0, B), at(2, C())], CANNOT_FOLLOW],
    ['edit-index-null, edit-reorder-message', 'is carried with null', [at(null, A), B, C()], CANNOT_FOLLOW],
    ...[-1, 3, 99, 0.5, 1e300, '0', '', true, [], [0], {}, parseJson('1e400')].map(
      (index): Row => [
        'edit-index-valid, edit-reorder-message',
        `is carried with ${JSON.stringify(index)}`,
        [at(0, A), at(index, B)],
        CANNOT_FOLLOW,
      ],
    ),
    ...[null, {}, 'x', 5, []].map(
      (sent): Row => ['questions-min-one', `cannot become ${JSON.stringify(sent)}`, sent, /\bquestions\b/],
    ),
    ['error-names-question', 'cannot take a faulty question', [at(1, B), at(0, rating(' ')), C()], /^question 2: ./],
  ])

  describe('with an optional question', () => {
    const optional = rating('O', { requirement: { mode: 'optional' } })
    check([A, optional], false, [['edit-unmarked-reorder', 'is reordered without index', [optional, A], [optional, A]]])
  })
})

describe('a list in which C depends on A', () => {
  const a1: Trigger = [0, 'a1']
  check([A, B, C(a1)], false, [
    ['edit-moved-rule', 'whose trigger moves', [at(1, B), at(0, A), at(2, C(a1))], [B, A, C([1, 'a1'])]],
    ['edit-moved-rule', 'behind a new question', [N, at(0, A), at(1, B), at(2, C(a1))], [N, A, B, C([1, 'a1'])]],
    ['edit-moved-rule', 'that moves itself', [at(0, A), at(2, C(a1)), at(1, B)], [A, C(a1), B]],
    ['edit-moved-rule', 'behind a removed question', [at(0, A), at(2, C(a1))], [A, C(a1)]],
    ['edit-moved-rule', 'that is dropped', [at(1, B), at(2, C()), at(0, A)], [B, C(), A]],
    [
      'edit-moved-rule-changed',
      'whose op, values, text and type change',
      [at(1, B), at(0, A), at(2, choice('C?', ['c'], rule('any', [0, 'a2', 'a1'])))],
      [B, A, choice('C?', ['c'], rule('any', [1, 'a2', 'a1']))],
    ],
    [
      'edit-moved-rule-changed',
      'whose trigger gets other options',
      [at(1, B), at(0, choice('A', ['a3', 'a4'])), at(2, C([0, 'a4']))],
      [B, choice('A', ['a3', 'a4']), C([1, 'a4'])],
    ],
    [
      'edit-moved-rule-changed',
      'that gets a value of another',
      [at(1, B), at(0, A), at(2, C([0, 'b1']))],
      /^question 3: ./,
    ],
    [
      'edit-written-rule',
      'that names where A stands now',
      [at(1, B), at(0, A), at(2, C([1, 'a1']))],
      [B, A, C([1, 'a1'])],
    ],
    [
      'edit-written-rule',
      'that gets a condition',
      [at(1, B), at(0, A), at(2, C([0, 'b1'], [1, 'a1']))],
      [B, A, C([0, 'b1'], [1, 'a1'])],
    ],
    ['edit-written-rule', 'that comes on a new question', [at(1, B), at(0, A), C([0, 'b1'])], [B, A, C([0, 'b1'])]],
    [
      'edit-written-rule',
      'while another question gets one',
      [N, at(0, A), at(1, choice('B', ['b1'], rule('all', [1, 'a2']))), at(2, C(a1))],
      [N, A, choice('B', ['b1'], rule('all', [1, 'a2'])), C([1, 'a1'])],
    ],
    ['edit-moved-rule-broken', 'whose trigger is removed', [at(1, B), at(2, C(a1))], /^question 2: .* was removed$/],
    [
      'edit-moved-rule-broken',
      'whose trigger comes back as a new question',
      [A, at(1, B), at(2, C(a1))],
      /^question 3: a question that its requirement depends on was removed; questions without an index count as new; send each/,
    ],
    [
      'edit-moved-rule-broken',
      'behind a new question, with some indexes only',
      [N, A, at(1, B), at(2, C(a1))],
      /^question 4: .* was removed; questions without an index count as new; send each/,
    ],
    ['edit-moved-rule-broken', 'whose trigger stands behind', [at(1, B), at(2, C(a1)), at(0, A)], /^question 2: ./],
    [
      'edit-moved-rule-broken',
      'whose trigger is retyped',
      [at(0, rating('A')), at(1, B), at(2, C(a1))],
      /^question 3: ./,
    ],
    ['edit-unmarked-reorder, edit-reorder-message', 'swapped without index', [B, A, C([1, 'a1'])], CANNOT_FOLLOW],
    ['edit-unmarked-reorder', 'shifted up without index', [B, C()], CANNOT_FOLLOW],
    ['edit-unmarked-reorder', 'shifted down without index', [N, A, B, C(a1)], CANNOT_FOLLOW],
    ['edit-unmarked-reorder', 'of which one moved, the rest new', [N, A], CANNOT_FOLLOW],
    ['edit-by-position', 'reworded without index', [choice('A?', ['a1']), B, C(a1)], [choice('A?', ['a1']), B, C(a1)]],
    ['edit-by-position', 'shortened without index', [A, B], [A, B]],
    ['edit-by-position', 'with a copy behind, without index', [A, B, C(a1), A], [A, B, C(a1), A]],
  ])
})

describe('a list with a condition on two questions', () => {
  const both: Trigger[] = [
    [0, 'a1'],
    [1, 'b1'],
  ]
  check([A, B, C(...both)], false, [
    [
      'edit-moved-rule',
      'whose triggers swap',
      [at(1, B), at(0, A), at(2, C(...both))],
      [B, A, C([1, 'a1'], [0, 'b1'])],
    ],
    [
      'edit-written-rule',
      'in another sequence',
      [at(1, B), at(0, A), at(2, C([1, 'a1'], [0, 'b1']))],
      [B, A, C([1, 'a1'], [0, 'b1'])],
    ],
    ['edit-written-rule', 'less one', [at(1, B), at(0, A), at(2, C([0, 'b1']))], [B, A, C([0, 'b1'])]],
    ['edit-moved-rule-broken', 'of which one is removed', [at(0, A), at(2, C(...both))], /^question 2: ./],
  ])
})

describe('a list with a repeated text and a condition', () => {
  const copy = choice('A', ['a3'])
  check([A, copy, C([1, 'a3'])], false, [
    ['edit-by-position', 'sent as it is', [A, copy, C([1, 'a3'])], [A, copy, C([1, 'a3'])]],
    ['edit-unmarked-reorder', 'of which the first is reworded', [N, copy, C([1, 'a3'])], CANNOT_FOLLOW],
    ['edit-moved-rule', 'swapped with index', [at(1, copy), at(0, A), at(2, C([1, 'a3']))], [copy, A, C([0, 'a3'])]],
  ])
})

describe('a list with responses', () => {
  const R = rating('R')
  const stored = [A, N, R, B]
  const carried = (...list: JsonObject[]) => list.map((question, index) => at(index, question))
  check(stored, true, [
    ['edit-answered-keeps-meaning', 'sent as it is', stored, stored],
    [
      'edit-answered-keeps-meaning',
      'reworded',
      carried(choice('A?', ['a1', 'a2']), N, rating('R?'), B),
      [choice('A?', ['a1', 'a2']), N, rating('R?'), B],
    ],
    [
      'edit-answered-keeps-meaning',
      'with more options, in another order',
      [choice('A', ['a2', 'x', 'a1']), N, R, B],
      [choice('A', ['a2', 'x', 'a1']), N, R, B],
    ],
    [
      'edit-answered-keeps-meaning',
      'with a rule',
      [A, N, rating('R', rule('any', [0, 'a1'])), B],
      [A, N, rating('R', rule('any', [0, 'a1'])), B],
    ],
    ['edit-answered-add', 'with a new one behind', [...stored, C([3, 'b1'])], [...stored, C([3, 'b1'])]],
    [
      'edit-answered-add',
      'carried, with a new one behind',
      [...carried(...stored), C([0, 'a1'])],
      [...stored, C([0, 'a1'])],
    ],
    ['edit-answered-remove', 'less the last', [A, N, R], REMOVED],
    ['edit-answered-remove', 'less one, with a new one', [...carried(A, N, R), B], REMOVED],
    ['edit-answered-reorder', 'swapped', [at(0, A), at(2, R), at(1, N), at(3, B)], REORDERED],
    ['edit-answered-new-questions-last', 'with a new one in front', [C(), ...carried(...stored)], INSERTED],
    [
      'edit-answered-new-questions-last',
      'with a new one in between',
      [at(0, A), C(), at(1, N), at(2, R), at(3, B)],
      INSERTED,
    ],
    ...[
      [at(0, A), C(), N, R, B],
      [A, C(), N, R, at(3, B)],
      [C(), A, at(1, N), at(2, R), B],
      [A, A, at(1, N), at(2, R), at(3, B)],
    ].map((sent): Row => ['edit-some-indexes', 'with a new one, and some indexes only', sent, INSERTED]),
    [
      'edit-some-indexes, edit-reorder-message',
      'with a new one behind, and some indexes only',
      [at(0, A), N, R, B, C()],
      'cannot follow this reorder: questions without an index count as new; send each question with the index it has',
    ],
    ['edit-answered-remove', 'less one, with two new ones', [...carried(A, N, R), C(), rating('M')], REMOVED],
    [
      'edit-index-valid',
      'with a new one in between that has an index',
      [at(0, A), at(1, C()), at(2, N), at(3, R), at(4, B)],
      'cannot follow this reorder: the survey has no question with the index 4; send new questions without one',
    ],
    ['edit-unmarked-reorder', 'swapped without index', [A, R, N, B], CANNOT_FOLLOW],
    ['edit-unmarked-reorder', 'with a new one in front, without index', [C(), ...stored], CANNOT_FOLLOW],
    ['edit-answered-retype', 'retyped', [A, N, { ...R, type: 'free_text' }, B], RETYPED],
    ['edit-answered-retype', 'retyped with its options', [{ ...A, type: 'free_text' }, N, R, B], RETYPED],
    ['edit-answered-options', 'less an option', [choice('A', ['a1']), N, R, B], OPTION_LOST],
    ['edit-answered-options', 'with an option renamed', [A, N, R, choice('B', ['b1', 'B2', 'b3'])], OPTION_LOST],
    ['edit-answered-precedence', 'removed, reordered, retyped', [at(2, A), at(0, R), at(1, B), C()], REMOVED],
    [
      'edit-answered-precedence',
      'reordered, retyped, less an option',
      [at(1, R), at(0, choice('A', ['x'])), at(2, A), at(3, B)],
      REORDERED,
    ],
    ['edit-answered-precedence', 'less an option, then retyped', [choice('A', ['a1']), N, A, B], RETYPED],
    ['edit-index-valid', 'with an index twice', [at(0, A), at(0, N), at(2, R), at(3, B)], CANNOT_FOLLOW],
    ['edit-fewer-is-removal', 'shorter, with an index twice', [at(0, A), at(0, N)], REMOVED],
    ['edit-fewer-is-removal', 'shorter, reordered without index', [B, A], REMOVED],
    [
      'edit-fewer-is-removal',
      'shorter, with a rule on a later question',
      [A, N, rating('R', rule('any', [3, 'b1']))],
      REMOVED,
    ],
    ['edit-fewer-is-removal', 'shorter, with a type that does not exist', [A, { ...N, type: 'number' }], REMOVED],
    ['edit-fewer-is-removal', 'shorter, with a choice without options', [choice('A', []), N, R], REMOVED],
    ['edit-fewer-is-removal', 'shorter, with what is no question', [null], REMOVED],
    ['edit-fewer-is-removal', 'of which nothing is left', [], REMOVED],
  ])
})

describe('a list without responses and with questions on its board', () => {
  const asked = board('Ask')
  const other = board('Ask more')
  const clause = 'edit-board-counts-as-answered'
  check(
    [A, asked, other, N],
    [1],
    [
      [
        clause,
        'reworded and moderated',
        [A, board('Ask us', { moderated: true }), other, N],
        [A, board('Ask us', { moderated: true }), other, N],
      ],
      [clause, 'shortened behind the board', [A, asked], [A, asked]],
      [clause, 'of which the question in front is retyped', [N, asked], [N, asked]],
      [clause, 'that changes around the board', [at(3, N), at(1, asked), at(0, A)], [N, asked, A]],
      [clause, 'swapped around the board, without index', [N, asked, other, A], [N, asked, other, A]],
      [clause, 'that ends before the board', [A], REMOVED],
      [clause, 'that ends before the board, with a faulty question', [null], REMOVED],
      [clause, 'less the board', [at(0, A), at(2, other), at(3, N)], REMOVED],
      [clause, 'less the board, with a new one in its place', [at(0, A), asked, at(2, other)], REMOVED],
      [clause, 'with the board in front', [at(1, asked), at(0, A)], REORDERED],
      [clause, 'with a new one in front', [N, at(0, A), at(1, asked)], INSERTED],
      [clause, 'less the question in front', [at(1, asked), at(2, other), at(3, N)], REORDERED],
      [clause, 'with the board retyped', [A, rating('Ask'), other, N], RETYPED],
      [clause, 'with the board made a choice', [A, choice('Ask', ['x']), other, N], RETYPED],
      [clause, 'with the boards swapped, without index', [A, other, asked, N], CANNOT_FOLLOW],
      [clause, 'with a new board in front of the board, without index', [A, board('New'), asked, N], CANNOT_FOLLOW],
      [clause, 'less the question in front, without index', [asked, other, N], CANNOT_FOLLOW],
    ],
  )
})

test('uninterpreted values are returned as sent [unknown-properties-any-depth, numbers-keep-digits, edit-moved-rule]', () => {
  const list = (indexOfN: number, indexOfA: number, trigger: number) => {
    const condition = `{"n":1e400,"questionIndex":${trigger},"values":["a1"],"__proto__":{"values":[]}}`
    const requirement = `{"why":[0.10000000000000001],"mode":"conditional","when":{"op":"any","conditions":[${condition}]}}`
    const ruled = `{"index":2,"max":12345678901234567890,"type":"rating","text":"R","requirement":${requirement}}`
    const others = [`{"index":${indexOfN},"type":"rating","text":"N"}`, `{"index":${indexOfA},${choiceA}}`]
    return `[${[...others, ruled].join()}]`
  }
  const choiceA = '"type":"multiple_choice","options":["a1"],"text":"A"'
  const stored = parseQuestions([A, N, rating('R', rule('any', [0, 'a1']))])
  assert.equal(encodeQuestions(editSentQuestions(stored, parseJson(list(1, 0, 0)), new Set())), list(0, 1, 1))
})
