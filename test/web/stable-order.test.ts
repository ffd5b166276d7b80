import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signal } from '@preact/signals'
import type { ModeratedItem as Item } from '../../src/dashboard/contract.ts'
import { Board } from '../../web/ui/boards/board.ts'
import { StableOrder } from '../../web/ui/boards/stable-order.ts'
import { until } from '../until.ts'

const first: Item = { id: 'a', text: 'One?', votes: 2, state: 'held' }
const second: Item = { id: 'b', text: 'Two?', votes: 1, state: 'held' }
/** A server that accepts all changes. */
const server = { connected: signal(true), send: async <Reply>() => ({ items: [first, second] }) as Reply }

test('a press may be meant for another item until 400 ms after a reorder', async t => {
  const board = new Board(server, 0, () => 0)
  board.read()
  await until(() => board.items.value !== undefined)
  const order = new StableOrder(board)
  t.after(order.follow())
  let now = 10_000
  t.mock.method(performance, 'now', () => now)
  assert.equal(order.recentMove(), undefined)
  board.update([{ ...second, votes: 3 }])
  now += 399
  assert.equal(order.recentMove(), 'of others')
  now += 2
  assert.equal(order.recentMove(), undefined)
  await order.setState(first, 'shown')
  now += 399
  assert.equal(order.recentMove(), 'own')
  now += 2
  assert.equal(order.recentMove(), undefined)
})
