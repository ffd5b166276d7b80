import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../values/json.ts'
import { parseQuestionList } from '../question.ts'
import { checkGroups, choicesOf, fittingGroups, isFitting } from './group-fit.ts'
import { parseGroups, type QuestionGroup } from './question-group.ts'

const choice = (text: string, options: readonly string[], more: object = {}) =>
  ({ type: 'multiple_choice', text, options, ...more }) as Json
const optional = { requirement: { mode: 'optional' } }
const day = (name: string, more: object = {}) => choice('Which days?', [name], { ...optional, ...more })
const row = (text: string, more: object = {}) => choice(text, ['Bad', 'Good'], more)
const item = (text: string, ranks: number) =>
  choice(
    text,
    Array.from({ length: ranks }, (_, at) => `${at + 1}`),
    optional,
  )
const textIf = (questionIndex: number, ...values: string[]) => ({
  type: 'free_text',
  text: 'Which other one?',
  requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values }] } },
})
const note = { type: 'free_text', text: 'Anything else?' }
const rating = { type: 'rating', text: 'How was it?' }

/** @returns what is refused, or nothing */
function check(groups: Json, questions: Json): string | undefined {
  try {
    checkGroups(parseGroups(groups), parseQuestionList(questions))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Whether all questions of a list make up a group, after a question in front of them. */
function fits(kind: QuestionGroup['kind'], ...questions: Json[]): boolean {
  const list = parseQuestionList([note, ...questions])
  return isFitting({ kind, from: 1, to: questions.length, title: 'Title' } as QuestionGroup, list)
}

describe('a check_list', () => {
  test('is optional questions with the same text and one different option each', () => {
    assert.ok(fits('check_list', day('Monday'), day('Tuesday')))
    assert.ok(fits('check_list', ...Array.from({ length: 30 }, (_, at) => day(`Day ${at}`))))
    assert.ok(!fits('check_list', day('Monday')))
    assert.ok(!fits('check_list', day('Monday'), day('Monday')))
    assert.ok(!fits('check_list', day('Monday'), choice('Which day?', ['Tuesday'], optional)))
    assert.ok(!fits('check_list', day('Monday'), choice('Which days?', ['Tuesday', 'Friday'], optional)))
    assert.ok(!fits('check_list', day('Monday'), choice('Which days?', ['Tuesday'])))
    assert.ok(!fits('check_list', day('Monday'), day('Tuesday'), rating))
    assert.ok(!fits('check_list', day('Monday'), rating, day('Tuesday')))
  })

  test('may end with a text that is required if its last option is chosen', () => {
    assert.ok(fits('check_list', day('Monday'), day('Other'), textIf(2, 'Other')))
    assert.ok(!fits('check_list', day('Monday'), day('Other'), textIf(1, 'Monday')))
    assert.ok(!fits('check_list', day('Monday'), day('Other'), note))
    assert.ok(!fits('check_list', day('Monday'), day('Other'), { ...note, ...optional } as Json))
    assert.ok(!fits('check_list', day('Other'), textIf(1, 'Other')))
    assert.ok(!fits('check_list', day('Monday'), day('Other'), textIf(2, 'Other'), textIf(2, 'Other')))
    assert.ok(!fits('check_list', textIf(2, 'Other'), day('Monday'), day('Other')))
  })
})

test('a grid is questions with the same options in the same order, required or not', () => {
  assert.ok(fits('grid', row('Food'), row('Music', optional)))
  assert.ok(fits('grid', ...Array.from({ length: 50 }, (_, at) => row(`Row ${at}`))))
  assert.ok(fits('grid', row('Food'), row('Food')))
  assert.ok(!fits('grid', row('Food')))
  assert.ok(!fits('grid', row('Food'), choice('Music', ['Good', 'Bad'])))
  assert.ok(!fits('grid', row('Food'), choice('Music', ['Bad', 'Good', 'Fine'])))
  assert.ok(!fits('grid', choice('Food', ['a,b', 'c']), choice('Music', ['a', 'b,c'])))
  assert.ok(!fits('grid', row('Food'), rating))
  assert.ok(!fits('grid', rating, rating))
})

test('a ranking is questions with the options 1 to their number', () => {
  assert.ok(fits('ranking', item('Time', 2), item('Money', 2)))
  assert.ok(fits('ranking', choice('Time', ['1', '2', '3']), item('Money', 3), item('Rest', 3)))
  assert.ok(!fits('ranking', item('Time', 1)))
  assert.ok(!fits('ranking', item('Time', 3), item('Money', 3)))
  assert.ok(!fits('ranking', item('Time', 2), choice('Money', ['2', '1'])))
  assert.ok(!fits('ranking', item('Time', 2), choice('Money', ['1,2'])))
  assert.ok(!fits('ranking', item('Time', 2), rating))
})

test('a question with other is a choice and a text that is required if one option is chosen', () => {
  const drink = choice('Which drink?', ['Tea', 'Other'])
  assert.ok(fits('other', drink, textIf(1, 'Other')))
  assert.ok(fits('other', drink, textIf(1, 'Tea')))
  assert.ok(!fits('other', drink, textIf(1, 'Tea', 'Other')))
  assert.ok(!fits('other', drink, textIf(1, 'Coffee')))
  assert.ok(!fits('other', drink, textIf(0, 'Other')))
  assert.ok(!fits('other', drink, note))
  assert.ok(!fits('other', drink, { ...textIf(1, 'Other'), type: 'rating' }))
  assert.ok(!fits('other', drink))
  assert.ok(!fits('other', rating, textIf(1, 'Other')))
  assert.ok(!fits('other', drink, textIf(1, 'Other'), note))
  const two = {
    op: 'any',
    conditions: [
      { questionIndex: 1, values: ['Tea'] },
      { questionIndex: 1, values: ['Other'] },
    ],
  }
  assert.ok(!fits('other', drink, { ...note, requirement: { mode: 'conditional', when: two } } as Json))
})

test('a section is any questions', () => {
  assert.ok(fits('section', rating))
  assert.ok(fits('section', rating, note, row('Food'), { type: 'upvoted_question', text: 'What next?' }))
})

test('what a group can have chosen is its choices, without the text behind them', () => {
  const list = parseQuestionList([note, day('Monday'), day('Other'), textIf(2, 'Other')])
  assert.equal(choicesOf({ from: 1, to: 3 }, list), 2)
  assert.equal(choicesOf({ from: 0, to: 0 }, list), 0)
})

const QUESTIONS = [
  ...['Monday', 'Tuesday', 'Friday'].map(name => day(name)),
  ...['Time', 'Money', 'Rest'].map(text => item(text, 3)),
  row('Food'),
  row('Music'),
  choice('Which drink?', ['Tea', 'Other']),
  textIf(8, 'Other'),
] as Json[]
const CHECK_LIST = { kind: 'check_list', from: 0, to: 2 }
const RANKING = { kind: 'ranking', from: 3, to: 5, title: 'What matters?' }
const GRID = { kind: 'grid', from: 6, to: 7, title: 'How was it?' }
const OTHER = { kind: 'other', from: 8, to: 9 }
const section = (from: number, to: number) => ({ kind: 'section', from, to, title: 'Part' })

test('groups of all kinds are accepted beside and inside sections', () => {
  const bounds = [
    { ...CHECK_LIST, min: 3, max: 3 },
    { ...RANKING, min: 3 },
  ]
  for (const groups of [
    [CHECK_LIST, RANKING, GRID, OTHER],
    [...bounds, GRID, OTHER],
    [section(0, 9), CHECK_LIST, RANKING, GRID, OTHER],
    [section(0, 2), section(3, 7), section(8, 9), CHECK_LIST, RANKING, GRID, OTHER],
    [section(0, 0), section(1, 9)],
  ])
    assert.equal(check(groups, QUESTIONS), undefined, JSON.stringify(groups))
})

describe('groups that do not fit', () => {
  const TEXT_OF_CHECK_LIST =
    'group 1: a check_list consists of at least two optional multiple_choice questions with the same text and one option each, which differ; behind them may stand a free_text that is required if the last one is chosen'
  const APART = 'a question can be in one group at most, and in one section'
  const REFUSED: readonly (readonly [Json, string])[] = [
    [[{ ...CHECK_LIST, to: 3 }], TEXT_OF_CHECK_LIST],
    [
      [{ ...GRID, from: 5 }],
      'group 1: a grid consists of at least two multiple_choice questions with the same options in the same order',
    ],
    [
      [{ ...RANKING, to: 4 }],
      'group 1: a ranking consists of at least two multiple_choice questions, each with the options 1, 2 and so on to their number',
    ],
    [
      [CHECK_LIST, { ...OTHER, from: 7, to: 8 }],
      'group 2: an other consists of a multiple_choice question, and a free_text that is required if one certain option of it is chosen',
    ],
    [[{ ...OTHER, to: 10 }], 'group 1: there is no question 11'],
    [[section(0, 100)], 'group 1: there is no question 101'],
    [[{ ...CHECK_LIST, min: 4 }], 'group 1: nobody can choose 4 of 3'],
    [[{ ...CHECK_LIST, max: 4 }], 'group 1: nobody can choose 4 of 3'],
    [[{ ...RANKING, min: 4 }], 'group 1: nobody can choose 4 of 3'],
    [[{ ...CHECK_LIST, min: 3, max: 2 }], 'group 1: min must not be greater than max, or nobody can answer it'],
    [[CHECK_LIST, { ...GRID, from: 2 }], `${APART}, but question 3 is in two`],
    [[CHECK_LIST, CHECK_LIST], `${APART}, but question 1 is in two`],
    [[CHECK_LIST, { ...CHECK_LIST, from: 1 }], `${APART}, but question 2 is in two`],
    [[section(0, 4), section(4, 5)], 'a question can be in one section at most, but question 5 is in two'],
    [[section(0, 4), section(1, 2)], 'a question can be in one section at most, but question 2 is in two'],
    [
      [CHECK_LIST, section(1, 4)],
      'a check_list must be in a section as a whole or not at all, but questions 1 to 3 are not',
    ],
    [
      [CHECK_LIST, section(0, 1), section(2, 2)],
      'a check_list must be in a section as a whole or not at all, but questions 1 to 3 are not',
    ],
    [[OTHER, section(0, 8)], 'an other must be in a section as a whole or not at all, but questions 9 to 10 are not'],
  ]
  for (const [groups, reason] of REFUSED)
    test(`${JSON.stringify(groups).slice(0, 90)}: ${reason.slice(0, 60)}`, () =>
      assert.equal(check(groups, QUESTIONS), reason))
})

describe('those that a draft can show by now', () => {
  const shown = (...groups: Json[]) => {
    const questions = parseQuestionList(QUESTIONS)
    const fitting = fittingGroups(parseGroups(groups), questions)
    checkGroups(fitting, questions)
    return fitting
  }

  test('are all of them if they fit', () => {
    const all = [section(0, 9), CHECK_LIST, RANKING, GRID, OTHER]
    assert.deepEqual(shown(...all), all)
    assert.deepEqual(shown(section(3, 9), CHECK_LIST), [CHECK_LIST, section(3, 9)])
  })

  test('are not those that do not fit, lie behind the last question or have a number that nobody can choose', () => {
    assert.deepEqual(shown({ ...CHECK_LIST, max: 4 }, { ...RANKING, to: 4 }, GRID, { ...OTHER, to: 10 }), [GRID])
    assert.deepEqual(shown(section(0, 2), section(3, 10)), [section(0, 2)])
  })

  test('are not those that overlap an earlier one or are half in a section', () => {
    assert.deepEqual(shown({ ...GRID, from: 5 }, GRID, OTHER), [OTHER])
    assert.deepEqual(shown(section(0, 2), section(2, 9), CHECK_LIST), [section(0, 2), CHECK_LIST])
    assert.deepEqual(shown(section(0, 2), section(1, 5), section(3, 5)), [section(0, 2), section(3, 5)])
    assert.deepEqual(shown(section(0, 1), CHECK_LIST, RANKING), [section(0, 1), RANKING])
  })
})
