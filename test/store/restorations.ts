import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { DELETE_ACCOUNT } from '../../src/store/jobs.ts'
import type { Store } from '../../src/store/store.ts'
import { NOW } from './rows.ts'
import type { Open } from './subject.ts'

const LEASE_MS = 1_000

export function restorations(open: Open): void {
  test('a restoration continues while it is extended, until its deletion begins', async t => {
    const { store } = await open(t)
    const { id, email, extend } = await begun(store)
    assert.equal(await extend(NOW + LEASE_MS - 1), true)
    const later = NOW + 3 * LEASE_MS
    assert.equal(await store.jobs.begin(NOW + LEASE_MS, later), undefined)
    assert.equal(await store.restorations.findExpired(email, later), id)
    assert.equal((await store.jobs.begin(later, later + LEASE_MS))?.email, email)
    assert.equal(await store.restorations.findExpired(email, later), undefined)
    assert.equal(await extend(later), false)
  })

  test('a restoration of another address cannot be extended, and an address has one at a time', async t => {
    const { store } = await open(t)
    const { id, staging } = await begun(store)
    assert.equal(await store.restorations.extend(id, 'other@restoring.invalid', { now: NOW, until: NOW + 1 }), false)
    assert.equal(await store.restorations.begin({ ...staging, id: randomUUID() }), false)
  })
}

async function begun(store: Store) {
  const [id, email] = [randomUUID(), `${randomUUID()}@restoring.invalid`]
  const deletion = { kind: DELETE_ACCOUNT, email, payload: JSON.stringify({ account_id: id }), createdAt: NOW }
  const staging = { id, email, createdAt: new Date(NOW).toISOString(), deletion, until: NOW + LEASE_MS }
  assert.equal(await store.restorations.begin(staging), true)
  const extend = (now: number) => store.restorations.extend(id, email, { now, until: now + LEASE_MS })
  return { id, email, staging, extend }
}
