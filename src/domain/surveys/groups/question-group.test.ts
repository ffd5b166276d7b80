import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Json } from '../../values/json.ts'
import { NO_GROUPS, parseGroups } from './question-group.ts'

/** @returns what is refused, or the groups */
function parse(input: Json | undefined): unknown {
  try {
    return parseGroups(input)
  } catch (error) {
    return (error as Error).message
  }
}

const GRID = { kind: 'grid', from: 0, to: 1, title: 'How was it?' }
const SECTION = { kind: 'section', from: 0, to: 1, title: 'About you' }
const CHECK_LIST = { kind: 'check_list', from: 0, to: 1 }
const RANKING = { kind: 'ranking', from: 0, to: 1, title: 'What matters most?' }

describe('groups', () => {
  test('are kept as sent, with all that their kinds have', () => {
    assert.deepEqual(parse([]), NO_GROUPS)
    for (const group of [
      CHECK_LIST,
      { ...CHECK_LIST, min: 1, max: 1_000 },
      { ...CHECK_LIST, shuffled: true },
      { ...GRID, shuffled: true },
      { ...RANKING, shuffled: true },
      { ...SECTION, shuffled: true },
      { ...GRID, title: '好'.repeat(500) },
      { ...RANKING, min: 3 },
      { kind: 'other', from: 4, to: 999 },
      { ...SECTION, text: '好'.repeat(2_000) },
      { ...SECTION, title: ' Two\nlines' },
    ])
      assert.deepEqual(parse([group]), [group])
  })

  test('come in the order of their questions, and sections before what is in them', () => {
    const later = { ...GRID, from: 2, to: 3 }
    const whole = { ...SECTION, to: 3 }
    assert.deepEqual(parse([later, GRID, SECTION, whole]), [whole, SECTION, GRID, later])
    assert.deepEqual(parse([whole, SECTION, GRID, later]), [whole, SECTION, GRID, later])
  })

  test('a survey can have 2,000 of them', () => {
    const groups = Array(2_000).fill({ ...CHECK_LIST })
    assert.deepEqual(parse(groups), groups)
    assert.equal(parse([...groups, CHECK_LIST]), 'a survey can have at most 2,000 groups')
  })

  test('their titles and texts have room for 50,000 characters', () => {
    const sections = (count: number) =>
      Array(count).fill({ ...SECTION, title: 'x'.repeat(500), text: 'y'.repeat(2_000) })
    assert.deepEqual(parse(sections(20)), sections(20))
    const reason = 'the titles and texts of all groups of a survey can have at most 50,000 characters together'
    assert.equal(parse([...sections(20), { ...GRID, title: 'x' }]), reason)
  })

  const LIST = 'groups must be a list of objects'
  const KIND = 'group 1: its kind must be check_list, grid, ranking, other or section'
  const POSITIONS = 'group 1: from and to must be the indexes of its first and its last question'
  const TITLE = 'group 1: its title must be a text of 1 to 500 characters'
  const TEXT = 'group 1: its text must be a text of 1 to 2,000 characters'
  const REFUSED: readonly (readonly [Json | undefined, string])[] = [
    [undefined, LIST],
    [null, LIST],
    [{}, LIST],
    [[null], KIND],
    [['grid'], KIND],
    [[{ ...GRID, kind: undefined } as unknown as Json], KIND],
    [[{ ...GRID, kind: 'matrix' }], KIND],
    [[{ ...GRID, kind: 'toString' }], KIND],
    [[{ ...GRID, min: 1 }], 'group 1: a grid has no "min"'],
    [[{ ...SECTION, max: 1 }], 'group 1: a section has no "max"'],
    [[{ ...CHECK_LIST, title: 'Which?' }], 'group 1: a check_list has no "title"'],
    [[{ ...RANKING, max: 2 }], 'group 1: a ranking has no "max"'],
    [[{ kind: 'other', from: 0, to: 1, shuffled: true }], 'group 1: an other has no "shuffled"'],
    [[{ ...GRID, shuffled: false }], 'group 1: shuffled must be true, or left out'],
    [[{ ...CHECK_LIST, shuffled: null }], 'group 1: shuffled must be true, or left out'],
    [[{ kind: 'other', from: 0, to: 1, text: 'Other' }], 'group 1: an other has no "text"'],
    [[{ ...GRID, from: -1 }], POSITIONS],
    [[{ ...GRID, from: 0.5 }], POSITIONS],
    [[{ ...GRID, to: '1' }], POSITIONS],
    [[{ ...GRID, to: null }], POSITIONS],
    [[{ ...GRID, from: 2 }], POSITIONS],
    [[{ kind: 'grid', from: 0, title: 'How?' }], POSITIONS],
    [[{ kind: 'grid', from: 0, to: 1 }], TITLE],
    [[{ ...GRID, title: ' ' }], TITLE],
    [[{ ...GRID, title: 1 }], TITLE],
    [[{ ...SECTION, title: 'x'.repeat(501) }], TITLE],
    [[{ ...RANKING, title: null }], TITLE],
    [[{ ...GRID, title: 'a\0' }], 'title must not contain a NUL character'],
    [[{ ...SECTION, text: '' }], TEXT],
    [[{ ...SECTION, text: null }], TEXT],
    [[{ ...SECTION, text: 'x'.repeat(2_001) }], TEXT],
    [[{ ...SECTION, text: 'a\0' }], 'text must not contain a NUL character'],
    [[{ ...CHECK_LIST, min: 0 }], 'group 1: min must be a whole number from 1'],
    [[{ ...CHECK_LIST, min: null }], 'group 1: min must be a whole number from 1'],
    [[{ ...CHECK_LIST, max: 1.5 }], 'group 1: max must be a whole number from 1'],
    [[{ ...RANKING, min: '1' }], 'group 1: min must be a whole number from 1'],
    [[GRID, { ...GRID, title: '' }], 'group 2: its title must be a text of 1 to 500 characters'],
  ]
  for (const [input, reason] of REFUSED)
    test(`${JSON.stringify(input)?.slice(0, 70)} is refused: ${reason}`, () => assert.equal(parse(input), reason))
})
