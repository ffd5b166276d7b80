import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../src/store/store.ts'
import { addAccount, addSurvey, isNotified, NOW, newSurvey, times } from './rows.ts'
import type { Open } from './subject.ts'

export function freePlan(open: Open): void {
  const automatic = { expiresAt: NOW + 1_000, expiryAutomatic: true }
  const expiryOf = async (store: Store, slug: string) => (await store.surveys.findPublic(slug))?.expiresAt

  test('a subscription clears automatic expiries that lie ahead, with a new revision and a notification', async t => {
    const { store } = await open(t)
    const { accountId, slug } = await addSurvey(store, automatic)
    const others = [{ expiresAt: NOW + 1_000 }, { ...automatic, expiresAt: NOW }]
    const slugs = others.map((_, at) => `other-${at}`)
    for (const [at, more] of others.entries())
      await store.surveys.add(newSurvey(accountId, { ...more, slug: slugs[at] ?? '' }), 9)
    const received: (string | undefined)[] = []
    store.listen(change => received.push(change?.slug))
    await store.billing.grant(accountId, NOW + 1, NOW)
    const found = await store.surveys.findPublic(slug)
    assert.deepEqual([found?.expiresAt, found?.expiryAutomatic, found?.revision], [null, false, 2])
    assert.deepEqual(await Promise.all(slugs.map(one => expiryOf(store, one))), [NOW + 1_000, NOW])
    assert.equal(await isNotified(received, slug), true)
  })

  test('surveys that are added while a subscription begins end up without an automatic expiry', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const slugs = times(20, at => `slug-${at}`)
    const add = (slug: string) => store.surveys.add(newSurvey(id, { slug, ...automatic }), 99)
    const before = slugs.slice(0, 10).map(add)
    const subscribed = store.billing.grant(id, NOW + 1, NOW)
    await Promise.all([...before, subscribed, ...slugs.slice(10).map(add)])
    assert.deepEqual(new Set(await Promise.all(slugs.map(slug => expiryOf(store, slug)))), new Set([null]))
  })
}
