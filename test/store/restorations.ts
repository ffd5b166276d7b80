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
    const { id, email, key, extend } = await begun(store)
    assert.equal(await extend(NOW + LEASE_MS - 1), true)
    const later = NOW + 3 * LEASE_MS
    assert.equal(await store.jobs.begin(NOW + LEASE_MS, later), undefined)
    assert.equal(await store.restorations.findExpired(key, later), id)
    assert.equal((await store.jobs.begin(later, later + LEASE_MS))?.email, email)
    assert.equal(await store.restorations.findExpired(key, later), undefined)
    assert.equal(await extend(later), false)
  })

  test('a restoration is extended by those who began it, and an account has one at a time from its holder and one from the operator', async t => {
    const { store } = await open(t)
    const { id, staging, key } = await begun(store)
    const lease = { now: NOW, until: NOW + 1 }
    assert.equal(await store.restorations.extend(id, { ...key, restoresTo: randomUUID() }, lease), false)
    assert.equal(await store.restorations.extend(id, { ...key, restoredBy: 'operator' }, lease), false)
    assert.equal(await store.restorations.extend(id, key, lease), true)
    const second = () => ({ ...staging, id: randomUUID(), email: `${randomUUID()}@restoring.invalid` })
    assert.equal(await store.restorations.begin(second()), false)
    const { email, ...other } = second()
    const deletion = { ...staging.deletion, email }
    assert.equal(await store.restorations.begin({ ...other, email, deletion, restoredBy: 'operator' }), true)
  })
}

async function begun(store: Store) {
  const [id, email] = [randomUUID(), `${randomUUID()}@restoring.invalid`]
  const key = { restoresTo: randomUUID(), restoredBy: 'holder' } as const
  const deletion = { kind: DELETE_ACCOUNT, email, payload: JSON.stringify({ account_id: id }), createdAt: NOW }
  const staging = { id, email, ...key, createdAt: new Date(NOW).toISOString(), deletion, until: NOW + LEASE_MS }
  assert.equal(await store.restorations.begin(staging), true)
  const extend = (now: number) => store.restorations.extend(id, key, { now, until: now + LEASE_MS })
  return { id, email, key, staging, extend }
}
