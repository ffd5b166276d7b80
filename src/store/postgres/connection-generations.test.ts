import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { ConnectionGenerations } from './connection-generations.ts'

test('a connection that dies with others does not retire connections opened after the first of them died', () => {
  const generations = new ConnectionGenerations()
  const [first, second, third] = [{}, {}, {}] as [pg.PoolClient, pg.PoolClient, pg.PoolClient]
  const usable = () => [first, second, third].map(client => generations.isCurrent(client))
  for (const client of [first, second]) generations.opened(client)
  generations.retire(first)
  generations.opened(third)
  generations.retire(second)
  assert.deepEqual(usable(), [false, false, true])
  generations.retire(third)
  assert.deepEqual(usable(), [false, false, false])
})
