import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkGroups } from '../groups/group-fit.ts'
import type { QuestionGroup } from '../groups/question-group.ts'
import { parseQuestionList } from '../question.ts'
import { type Grouped, QuestionGrouper } from './grouped-questions.ts'

const OPTIONS = ['Monday', 'Tuesday', 'Other']
const WRITTEN = { option: 'Other', text: 'Other:' }
const ROWS = { text: 'How good was', rows: ['the food', 'the room'], isRequired: true, from: 0 }
const checkList = (more: Partial<Parameters<QuestionGrouper['checkList']>[0]> = {}) =>
  new QuestionGrouper().checkList({ text: 'Which days?', options: OPTIONS, isRequired: true, from: 0, ...more })

function assertFits({ questions, group }: Grouped): QuestionGroup {
  assert.ok(group !== undefined)
  checkGroups([group], parseQuestionList([...questions]))
  return group
}

describe('a check-list', () => {
  const numbers: [more: Parameters<typeof checkList>[0], numbers: object][] = [
    [{}, { min: 1 }],
    [{ isRequired: false }, {}],
    [{ isRequired: false, least: 2, most: 2 }, { max: 2 }],
    [
      { least: 2, most: 2 },
      { min: 2, max: 2 },
    ],
    [{ most: 3 }, { min: 1 }],
    [{ least: 7 }, { min: 3 }],
    [{ least: 3, most: 2 }, { min: 3 }],
  ]
  for (const [more, expected] of numbers)
    test(`has the numbers ${JSON.stringify(expected)} for ${JSON.stringify(more)}`, () => {
      const { kind: _, from: __, to: ___, ...found } = assertFits(checkList(more))
      assert.deepEqual(found, expected)
    })

  test('has a text beside its last option, and none beside another one', () => {
    const made = checkList({ written: WRITTEN })
    assert.equal(assertFits(made).to, 3)
    assert.equal(made.questions.at(-1)?.text, 'Other:')
    assert.equal(assertFits(checkList({ written: { option: 'Monday', text: 'Monday' } })).to, 2)
  })

  test('with a single option is a plain question', () => {
    const { questions, group } = checkList({ options: ['I agree'] })
    assert.deepEqual(
      [questions, group],
      [[{ type: 'multiple_choice', text: 'Which days?', options: ['I agree'] }], undefined],
    )
  })
})

test('a choice has a text beside any of its options', () => {
  const choices = { text: 'Which day?', options: OPTIONS, isRequired: false, from: 0 }
  const made = new QuestionGrouper().choice({ ...choices, written: { option: 'Monday', text: 'Monday' } })
  assert.deepEqual(assertFits(made), { kind: 'other', from: 0, to: 1 })
  assert.equal(new QuestionGrouper().choice(choices).questions.length, 1)
})

describe('a grid and a ranking', () => {
  test('have the description in their title', () => {
    const rows = { ...ROWS, description: 'Be honest.' }
    const title = 'How good was\nBe honest.'
    assert.deepEqual(assertFits(new QuestionGrouper().grid(rows, ['bad', 'good'])), {
      kind: 'grid',
      from: 0,
      to: 1,
      title,
    })
    const ranking = assertFits(new QuestionGrouper().ranking(rows))
    assert.deepEqual(ranking, { kind: 'ranking', from: 0, to: 1, title, min: 2 })
  })

  const apart: [what: string, rows: typeof ROWS, texts: string[]][] = [
    ['have a single row', { ...ROWS, rows: ['the food'] }, ['How good was: the food']],
    ['have no title', { ...ROWS, text: ' ' }, ['the food', 'the room']],
    ['have a title that cannot be stored', { ...ROWS, text: 'a\u0000?' }, ['a\u0000? the food', 'a\u0000? the room']],
    [
      'have a title of 501 characters',
      { ...ROWS, text: `${'a'.repeat(500)}?` },
      ['the food', 'the room'].map(one => `${'a'.repeat(500)}? ${one}`),
    ],
  ]
  for (const [what, rows, texts] of apart)
    test(`are questions of their own if they ${what}`, () => {
      for (const made of [new QuestionGrouper().grid(rows, ['bad']), new QuestionGrouper().ranking(rows)])
        assert.deepEqual([made.questions.map(({ text }) => text), made.group], [texts, undefined])
    })

  test('share 50,000 characters', () => {
    const grouper = new QuestionGrouper()
    const text = 'a'.repeat(500)
    const made = Array.from({ length: 101 }, () => grouper.grid({ ...ROWS, text }, ['bad']))
    assert.deepEqual(
      made.map(({ group }) => group !== undefined),
      [...Array(100).fill(true), false],
    )
  })
})

describe('sections', () => {
  const opening = (from: number, title = `Part ${from}`, text = '') => ({ from, title, text, place: from })

  test('end where the next one begins', () => {
    const [sections, left] = new QuestionGrouper().sections([opening(1), opening(3, 'Part 3', 'Long.')], 5)
    assert.deepEqual(sections, [
      { kind: 'section', from: 1, to: 2, title: 'Part 1' },
      { kind: 'section', from: 3, to: 4, title: 'Part 3', text: 'Long.' },
    ])
    assert.deepEqual(left, [])
  })

  test('are left out without questions, and with a title or a text that is too long', () => {
    const openings = [opening(0), opening(0, 'a'.repeat(501)), opening(2, 'Part', 'a'.repeat(2_001)), opening(4)]
    const [sections, left] = new QuestionGrouper().sections(openings, 4)
    assert.deepEqual(sections, [{ kind: 'section', from: 2, to: 3, title: 'Part' }])
    assert.deepEqual(
      left.map(({ reason }) => reason),
      ['empty', 'long_title', 'long_text', 'empty'],
    )
  })
})
