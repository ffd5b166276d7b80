import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Grouped, type GroupView, groupViewOf } from './group-view.ts'

const texts = {
  waiting: 'Later',
  shown: 'Now',
  few: 'Too few',
  responses: 'Responses: {n}',
  answers: 'Answers: {n}',
  people: 'Of {n} people',
  mean: 'Mean: {n}',
  rightAnswer: 'Right: {text}',
  right: 'Right',
}
const view = (kind: Grouped['kind'], counts: readonly (readonly number[] | null)[], more: object = {}) => {
  const { asked = 20, areVisible = true } = more as { asked?: number | null; areVisible?: boolean }
  const grouped = { kind, counts: counts.map(one => one && { counts: one }), asked }
  return groupViewOf(grouped, areVisible, texts, 'en')
}
const cellsOf = ({ rows }: GroupView) =>
  rows.map(({ cells }) => cells.map(({ count, share, part }) => [count, share, part]))

test('the options of a check-list are shares of all who were asked', () => {
  const { note, ...rest } = view('check_list', [[15], [5]])
  assert.equal(note, 'Of 20 people')
  assert.deepEqual(cellsOf({ note, ...rest }), [[['15', '75%', 0.75]], [['5', '25%', 0.25]]])
})

test('an option that fewer than five have chosen has no count beside the others', () => {
  assert.deepEqual(cellsOf(view('check_list', [[15], null])), [[['15', '75%', 0.75]], [['< 5', '', 0]]])
})

test('without the number of people, there are counts alone, and the longest bar is that of the most chosen', () => {
  const found = view('check_list', [[15], [5]], { asked: null })
  assert.equal(found.note, '')
  assert.deepEqual(cellsOf(found), [[['15', '', 1]], [['5', '', 1 / 3]]])
})

test('no bar is longer than all, although counts and people follow in steps of their own', () => {
  assert.deepEqual(cellsOf(view('check_list', [[25]])), [[['25', '100%', 1]]])
})

test('the rows of a grid are shares of their own answers', () => {
  const { rows, order } = view('grid', [[5, 15], null])
  assert.deepEqual(order, [0, 1])
  assert.deepEqual(
    rows.map(({ note, cells }) => [note, ...cells.map(({ share }) => share)]),
    [['Answers: 20', '25%', '75%'], ['Too few']],
  )
})

test('a ranking is listed by mean rank, and what fewer than five have ranked comes last', () => {
  const found = view('ranking', [null, [0, 5, 5], [10, 0, 0]])
  assert.deepEqual(found.order, [2, 1, 0])
  assert.deepEqual(cellsOf(found), [[['< 5', '', 0]], [['2.50', '0', 0.25]], [['1.00', '10', 1]]])
})

test('of the same mean rank, more first places are better', () => {
  assert.deepEqual(
    view('ranking', [
      [0, 5, 0],
      [5, 0, 5],
      [0, 0, 5],
    ]).order,
    [1, 0, 2],
  )
})

test('hidden results, and those of fewer than five, have no figures', () => {
  for (const kind of ['check_list', 'grid', 'ranking'] as const) {
    const hidden = view(kind, [null, null], { asked: null, areVisible: false })
    const few = view(kind, [null, null], { asked: null })
    assert.deepEqual([hidden.note, few.note], ['', 'Too few'])
    for (const one of [hidden, few]) {
      assert.deepEqual(one.order, [0, 1])
      assert.ok(
        one.rows.every(
          ({ note, cells }) => note === '' && cells.every(({ count, part }) => count === '' && part === 0),
        ),
      )
    }
  }
})
