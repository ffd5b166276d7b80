import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseGroups } from '../surveys/groups/question-group.ts'
import { parseQuestions } from '../surveys/question.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { limitOf } from './group-rules.ts'
import { parseAnswers } from './submission.ts'

const optional = { requirement: { mode: 'optional' } }
const when = (questionIndex: number, value: string) => ({
  requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values: [value] }] } },
})
const choice = (text: string, options: readonly string[], more: JsonObject = optional) => ({
  type: 'multiple_choice',
  text,
  options: [...options],
  ...more,
})

const DAYS = [
  ...['Mon', 'Tue', 'Other'].map(day => choice('Which days?', [day])),
  { type: 'free_text', text: 'Which?', ...when(2, 'Other') },
]
const TALKS = ['A', 'B', 'C'].map(talk => choice(talk, ['1', '2', '3']))
const ROWS = ['Food', 'Room'].map(row => choice(row, ['Good', 'Bad'], {}))
const days = (numbers: JsonObject = {}) => ({ kind: 'check_list', from: 0, to: 3, ...numbers })
const talks = (numbers: JsonObject = {}) => ({ kind: 'ranking', title: 'Order', from: 0, to: 2, ...numbers })

const errorsOf = (questions: readonly JsonObject[], groups: readonly JsonObject[], answers: Json) =>
  parseAnswers(parseQuestions(questions), answers, parseGroups([...groups]))

describe('the answers to a group are checked together [group-rules-checked]', () => {
  const table: [what: string, questions: readonly JsonObject[], group: JsonObject, answers: Json, error?: string][] = [
    ['nothing chosen where nothing is asked for', DAYS, days(), []],
    ['none of at least one', DAYS, days({ min: 1 }), [], 'too_few'],
    ['one of at least two', DAYS, days({ min: 2 }), ['Mon'], 'too_few'],
    ['a text is no choice', DAYS, days({ min: 2 }), ['Mon', null, null, 'Wed'], 'too_few'],
    ['two of at least two, not in a row', DAYS, days({ min: 2 }), ['Mon', null, 'Other', 'Wed']],
    ['two of at most two', DAYS, days({ max: 2 }), ['Mon', 'Tue']],
    ['three of at most two', DAYS, days({ max: 2 }), ['Mon', 'Tue', 'Other', 'Wed'], 'too_many'],
    ['two of exactly two', DAYS, days({ min: 2, max: 2 }), ['Mon', 'Tue']],
    ['no rank', TALKS, talks(), []],
    ['no rank of at least one', TALKS, talks({ min: 1 }), [], 'too_few_ranks'],
    ['the first rank alone', TALKS, talks(), [null, '1']],
    ['the first rank of at least one', TALKS, talks({ min: 1 }), [null, '1']],
    ['the second rank alone', TALKS, talks(), [null, '2'], 'rank_gap'],
    ['the first and the third rank', TALKS, talks(), ['3', '1'], 'rank_gap'],
    ['the first two ranks of at least three', TALKS, talks({ min: 3 }), ['2', '1'], 'too_few_ranks'],
    ['all ranks', TALKS, talks({ min: 3 }), ['3', '1', '2']],
    ['a rank that is given twice', TALKS, talks(), ['1', '2', '2'], 'rank_twice'],
    ['a rank that is given twice, and a gap', TALKS, talks({ min: 3 }), [null, '3', '3'], 'rank_twice'],
    ['a section', TALKS, { kind: 'section', title: 'Talks', from: 0, to: 2 }, ['2', '2', '2']],
    ['a grid', ROWS, { kind: 'grid', title: 'Rate', from: 0, to: 1 }, ['Bad', 'Bad']],
  ]
  for (const [what, questions, group, answers, error] of table)
    test(`${what}: ${error ?? 'right'}`, () => {
      const { errors, wellFormed } = errorsOf(questions, [group], answers)
      assert.deepEqual(
        errors.map(({ index, name }) => [index, name]),
        error === undefined ? [] : [[0, error]],
      )
      assert.equal(wellFormed, true)
    })
})

test('a group with a wrong answer has the error of that answer alone', () => {
  const { errors, wellFormed } = errorsOf(DAYS, [days({ min: 2 })], ['Sun'])
  assert.deepEqual([errors.map(({ name }) => name), wellFormed], [['no_option'], false])
  const missing = errorsOf(DAYS, [days({ max: 1 })], ['Mon', null, 'Other'])
  assert.deepEqual(
    missing.errors.map(({ index, name }) => [index, name]),
    [[3, 'required']],
  )
})

test('errors of groups and of single answers come in the order of the questions', () => {
  const groups = [days({ min: 1 }), { ...talks({ min: 1 }), from: 5, to: 7 }]
  const { errors } = errorsOf([...DAYS, choice('Coming?', ['Yes'], {}), ...TALKS], groups, [])
  assert.deepEqual(
    errors.map(({ index, name }) => [index, name]),
    [
      [0, 'too_few'],
      [4, 'required'],
      [5, 'too_few_ranks'],
    ],
  )
})

test('the error of a group is about one of its numbers', () => {
  const [list, ranking] = [
    { kind: 'check_list', from: 0, to: 3, min: 2, max: 3 },
    { kind: 'ranking', title: 'Order', from: 0, to: 2 },
  ] as const
  assert.equal(limitOf(list, 'too_few'), 2)
  assert.equal(limitOf(list, 'too_many'), 3)
  assert.equal(limitOf({ ...ranking, min: 1 }, 'too_few_ranks'), 1)
  assert.equal(limitOf(ranking, 'rank_twice'), undefined)
})
