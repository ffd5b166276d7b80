import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LIST_ORDERS, type ListOrder } from './board.ts'
import { inPublicOrder, LARGEST_GROUP, newestOf } from './public-order.ts'

interface Item {
  readonly id: string
  readonly votes: number
  readonly sequence: number
}

/** For each number from 1, what respondents see under it, or that they no longer see it. */
const boards = fc.array(fc.option(fc.record({ id: fc.uuid(), votes: fc.integer({ min: 0, max: 2 }) })), {
  minLength: 1,
  maxLength: 60,
})

function boardOf(entries: readonly (Omit<Item, 'sequence'> | null)[]) {
  const numbered = entries.map((entry, at) => ({ entry, sequence: at + 1 }))
  const withdrawn = numbered.flatMap(({ entry, sequence }) => (entry === null ? [sequence] : []))
  const items = numbered.flatMap(({ entry, sequence }) => (entry === null ? [] : [{ ...entry, sequence }]))
  return { items, numbers: { last: entries.length, withdrawn } }
}

function stored(items: readonly Item[], order: ListOrder): Item[] {
  return items.toSorted(
    (a, b) => (order === 'new' ? 0 : b.votes - a.votes) || direction(order) * (a.sequence - b.sequence),
  )
}

function direction(order: ListOrder): number {
  return order === 'new' ? -1 : 1
}

test('groups of five to nine have one number, whatever is hidden, and ids decide in them [board-public-order]', () => {
  const all = (length: number) => boardOf(Array.from({ length }, (_, at) => ({ id: `${(at * 7) % 11}`, votes: 0 })))
  const numbersOf = ({ items, numbers }: ReturnType<typeof boardOf>) =>
    inPublicOrder(items, numbers, 'votes').map(({ id, sequence }) => [sequence, id])
  assert.deepEqual(numbersOf(all(3)), [
    [3, '0'],
    [3, '3'],
    [3, '7'],
  ])
  const groups = (length: number) => numbersOf(all(length)).map(([number]) => number)
  assert.deepEqual(groups(9), Array(9).fill(9))
  assert.deepEqual(groups(11), [...Array(5).fill(5), ...Array(6).fill(11)])
  const { items, numbers } = all(11)
  const seen = items.filter(({ sequence }) => sequence !== 2 && sequence !== 6)
  const left = inPublicOrder(seen, { ...numbers, withdrawn: [2, 6] }, 'new').map(({ sequence }) => sequence)
  assert.deepEqual(left, [...Array(5).fill(9), ...Array(4).fill(4)])
})

test('a number counts what respondents see, and never what they do not [board-public-order]', () => {
  fc.assert(
    fc.property(boards, entries => {
      const { items, numbers } = boardOf(entries)
      const listed = inPublicOrder(stored(items, 'new'), numbers, 'new')
      for (const { sequence } of listed)
        assert.equal(
          sequence,
          listed.filter(other => other.sequence <= sequence).length,
          'as many as are up to its group',
        )
    }),
  )
})

test('a part of a list, read with what may change places, is that part of the whole list [board-public-order]', () => {
  const positions = fc.nat(60)
  fc.assert(
    fc.property(boards, positions, positions, fc.constantFrom(...LIST_ORDERS), (entries, offset, limit, order) => {
      const { items, numbers } = boardOf(entries)
      const inOrder = stored(items, order)
      const before = Math.min(offset, LARGEST_GROUP - 1)
      const part = inOrder.slice(offset - before, offset + limit + LARGEST_GROUP - 1)
      assert.deepEqual(
        inPublicOrder(part, numbers, order).slice(before, before + limit),
        inPublicOrder(inOrder, numbers, order).slice(offset, offset + limit),
      )
    }),
  )
})

test('the newest of the changed items are those after which no other visible one came', () => {
  const changed = [4, 9, 7, 2].map(sequence => ({ sequence }))
  const newest = (last: number, withdrawn: number[]) => newestOf(changed, { last, withdrawn }).map(one => one.sequence)
  assert.deepEqual(newest(9, []), [9])
  assert.deepEqual(newest(9, [8]), [7, 9])
  assert.deepEqual(newest(9, [5, 6, 8, 9]), [4, 7])
  assert.deepEqual(newest(10, []), [])
})
