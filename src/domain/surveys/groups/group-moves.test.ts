import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { JsonObject } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { editQuestions, originsOf } from '../edit.ts'
import { parseQuestions } from '../question.ts'
import { checkGroups } from './group-fit.ts'
import { moveGroups } from './group-moves.ts'
import { type Positions, parseGroups, type QuestionGroup } from './question-group.ts'

const optional = { requirement: { mode: 'optional' } }
const note = { type: 'free_text', text: 'Anything else?', ...optional }
const choice = (text: string, ...options: string[]) => ({ type: 'multiple_choice', text, options, ...optional })
const day = (name: string) => choice('Which days?', name)
const row = (text: string) => choice(text, 'Bad', 'Good')
const item = (text: string, ranks = 4) => choice(text, ...Array.from({ length: ranks }, (_, at) => `${at + 1}`))
const textIf = (questionIndex: number, value: string) => {
  const when = { op: 'all', conditions: [{ questionIndex, values: [value] }] }
  return { type: 'free_text', text: 'Which other one?', requirement: { mode: 'conditional', when } }
}

const TITLE = { title: 'How was it?' }
const group = (kind: string, from: number, to: number, more: object = {}) => {
  const titled = kind === 'grid' || kind === 'ranking' || kind === 'section'
  return { kind, from, to, ...(titled && TITLE), ...more }
}

/** A question of the new list: the position of a stored one, or a new one. */
type Entry = number | JsonObject

/** @returns the groups after the edit, which fit; undefined if the edit is refused */
function attempt(stored: readonly object[], groups: readonly object[], entries: readonly Entry[]) {
  const before = parseQuestions(stored as JsonObject[])
  const input = entries.map(one => (typeof one === 'number' ? { ...stored[one], index: one } : one)) as JsonObject[]
  const checked = parseGroups(groups as JsonObject[])
  checkGroups(checked, before)
  try {
    const after = editQuestions(before, input, new Set())
    const moved = moveGroups(checked, before, after, originsOf(before, input))
    checkGroups(moved, after)
    assert.deepEqual(parseGroups(moved as readonly object[] as JsonObject[]), moved)
    return moved
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'invalid_groups') return undefined
    throw error
  }
}

function edit(stored: readonly object[], groups: readonly object[], ...entries: Entry[]): readonly QuestionGroup[] {
  const moved = attempt(stored, groups, entries)
  assert.ok(moved)
  return moved
}

const ranges = (groups: readonly Positions[]) => groups.map(({ from, to }) => [from, to])

/** Four questions of a group between two others, and one that would fit between them. */
interface Example {
  readonly members: readonly JsonObject[]
  readonly fitting: JsonObject
}

const EXAMPLES: Readonly<Record<string, Example>> = {
  check_list: { members: ['Monday', 'Tuesday', 'Friday', 'Sunday'].map(day), fitting: day('Saturday') },
  grid: { members: ['Food', 'Music', 'Room', 'Talks'].map(row), fitting: row('Drinks') },
  ranking: { members: ['Time', 'Money', 'Rest', 'Fun'].map(text => item(text)), fitting: item('Luck') },
  section: { members: [note, row('Food'), item('Time'), day('Monday')], fitting: { type: 'rating', text: 'How?' } },
}

/** The new list, where `fitting` is a new question, and the positions of check_list, grid, ranking and section after it. */
const MOVES: readonly (readonly [string, readonly (number | 'fitting' | 'other')[], readonly (string | null)[]])[] = [
  ['nothing', [0, 1, 2, 3, 4, 5], ['1-4', '1-4', '1-4', '1-4']],
  ['one is added in front', ['fitting', 0, 1, 2, 3, 4, 5], ['2-5', '2-5', '2-5', '2-5']],
  ['one is added directly in front', [0, 'fitting', 1, 2, 3, 4, 5], ['2-5', '2-5', '2-5', '2-5']],
  ['one that fits is added inside', [0, 1, 2, 'fitting', 3, 4, 5], ['1-5', '1-5', null, '1-5']],
  ['another one is added inside', [0, 1, 'other', 2, 3, 4, 5], [null, null, null, '1-5']],
  ['one is added directly behind', [0, 1, 2, 3, 4, 'fitting', 5], ['1-4', '1-4', '1-4', '1-4']],
  ['the first is removed', [0, 2, 3, 4, 5], ['1-3', '1-3', null, '1-3']],
  ['one in the middle is removed', [0, 1, 3, 4, 5], ['1-3', '1-3', null, '1-3']],
  ['the last is removed', [0, 1, 2, 3, 5], ['1-3', '1-3', null, '1-3']],
  ['two are removed', [0, 1, 4, 5], ['1-2', '1-2', null, '1-2']],
  ['one is left', [0, 3, 5], [null, null, null, '1-1']],
  ['one is removed and one added', [0, 1, 'fitting', 3, 4, 5], ['1-4', '1-4', '1-4', '1-4']],
  ['all are removed', [0, 5], [null, null, null, null]],
  ['all others are removed', [1, 2, 3, 4], ['0-3', '0-3', '0-3', '0-3']],
  ['two of it are swapped', [0, 1, 3, 2, 4, 5], ['1-4', '1-4', '1-4', '1-4']],
  ['it is turned round', [5, 4, 3, 2, 1, 0], ['1-4', '1-4', '1-4', '1-4']],
  ['its neighbours are swapped', [5, 1, 2, 3, 4, 0], ['1-4', '1-4', '1-4', '1-4']],
  ['it moves to the end', [0, 5, 1, 2, 3, 4], ['2-5', '2-5', '2-5', '2-5']],
  ['its last leaves it', [4, 0, 1, 2, 3, 5], [null, null, null, '2-4']],
  ['a neighbour moves inside', [1, 2, 3, 0, 4, 5], [null, null, null, '0-2']],
  ['a neighbour halves it', [1, 2, 0, 3, 4, 5], [null, null, null, '0-1']],
]

describe('positions of groups follow their questions', () => {
  for (const [name, order, expected] of MOVES)
    for (const [at, [kind, { members, fitting }]] of Object.entries(EXAMPLES).entries())
      test(`${kind}: ${name}`, () => {
        const stored = [note, ...members, { type: 'rating', text: 'Overall?' }]
        const entries = order.map(one => {
          if (one === 'fitting') return fitting
          return one === 'other' ? choice('Which?', 'Tea') : one
        })
        const range = expected[at]?.split('-').map(Number)
        const moved = edit(stored, [group(kind, 1, 4)], ...entries)
        assert.deepEqual(moved, range === undefined ? [] : [group(kind, range[0] ?? 0, range[1] ?? 0)])
      })

  test('questions that no longer fit dissolve their group', () => {
    const list = (kind: string) => [note, ...(EXAMPLES[kind]?.members ?? [])]
    const after = (kind: string, change: object) =>
      ranges(edit(list(kind), [group(kind, 1, 4)], 0, 1, { ...list(kind)[2], index: 2, ...change } as JsonObject, 3, 4))
    for (const kind of ['check_list', 'grid', 'ranking']) {
      assert.deepEqual(after(kind, { type: 'rating' }), [], kind)
      assert.deepEqual(after(kind, { options: ['1', '2', '3', '4', '5'] }), [], kind)
      assert.deepEqual(after(kind, { unknown: 1 }), [[1, 4]], kind)
    }
    assert.deepEqual(after('check_list', { requirement: undefined }), [])
    assert.deepEqual(after('check_list', { text: 'Which day?' }), [])
    assert.deepEqual(after('check_list', { options: ['Monday'] }), [])
    assert.deepEqual(after('check_list', { options: ['Wednesday'] }), [[1, 4]])
    assert.deepEqual(after('grid', { text: 'Sound', requirement: undefined }), [[1, 4]])
    assert.deepEqual(after('ranking', { text: 'Sleep' }), [[1, 4]])
    assert.deepEqual(after('section', { type: 'rating' }), [[1, 4]])
  })

  test('a list of the same rows under other options stays a grid', () => {
    const columns = { options: ['Low', 'High'] }
    assert.deepEqual(
      ranges(
        edit(
          [row('a'), row('b')],
          [group('grid', 0, 1)],
          { ...row('b'), ...columns, index: 1 },
          { ...row('a'), ...columns, index: 0 },
        ),
      ),
      [[0, 1]],
    )
  })

  test('a text stays behind the option that requires it', () => {
    const list = [note, choice('Which drink?', 'Tea', 'Other'), textIf(1, 'Other'), note]
    const after = (...entries: Entry[]) => ranges(edit(list, [group('other', 1, 2)], ...entries))
    assert.deepEqual(after(1, 2, 0, 3), [[0, 1]])
    assert.deepEqual(after(0, 3, 1, 2), [[2, 3]])
    assert.deepEqual(after(0, 1, 3, 2), [])
    assert.deepEqual(after(0, 1, note, 2, 3), [])
    assert.deepEqual(after(0, 1, 3), [])
    assert.deepEqual(after(0, { ...choice('Which drink?', 'Other', 'Coffee'), index: 1 }, 2, 3), [[1, 2]])
    assert.deepEqual(after(0, 1, { ...note, index: 2 }, 3), [])
  })

  test('a check_list keeps or loses its text', () => {
    const list = [day('Monday'), day('Friday'), day('Other'), textIf(2, 'Other')]
    const after = (...entries: Entry[]) => ranges(edit(list, [group('check_list', 0, 3)], ...entries))
    assert.deepEqual(after(1, 0, 2, 3), [[0, 3]])
    assert.deepEqual(after(note, 1, 2, 3), [[1, 3]])
    assert.deepEqual(after(0, 1, 2), [[0, 2]])
    assert.deepEqual(after(0, 2, 1, 3), [])
    assert.deepEqual(after(0, 2, day('Sunday'), 3), [])
  })
})

test('numbers that nobody can choose any more are lowered or go', () => {
  const list = ['Monday', 'Tuesday', 'Friday', 'Sunday'].map(day)
  const after = (more: object, ...entries: Entry[]) => edit(list, [group('check_list', 0, 3, more)], ...entries)
  assert.deepEqual(after({ min: 3, max: 4 }, 0, 1), [group('check_list', 0, 1, { min: 2 })])
  assert.deepEqual(after({ min: 1, max: 3 }, 0, 1, 2), [group('check_list', 0, 2, { min: 1, max: 3 })])
  assert.deepEqual(after({ max: 4 }, 0, 1, 2), [group('check_list', 0, 2)])
  assert.deepEqual(after({ max: 4 }, 0, day('Saturday'), 1, 2, 3), [group('check_list', 0, 4, { max: 4 })])
  assert.deepEqual(after({ min: 4 }, 1, 2, 3), [group('check_list', 0, 2, { min: 3 })])
  const items = ['Time', 'Money', 'Rest'].map(text => item(text, 3))
  assert.deepEqual(
    edit(
      items,
      [group('ranking', 0, 2, { min: 3 })],
      { ...item('Time', 2), index: 0 },
      { ...item('Rest', 2), index: 2 },
    ),
    [group('ranking', 0, 1, { min: 2 })],
  )
})

describe('in each of the 24 orders of four questions', () => {
  const orders = permutations([0, 1, 2, 3])
  const placesOf = (order: readonly number[], ...of: number[]) => of.map(one => order.indexOf(one)).toSorted()
  const span = (places: readonly number[]) => [places[0], places.at(-1)]
  const areTogether = (places: readonly number[]) => (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1

  test('four questions stay one group of any kind', () => {
    assert.equal(orders.length, 24)
    for (const [kind, { members }] of Object.entries(EXAMPLES))
      for (const order of orders) assert.deepEqual(edit(members, [group(kind, 0, 3)], ...order), [group(kind, 0, 3)])
  })

  test('a grid of three takes in a row that is put into it, and another question dissolves it', () => {
    for (const order of orders) {
      const places = placesOf(order, 0, 1, 2)
      const rows = [row('a'), row('b'), row('c')]
      assert.deepEqual(ranges(edit([...rows, row('d')], [group('grid', 0, 2)], ...order)), [span(places)])
      const kept = areTogether(places) ? [span(places)] : []
      assert.deepEqual(ranges(edit([...rows, note], [group('grid', 0, 2)], ...order)), kept)
    }
  })

  test('a group with questions of another one between its own dissolves', () => {
    for (const order of orders) {
      const list = [row('a'), row('b'), row('c'), row('d')]
      const kept = [placesOf(order, 0, 1), placesOf(order, 2, 3)].filter(areTogether).toSorted()
      assert.deepEqual(ranges(edit(list, [group('grid', 0, 1), group('grid', 2, 3)], ...order)), kept)
    }
  })

  test('a text that is in front of its question is refused with the edit, and one that is apart is no group', () => {
    const list = [
      choice('Tea?', 'Yes', 'Other'),
      textIf(0, 'Other'),
      choice('Cake?', 'Yes', 'Other'),
      textIf(2, 'Other'),
    ]
    for (const order of orders) {
      const moved = attempt(list, [group('other', 0, 1), group('other', 2, 3)], order)
      const isRefused = order.indexOf(1) < order.indexOf(0) || order.indexOf(3) < order.indexOf(2)
      const kept = [placesOf(order, 0, 1), placesOf(order, 2, 3)].filter(areTogether).toSorted()
      assert.deepEqual(moved && ranges(moved), isRefused ? undefined : kept)
    }
  })

  test('two sections keep their longest runs', () => {
    const list = [row('a'), note, day('Monday'), note]
    for (const order of orders) {
      const runOf = (places: readonly number[]) => (areTogether(places) ? span(places) : [places[0], places[0]])
      const kept = [runOf(placesOf(order, 0, 1)), runOf(placesOf(order, 2, 3))].toSorted()
      assert.deepEqual(ranges(edit(list, [group('section', 0, 1), group('section', 2, 3)], ...order)), kept)
    }
  })
})

describe('a section', () => {
  test('keeps the longest of its runs, and of two the first', () => {
    const list = Array(7).fill(note)
    const after = (...entries: Entry[]) => ranges(edit(list, [group('section', 0, 4)], ...entries))
    assert.deepEqual(after(0, 5, 1, 2, 6, 3, 4), [[2, 3]])
    assert.deepEqual(after(0, 5, 1, 6, 2, 3, 4), [[4, 6]])
    assert.deepEqual(after(0, 1, note, 2, 5, 3, 4), [[0, 3]])
    assert.deepEqual(after(note, 4, note, note, 5), [[1, 1]])
    assert.deepEqual(after(5, 6), [])
  })

  test('has groups as a whole, whatever is put into them', () => {
    const list = [note, row('a'), row('b'), note, row('c'), row('d')]
    const groups = [group('section', 0, 3), group('grid', 1, 2)]
    assert.deepEqual(edit(list, groups, 0, 1, 4, 2, 3, 5), [group('section', 0, 4), group('grid', 1, 3)])
    assert.deepEqual(edit(list, groups, 0, 1, row('e'), 2, 3), [group('section', 0, 4), group('grid', 1, 3)])
    assert.deepEqual(edit(list, groups, 5, 1, 2, 4, 3, 0), [group('section', 1, 2), group('grid', 1, 2)])
    assert.deepEqual(edit(list, groups, 1, 5, 2), [group('section', 0, 2), group('grid', 0, 2)])
  })

  test('loses questions to a group outside that they are put into, and to one that is put into it', () => {
    const list = [row('a'), row('b'), row('c'), row('d')]
    const groups = [group('grid', 0, 1), group('section', 2, 3)]
    assert.deepEqual(edit(list, groups, 0, 2, 1, 3), [group('grid', 0, 2), group('section', 3, 3)])
    assert.deepEqual(edit(list, groups, 0, 2, 3, 1), [group('grid', 0, 3)])
    assert.deepEqual(edit(list, groups, 2, 0, 1, 3), [group('section', 0, 0), group('grid', 1, 2)])
  })
})

test('after any accepted edit, the groups that are left fit (property)', () => {
  let [accepted, kept, dissolved] = [0, 0, 0]
  fc.assert(
    fc.property(surveys(), edits(), ({ questions, groups }, entries) => {
      const moved = attempt(
        questions,
        groups,
        entries.map(one => (typeof one === 'number' ? one % questions.length : one)).filter(isFirst),
      )
      if (moved === undefined) return
      accepted++
      kept += moved.length
      dissolved += groups.length - moved.length
    }),
    { numRuns: 3_000 },
  )
  assert.ok(accepted > 500 && kept > 500 && dissolved > 500, JSON.stringify({ accepted, kept, dissolved }))
})

function isFirst(entry: Entry, at: number, all: readonly Entry[]): boolean {
  return typeof entry !== 'number' || all.indexOf(entry) === at
}

/** Blocks of questions, each perhaps a group, some of them in sections. */
function surveys(): fc.Arbitrary<{ questions: object[]; groups: object[] }> {
  const block = fc.record({
    kind: fc.constantFrom('check_list', 'grid', 'ranking', 'other', 'none'),
    size: fc.integer({ min: 2, max: 4 }),
    isGroup: fc.boolean(),
    section: fc.nat({ max: 2 }),
  })
  return fc.array(block, { minLength: 1, maxLength: 4 }).map(blocks => {
    const questions: object[] = []
    const groups: object[] = []
    for (const { kind, size, isGroup, section } of blocks) {
      const from = questions.length
      questions.push(...membersOf(kind, size, from))
      const to = questions.length - 1
      if (isGroup && kind !== 'none')
        groups.push(group(kind, from, to, kind === 'check_list' ? { min: 2, max: 2 } : {}))
      if (section > 0) groups.push(group('section', from + (isGroup ? 0 : section - 1), to))
    }
    return { questions, groups }
  })
}

function membersOf(kind: string, size: number, from: number): object[] {
  if (kind === 'other') return [choice('Which drink?', 'Tea', 'Other'), textIf(from, 'Other')]
  return Array.from({ length: size }, (_, at) => {
    if (kind === 'check_list') return day(`Day ${from + at}`)
    if (kind === 'grid') return row(`Row ${at}`)
    return kind === 'ranking' ? item(`Item ${at}`, size) : note
  })
}

function edits(): fc.Arbitrary<readonly Entry[]> {
  const added = fc.constantFrom<JsonObject[]>(note, row('Row'), day('New'), item('Item', 3))
  const positions = fc.array(fc.oneof({ weight: 5, arbitrary: fc.nat({ max: 15 }) }, added), {
    minLength: 1,
    maxLength: 16,
  })
  const inOrder = fc.tuple(fc.nat({ max: 15 }), fc.nat({ max: 15 }), added).map(([first, second, one]) => {
    const all: Entry[] = Array.from({ length: 16 }, (_, at) => at)
    all.splice(first, 1)
    all.splice(second, 0, one)
    return all
  })
  return fc.oneof(positions, inOrder)
}

function permutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]]
  return list.flatMap(one => permutations(list.filter(other => other !== one)).map(rest => [one, ...rest]))
}
