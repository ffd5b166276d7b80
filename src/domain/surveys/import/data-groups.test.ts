import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../values/json.ts'
import { keptGroups } from './data-groups.ts'

const QUESTIONS = ['Food', 'Room', 'Staff'].map(text => ({ type: 'multiple_choice', text, options: ['bad', 'good'] }))
const GRID = { kind: 'grid', from: 0, to: 1, title: 'How good was' }

/** The groups that are kept, and those that are refused with the reason. */
function kept(
  sent: readonly Json[],
  positions = new Map([
    [0, 0],
    [1, 1],
    [2, 2],
  ]),
) {
  const refused: [number, string][] = []
  const groups = keptGroups(sent, [], QUESTIONS, positions, (at, reason) => refused.push([at, reason]))
  return { groups, refused }
}

test('groups of a file follow their questions', () => {
  const moved = kept(
    [{ ...GRID, from: 3, to: 4 }],
    new Map([
      [3, 0],
      [4, 1],
    ]),
  )
  assert.deepEqual(moved, { groups: [GRID], refused: [] })
})

test('what does not fit is refused, and nothing else', () => {
  const misfit = 'its questions do not make it up, or are in another group'
  const { groups, refused } = kept([
    GRID,
    { ...GRID, from: 1, to: 2 },
    { kind: 'ranking', from: 2, to: 2, title: 'Best' },
    { kind: 'circle', from: 0, to: 1 },
    { ...GRID, from: 1, to: 7 },
    'grid',
  ])
  assert.deepEqual(groups, [GRID])
  assert.deepEqual(
    refused.toSorted(([one], [other]) => one - other),
    [
      [1, misfit],
      [2, misfit],
      [3, 'its kind must be check_list, grid, ranking, other or section'],
      [4, 'from and to must be the indexes of its first and its last question'],
      [5, 'its kind must be check_list, grid, ranking, other or section'],
    ],
  )
})

test('more text than all groups can have is refused', () => {
  const section = { kind: 'section', title: 'Part', text: 'a'.repeat(2_000), from: 0, to: 0 }
  const { refused } = kept(Array.from({ length: 26 }, () => section))
  const reasons = refused.filter(([, reason]) => reason === 'all groups have too much text together')
  assert.deepEqual(
    reasons.map(([at]) => at),
    [24, 25],
  )
})
