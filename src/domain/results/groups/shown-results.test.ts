import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuestionGroup } from '../../surveys/groups/question-group.ts'
import { parseQuestions } from '../../surveys/question.ts'
import { countAnswers, results } from '../tally.ts'
import { hasCounts, includes, type ShownResult, sectionOf, shownResults } from './shown-results.ts'

const optional = { requirement: { mode: 'optional' } }
const choice = (text: string, options: readonly string[]) => ({ type: 'multiple_choice', text, options, ...optional })
const text = (name: string) => ({ type: 'free_text', text: name, ...optional })

const QUESTIONS = parseQuestions([
  choice('Coming?', ['Yes', 'No']),
  choice('Days', ['Monday']),
  choice('Days', ['Other']),
  text('Which other day?'),
  choice('Food', ['Good', 'Bad']),
  choice('Talks', ['Good', 'Bad']),
  choice('Tea', ['1', '2']),
  choice('Milk', ['1', '2']),
  choice('Drink?', ['Tea', 'Other']),
  text('Which one?'),
])
const SECTION = { kind: 'section', title: 'Looking back', from: 4, to: 7 } as const
const GROUPS: readonly QuestionGroup[] = [
  { kind: 'check_list', from: 1, to: 3 },
  SECTION,
  { kind: 'grid', title: 'How was it?', from: 4, to: 5 },
  { kind: 'ranking', title: 'Drinks', from: 6, to: 7 },
  { kind: 'other', from: 8, to: 9 },
]
const ANSWERS = [
  ['Yes', 'Monday', 'Other', 'Sunday', 'Good', 'Bad', '2', '1', 'Tea', null],
  ['No', 'Monday', null, null, 'Good', null, null, '1', 'Other', 'Milk'],
]
const RESULTS = results(QUESTIONS, countAnswers({ questions: QUESTIONS, paced: false }, ANSWERS), [])
const shown = (more: { groups?: readonly QuestionGroup[]; paced?: boolean } = {}) =>
  shownResults({ results: RESULTS, groups: GROUPS, paced: false, ...more })
const namesOf = (list: readonly ShownResult[]) =>
  list.map(({ index, text: name, group }) => [index, name, group?.kind ?? null])

test('a check-list, a grid and a ranking are one result each, and texts beside options have their own', () => {
  assert.deepEqual(namesOf(shown()), [
    [0, 'Coming?', null],
    [1, 'Days', 'check_list'],
    [3, 'Which other day?', null],
    [4, 'How was it?', 'grid'],
    [6, 'Drinks', 'ranking'],
    [8, 'Drink?', null],
    [9, 'Which one?', null],
  ])
})

test('a check-list has the tally of all its options, and a group the most answers that one of its questions has', () => {
  const [, days, , grid] = shown()
  assert.deepEqual(
    days?.tally?.map(({ option, count }) => [option, count]),
    [
      ['Monday', 2],
      ['Other', 1],
    ],
  )
  assert.deepEqual([days?.answered, grid?.answered, grid?.tally], [2, 2, undefined])
})

test('everything but texts and boards has counts', () => {
  assert.deepEqual(shown().map(hasCounts), [true, true, false, true, true, true, false])
})

test('each question of a group is a part of its result', () => {
  const partOf = (question: number) => shown().find(one => includes(one, question))?.index
  assert.deepEqual(
    RESULTS.map(({ index }) => partOf(index)),
    [0, 1, 1, 3, 4, 4, 6, 6, 8, 9],
  )
})

test('at a presenter’s pace only a check-list is shown as one, and there are no sections', () => {
  assert.deepEqual(namesOf(shown({ paced: true })), [
    [0, 'Coming?', null],
    [1, 'Days', 'check_list'],
    ...RESULTS.slice(3).map(({ index, text: name }) => [index, name, null]),
  ])
  assert.deepEqual(shown({ groups: [] }), RESULTS)
  assert.equal(sectionOf({ groups: GROUPS, paced: true }, 5), undefined)
})

test('at a presenter’s pace a check-list was answered by all who have chosen something', () => {
  const results = RESULTS.map(one => ([1, 2].includes(one.index) ? { ...one, chosen: 7 } : one))
  const list = shownResults({ results, groups: GROUPS, paced: true })[1]
  assert.deepEqual([list?.answered, list?.group?.kind === 'check_list' && list.group.chosen], [7, 7])
})

test('a question is in the section around it', () => {
  const sectionAt = (index: number) => sectionOf({ groups: GROUPS, paced: false }, index)
  assert.deepEqual([sectionAt(3), sectionAt(4), sectionAt(7), sectionAt(8)], [undefined, SECTION, SECTION, undefined])
})

test('groups that are ahead of the results, as after an edit, are left out until those have arrived', () => {
  assert.deepEqual(namesOf(shownResults({ results: RESULTS.slice(0, 1), groups: GROUPS, paced: false })), [
    [0, 'Coming?', null],
  ])
})
