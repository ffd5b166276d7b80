import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Answer } from '../values/answer.ts'
import { type Json, parseJson } from '../values/json.ts'
import { parseQuestionList } from './question.ts'
import {
  type Condition,
  checkRule,
  encodeRequirement,
  isRequired,
  parseRequirement,
  type Requirement,
} from './requirement.ts'

const condition = { questionIndex: 0, values: ['Yes'] }
const group = (op: Json, ...conditions: Json[]) => ({ mode: 'conditional', when: { op, conditions } })
const on = (questionIndex: number, ...values: string[]): Condition => ({ questionIndex, values })

describe('a requirement is parsed', () => {
  const read: [clause: string, input: Json | undefined, requirement: Requirement][] = [
    ['required-by-default', undefined, 'always'],
    ['optional-never-required', { mode: 'optional' }, 'optional'],
    ['optional-ignores-when', { mode: 'optional', when: null }, 'optional'],
    ['optional-ignores-when', { mode: 'optional', when: { op: 'none', conditions: [] } }, 'optional'],
    ['group-op-all', group('all', condition), { op: 'all', conditions: [on(0, 'Yes')] }],
    ['group-op-any', group('any', condition), { op: 'any', conditions: [on(0, 'Yes')] }],
    [
      'group-one-to-five-conditions',
      group('all', ...Array(5).fill(condition)),
      { op: 'all', conditions: Array(5).fill(on(0, 'Yes')) },
    ],
    [
      'text-surrogate-replaced',
      group('any', { questionIndex: 0, values: ['\ud800'] }),
      { op: 'any', conditions: [on(0, '\ufffd')] },
    ],
  ]
  for (const [clause, input, requirement] of read) {
    test(`${JSON.stringify(input)} [${clause}]`, () => {
      assert.deepEqual(parseRequirement(input, 'question 3'), requirement)
    })
  }
})

describe('an invalid requirement is refused with a reason that names its question [error-names-question]', () => {
  const indexed = (questionIndex: Json) => group('all', { questionIndex, values: ['Yes'] })
  const valued = (...values: Json[]) => group('all', ...values.map(value => ({ questionIndex: 0, values: value })))
  const whens: (Json | undefined)[] = [undefined, null, 0, true, 'all', [], [{ op: 'all', conditions: [condition] }]]
  const refused: [clause: string, inputs: readonly Json[]][] = [
    ['requirement-is-object', [null, 0, true, '', 'optional', [], [{ mode: 'optional' }], parseJson('1e400')]],
    [
      'requirement-mode-values',
      [{}, ...[null, 0, true, '', 'Optional', 'always', 'required', []].map(mode => ({ mode }))],
    ],
    ['requirement-mode-values', [parseJson('{"__proto__":{"mode":"optional"}}')]],
    ['conditional-needs-when', whens.map(when => ({ mode: 'conditional', ...(when !== undefined && { when }) }))],
    ['group-op-values', [null, 0, true, '', 'ALL', 'none', 'and', ['all']].map(op => group(op, condition))],
    ['group-op-values', [{ mode: 'conditional', when: { conditions: [condition] } }]],
    ['group-one-to-five-conditions', [group('all'), group('any', ...Array(6).fill(condition))]],
    [
      'group-one-to-five-conditions',
      [null, 1, 'x', condition].map(list => ({ mode: 'conditional', when: { op: 'all', conditions: list } })),
    ],
    ['group-one-to-five-conditions', [{ mode: 'conditional', when: { op: 'all' } }]],
    ['condition-index-integer', [null, 0, 'x', true, []].map(each => group('all', condition, each))],
    ['condition-index-integer', [-1, 0.5, '0', null, true, [], [0], {}].map(indexed)],
    ['condition-index-integer', ['1e400', '-1e400', '0.00000000000000000001'].map(text => indexed(parseJson(text)))],
    ['condition-index-integer', [group('all', { values: ['Yes'] })]],
    ['condition-values-min-one', [valued([]), valued(null), valued('Yes'), valued({ 0: 'Yes' }), valued(0)]],
    ['condition-values-min-one', [group('all', { questionIndex: 0 })]],
    ['condition-values-are-options', [null, 0, true, [], {}].map(value => valued(['Yes', value]))],
    ['condition-values-min-one', [valued(['Yes'], [])]],
  ]
  for (const [clause, inputs] of refused) {
    for (const input of inputs) {
      test(`${JSON.stringify(input)} [${clause}]`, () => {
        assert.throws(() => parseRequirement(input, 'question 3'), { kind: 'invalid', message: /^question 3: ./ })
      })
    }
  }
})

describe('conditions may name earlier multiple-choice questions', () => {
  /** The rule belongs to the fourth of these questions. */
  const questions = parseQuestionList([
    { type: 'multiple_choice', text: 'A', options: ['Yes', 'No', '\ufffd', 'toString'] },
    { type: 'rating', text: 'R', options: ['Yes'] },
    { type: 'multiple_choice', text: 'B', options: ['yes '] },
    { type: 'multiple_choice', text: 'C', options: ['Yes'] },
    { type: 'multiple_choice', text: 'D', options: ['Yes'] },
    { type: 'free_text', text: 'F' },
    { type: 'upvoted_question', text: 'U' },
  ])
  const check = (place: number, ...conditions: Condition[]) => checkRule({ op: 'any', conditions }, place, questions)

  const allowed: [clause: string, conditions: Condition[]][] = [
    ['condition-names-earlier-question', [on(0, 'Yes')]],
    ['condition-names-earlier-question', [on(2, 'yes ')]],
    ['condition-values-are-options', [on(0, 'No', 'Yes', 'No'), on(0, 'Yes')]],
    ['condition-values-are-options', [on(0, '\ufffd', 'toString'), on(2, 'yes ')]],
  ]
  for (const [clause, conditions] of allowed) {
    test(`${JSON.stringify(conditions)} [${clause}]`, () => assert.doesNotThrow(() => check(3, ...conditions)))
  }

  const refused: [clause: string, place: number, conditions: Condition[]][] = [
    ['condition-names-earlier-question', 3, [on(3, 'Yes')]],
    ['condition-names-earlier-question', 3, [on(4, 'Yes')]],
    ['condition-names-earlier-question', 0, [on(0, 'Yes')]],
    ['condition-names-earlier-question', 3, [on(7, 'Yes')]],
    ['condition-names-earlier-question', 3, [on(1e300, 'Yes')]],
    ['condition-names-choice', 3, [on(1, 'Yes')]],
    ['condition-names-choice', 6, [on(5, 'Yes')]],
    ['condition-names-choice', 7, [on(6, 'Yes')]],
    ['condition-values-are-options', 3, [on(0, 'yes')]],
    ['condition-values-are-options', 3, [on(0, 'Yes ')]],
    ['condition-values-are-options', 3, [on(0, 'constructor')]],
    ['condition-values-are-options', 3, [on(2, 'Yes')]],
    ['condition-values-are-options', 3, [on(0, 'Yes', 'Maybe')]],
    ['condition-values-are-options', 3, [on(0, 'Yes'), on(2, 'yes ', 'no')]],
  ]
  for (const [clause, place, conditions] of refused) {
    test(`question ${place + 1} on ${JSON.stringify(conditions)} is refused [${clause}, error-names-question]`, () => {
      const reason = new RegExp(`^question ${place + 1}: .`)
      assert.throws(() => check(place, ...conditions), { kind: 'invalid', message: reason })
    })
  }

  for (const requirement of ['always', 'optional'] as const) {
    test(`${requirement} does not name another question [optional-never-required]`, () => {
      assert.doesNotThrow(() => checkRule(requirement, 0, questions))
    })
  }
})

describe('whether an answer is required', () => {
  const all: Requirement = { op: 'all', conditions: [on(0, 'Yes', 'Maybe'), on(2, 'Red')] }
  const any: Requirement = { ...all, op: 'any' }
  const rows: [clause: string, requirement: Requirement, answers: Answer[], required: boolean][] = [
    ['required-by-default', 'always', [], true],
    ['required-by-default', 'always', ['No', null, null], true],
    ['optional-never-required', 'optional', ['Yes', 5, 'Red'], false],
    ['group-op-all', all, ['Yes', null, 'Red'], true],
    ['group-op-all', all, ['Maybe', 5, 'Red'], true],
    ['group-op-all', all, ['Yes', 5, 'Blue'], false],
    ['group-op-all', all, ['No', 5, 'Red'], false],
    ['group-op-any', any, ['Yes', 5, 'Blue'], true],
    ['group-op-any', any, ['No', 5, 'Red'], true],
    ['group-op-any', any, ['No', 5, 'Blue'], false],
    ['unanswered-trigger-no-match', all, ['Yes', 5, null], false],
    ['unanswered-trigger-no-match', any, [null, 5, null], false],
    ['unanswered-trigger-no-match', any, [], false],
    ['unanswered-trigger-no-match', any, [null, null, 'Red'], true],
    ['conditional-required-on-match', any, ['yes', 5, 'Red '], false],
  ]
  for (const [clause, requirement, answers, required] of rows) {
    const op = typeof requirement === 'string' ? requirement : requirement.op
    test(`${op} with ${JSON.stringify(answers)}: ${required} [${clause}]`, () => {
      assert.equal(isRequired(requirement, answers), required)
    })
  }

  test('any group matches exactly when its conditions do (property) [conditional-required-on-match, group-op-all, group-op-any]', () => {
    const option = fc.constantFrom('a', 'b', 'c')
    const conditions = fc.array(
      fc.record({ questionIndex: fc.nat({ max: 3 }), values: fc.array(option, { minLength: 1, maxLength: 2 }) }),
      { minLength: 1, maxLength: 5 },
    )
    const answers = fc.array(fc.option(option, { freq: 3 }), { minLength: 0, maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom('all', 'any'), conditions, answers, (op, conditions, answers) => {
        let matching = 0
        for (const { questionIndex, values } of conditions) {
          const given = answers[questionIndex] ?? null
          if (given !== null && values.indexOf(given) >= 0) matching++
        }
        assert.equal(isRequired({ op, conditions }, answers), matching >= (op === 'all' ? conditions.length : 1))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a requirement is serialized as sent [unknown-properties-any-depth]', () => {
  const texts = [
    '{"mode":"optional","when":{"op":7,"n":12345678901234567890},"why":null}',
    '{"x":1,"mode":"conditional","when":{"y":[1e400],"op":"any","conditions":[{"z":{"__proto__":1},"questionIndex":0,"values":["a"],"questionIndexes":[9]}],"a":{}},"b":[]}',
  ]
  for (const text of texts) {
    test(text, () => {
      const sent = parseJson(text)
      assert.equal(JSON.stringify(encodeRequirement(sent, parseRequirement(sent, 'question 1'))), text)
    })
  }

  test('and only its question indexes change when it moves [edit-moved-rule]', () => {
    const sent = parseJson(texts[1] ?? '')
    const moved: Requirement = { op: 'any', conditions: [on(3, 'a')] }
    const expected = texts[1]?.replace('"questionIndex":0', '"questionIndex":3')
    assert.equal(JSON.stringify(encodeRequirement(sent, moved)), expected)
  })
})
