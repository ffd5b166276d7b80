import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_QUESTIONS, RULE_NAMES_LENGTH, SURVEY_TEXT_LENGTH } from './limits.ts'
import type { ConditionGroup } from './requirement.ts'
import { ruleNames } from './rule-names.ts'

/** The requirement of a question with conditions on the first. */
const on = (values: readonly string[], count = 1): ConditionGroup => ({
  op: 'any',
  conditions: Array.from({ length: count }, () => ({ questionIndex: 0, values })),
})
const first = (text: string) => ({ text, requirement: 'always' as const })

/** All names in the rules of a survey, together. */
function written(questions: readonly { text: string; requirement: 'always' | ConditionGroup }[]): string {
  const names = ruleNames(questions)
  return questions
    .flatMap(({ requirement }) => (requirement === 'always' ? [] : requirement.conditions))
    .flatMap(condition => [names.name(questions[condition.questionIndex]?.text ?? ''), ...names.values(condition)])
    .join('')
}

describe('names in rules [questions-amounts]', () => {
  test('are whole as long as all of them together are short enough', () => {
    const text = 'x'.repeat(RULE_NAMES_LENGTH - 3)
    assert.equal(written([first(text), { text: '', requirement: on(['Yes']) }]), `${text}Yes`)
    assert.equal(written([first(`${text}x`), { text: '', requirement: on(['Yes']) }]).length, RULE_NAMES_LENGTH / 2 + 3)
  })

  test('are at most as long together, whatever the survey has', () => {
    const long = '&'.repeat(SURVEY_TEXT_LENGTH)
    const rules = (group: ConditionGroup, count: number) => Array(count).fill({ text: 'Why?', requirement: group })
    for (const questions of [
      [first(long), ...rules(on(['Yes'], 5), MAX_QUESTIONS - 1)],
      [first('Which?'), ...rules(on(Array(1_000).fill('an option of some length')), 20)],
      [first('Which?'), ...rules(on([long], 5), MAX_QUESTIONS - 1)],
    ]) {
      // An ellipsis can stand for the options that are left out, once for each condition.
      const conditions = 5 * MAX_QUESTIONS
      const { length } = written(questions)
      assert.ok(length <= RULE_NAMES_LENGTH + conditions && length > RULE_NAMES_LENGTH / 3, `${length}`)
    }
  })

  test('are cut at a character, with an ellipsis for what is missing', () => {
    const names = ruleNames([first('😀'.repeat(RULE_NAMES_LENGTH)), { text: '', requirement: on(['No', 'Yes']) }])
    assert.match(names.name('😀'.repeat(RULE_NAMES_LENGTH)), /^(?:😀)+…$/u)
    assert.deepEqual(names.values({ questionIndex: 0, values: ['No', 'Yes'] }), ['No', 'Yes'])
    const many = Array.from({ length: 3_000 }, (_, at) => `${at}`)
    const listed = names.values({ questionIndex: 0, values: many })
    assert.deepEqual([listed.at(0), listed.at(-1), listed.length], ['0', '…', 2_500])
  })
})
