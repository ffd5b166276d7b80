import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ShownResult } from '../../src/domain/results/groups/shown-results.ts'
import type { Result } from '../../src/domain/results/tally.ts'
import {
  firstScreenOf,
  lastScreen,
  type Presented,
  screenAfter,
  screenAt,
  screenBefore,
} from '../../web/presenter/screens.ts'

const choiceOf = (index: number, counts: readonly number[]) =>
  ({
    index,
    type: 'multiple_choice',
    text: 'Which?',
    answered: 0,
    tally: counts.map((count, n) => ({ option: `${n + 1}`, count })),
  }) as unknown as Result

/** Items are 10 high, or 7 where they are small. */
const extents = (count: number, height: number) =>
  Array.from({ length: count }, (_, at) => ({ from: at * height, to: (at + 1) * height }))

function presented(
  results: readonly Result[],
  room: number,
  more: Partial<Presented> & { isSorted?: boolean; picks?: string[]; hasWords?: boolean } = {},
): Presented {
  const { isSorted = false, picks = [], hasWords = false } = more
  return {
    results,
    canScroll: false,
    shownOf: () => ({ isSorted, picks: picks.map(text => ({ text })), words: hasWords ? [] : null }),
    measure: (_result, items) => ({
      room,
      leastRoom: Math.min(room, 60),
      usual: extents(items.length, 10),
      small: extents(items.length, 7),
    }),
    ...more,
  }
}

const TEXT = { index: 0, type: 'free_text', text: 'Why?', answered: 0 } as unknown as Result
const RATING = { index: 1, type: 'rating', text: 'How?', answered: 0 } as unknown as Result

test('the screens of a survey in order, there and back, as this window divides them', () => {
  const survey = presented([choiceOf(0, Array(14).fill(0)), RATING], 60)
  const ids: string[] = []
  for (
    let screen = screenAt('', survey), next = screenAfter(screen, survey);
    next !== undefined;
    next = screenAfter(screen, survey)
  ) {
    ids.push(next.id)
    screen = next
  }
  assert.deepEqual(ids, ['1.1-6', '1.7-12', '1.13-14', '2'])
  assert.equal(lastScreen(survey).id, '2')
  const back: string[] = []
  for (let one = screenBefore(lastScreen(survey), survey); one !== undefined; one = screenBefore(one, survey))
    back.push(one.id)
  assert.deepEqual(back, ['1.13-14', '1.7-12', '1.1-6', ''])
})

test('items are smaller if then all of them fit, on every projector', () => {
  const partOf = (count: number, room: number) =>
    screenAt('1', presented([choiceOf(0, Array(count).fill(0))], room)).part
  assert.deepEqual(partOf(6, 60), [0, 6])
  assert.deepEqual(partOf(8, 60), [0, 8])
  assert.deepEqual(partOf(9, 60), [0, 6])
  assert.deepEqual(partOf(9, 80), [0, 8])
  assert.deepEqual(partOf(9, 90), [0, 9])
  assert.deepEqual(partOf(2, 5), [0, 1])
})

test('a screen shows at least what another does, and goes on where that one ends', () => {
  const survey = presented([choiceOf(0, Array(20).fill(0))], 60)
  const { part, next, id } = screenAt('1.4-12', survey)
  assert.deepEqual([id, part, next], ['1.4-12', [3, 12], 12])
  assert.deepEqual(screenAt('1.4-5', survey), { id: '1.4-5', index: 0, part: [3, 9], next: 5 })
  assert.equal(screenBefore({ id: '', index: 0, part: [3, 12] }, survey)?.id, '1.1-6')
  const phone = { ...survey, canScroll: true }
  assert.deepEqual(screenAt('1.7-12', phone), { id: '1.7-12', index: 0, part: [6, 20], next: 12 })
})

test('an address of what is gone leads to the question, or to the start', () => {
  const survey = presented([choiceOf(0, Array(4).fill(0)), RATING], 60)
  for (const [address, id] of [
    ['1', '1.1-4'],
    ['1.9-12', '1.1-4'],
    ['1.0', '1.1-4'],
    ['1.2-9', '1.2-4'],
    ['2.2', '2'],
    ['3', ''],
    ['nothing', ''],
  ] as const)
    assert.equal(screenAt(address, survey).id, id, address)
})

test('words follow the texts that were picked', () => {
  const survey = presented([TEXT], 20, { picks: ['a', 'b', 'c'], hasWords: true })
  const second = screenAfter(screenAt('1', survey), survey)
  assert.deepEqual(second, { id: '1.3-3', index: 0, part: [2, 3], next: 3 })
  const third = screenAfter(second ?? { id: '' }, survey)
  assert.deepEqual(third, { id: '1.4', index: 0, isWords: true })
  assert.equal(screenAfter(third ?? { id: '' }, survey), undefined)
  assert.equal(screenBefore(third ?? { id: '' }, survey)?.id, '1.3-3')
  assert.deepEqual(screenAt('1', presented([TEXT], 20)), { id: '1', index: 0 })
})

test('sorted options are on one screen, with a row for those that have no room', () => {
  const result = choiceOf(0, [1, 5, 3, 0, 0, 0, 0, 0, 0, 0])
  const rowsIn = (room: number) => screenAt('1', presented([result], room, { isSorted: true })).sortedRows
  assert.deepEqual([rowsIn(70), rowsIn(62), rowsIn(30), rowsIn(5)], [8, 7, 3, 1])
  const survey = presented([result], 60)
  assert.equal(firstScreenOf(result, true, survey), '1')
  assert.equal(firstScreenOf(result, false, survey), '1.1-6')
})

const GRID = {
  ...choiceOf(2, []),
  tally: undefined,
  last: 14,
  group: {
    kind: 'grid',
    rows: Array.from({ length: 13 }, (_, at) => ({ index: 2 + at, text: `Row ${at}` })),
  },
} as unknown as ShownResult

test('a grid has ten rows a screen, whatever room there is for options, and all of them where the page scrolls', () => {
  const survey = presented([choiceOf(0, [1, 1]), RATING, GRID], 60)
  assert.deepEqual(screenAt('3', survey), { id: '3.1-10', index: 2, part: [0, 10], next: 10 })
  assert.deepEqual(screenAfter(screenAt('3', survey), survey), { id: '3.11-13', index: 2, part: [10, 13] })
  assert.deepEqual(screenAt('3', presented([GRID], 60, { canScroll: true })).part, [0, 13])
})

test('each question of a group has the screen of the group', () => {
  const survey = presented([choiceOf(0, [1, 1]), RATING, GRID], 60)
  for (const id of ['4', '15', '15.2-5']) assert.equal(screenAt(id, survey).index, 2)
  assert.equal(screenAt('16', survey).id, '')
})
