import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../src/store/store.ts'
import type { IdempotentRequest } from '../../src/store/surveys/idempotency.ts'
import { addAccount, NOW, newSurvey, newTemplate, plain, times } from './rows.ts'
import type { Open } from './subject.ts'

const DAY = 86_400_000
const keyed = (more: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  key: 'a key',
  hash: 'of a request',
  at: NOW,
  ...more,
})

/** The two transactions that create something with a key: the id each would create, and the ids that exist. */
const makers: [what: string, add: Add, held: (store: Store, accountId: string) => Promise<string[]>][] = [
  [
    'a survey',
    (store, accountId, request, cap = 9) => {
      const survey = newSurvey(accountId)
      return { made: survey.slug, outcome: store.surveys.add(survey, cap, request) }
    },
    async (store, accountId) => (await store.surveys.list(accountId, false)).map(({ slug }) => slug),
  ],
  [
    'a template',
    (store, accountId, request, cap = 9) => {
      const template = newTemplate(accountId)
      return { made: template.id, outcome: store.templates.add(template, cap, request) }
    },
    async (store, accountId) => (await Array.fromAsync(store.templates.pages(accountId, 2))).flat().map(({ id }) => id),
  ],
]
type Add = (
  store: Store,
  accountId: string,
  request: IdempotentRequest,
  cap?: number,
) => { made: string; outcome: Promise<unknown> }

export function idempotency(open: Open): void {
  for (const [what, add, held] of makers) {
    test(`${what} is created once per key, even in parallel and at the limit`, async t => {
      const { store } = await open(t)
      const { id } = await addAccount(store)
      const adds = times(20, () => add(store, id, keyed(), 1))
      const outcomes = await Promise.all(adds.map(({ outcome }) => outcome))
      const [made = '', ...more] = await held(store, id)
      assert.deepEqual(more, [])
      const expected = adds.map(one => (one.made === made ? 'added' : { resourceId: made }))
      assert.deepEqual(outcomes, expected)
    })

    test(`a key that created ${what} belongs to one request of one account`, async t => {
      const { store } = await open(t)
      const [{ id }, { id: other }] = [await addAccount(store), await addAccount(store)]
      assert.equal(await store.idempotency.find(id, keyed()), undefined)
      const { made, outcome } = add(store, id, keyed())
      assert.equal(await outcome, 'added')
      assert.equal(await add(store, id, keyed({ hash: 'of another' })).outcome, 'key_reused')
      assert.deepEqual(await store.idempotency.find(id, keyed()), { resourceId: made })
      assert.equal(await store.idempotency.find(id, keyed({ hash: 'of another' })), 'key_reused')
      assert.equal(await store.idempotency.find(other, keyed()), undefined)
      assert.equal(await add(store, other, keyed()).outcome, 'added')
      assert.equal(await add(store, id, keyed({ key: 'A key' })).outcome, 'added')
      assert.deepEqual([(await held(store, id)).length, (await held(store, other)).length], [2, 1])
    })

    test(`24 hours after it created ${what}, a key is new again`, async t => {
      const { store } = await open(t)
      const { id } = await addAccount(store)
      const at = (after: number) => keyed({ at: NOW + after })
      const first = add(store, id, at(0))
      assert.equal(await first.outcome, 'added')
      assert.deepEqual(await add(store, id, at(DAY - 1)).outcome, { resourceId: first.made })
      assert.equal(await store.idempotency.find(id, at(DAY)), undefined)
      const second = add(store, id, { ...at(DAY), hash: 'of another' })
      assert.equal(await second.outcome, 'added')
      assert.deepEqual(await store.idempotency.find(id, { ...at(2 * DAY - 1), hash: 'of another' }), {
        resourceId: second.made,
      })
    })

    test(`if ${what} is refused, its key is not stored; if the key cannot be stored, nothing is created`, async t => {
      const { store } = await open(t)
      const { id } = await addAccount(store)
      assert.equal(await add(store, id, keyed(), 0).outcome, 'limit_reached')
      assert.equal(await store.idempotency.find(id, keyed()), undefined)
      await assert.rejects(add(store, id, keyed({ hash: null as unknown as string })).outcome, /null/i)
      assert.deepEqual(await held(store, id), [])
      assert.equal(await add(store, id, keyed()).outcome, 'added')
    })
  }

  test('a taken slug stores no key', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    await store.surveys.add(newSurvey(id, { slug: 'taken' }), 9)
    assert.equal(await store.surveys.add(newSurvey(id, { slug: 'taken' }), 9, keyed()), 'slug_taken')
    assert.equal(await store.idempotency.find(id, keyed()), undefined)
  })

  test('a key stores the hash of the request, what was created and when', async t => {
    const { store, engine } = await open(t)
    const { id } = await addAccount(store)
    const survey = newSurvey(id)
    await store.surveys.add(survey, 9, keyed())
    const rows = plain(await engine.reader.selectFrom('idempotency_key').selectAll().execute())
    assert.deepEqual(
      rows.map(row => ({ ...row, used_at: Number(row.used_at) })),
      [{ account_id: id, key: 'a key', request_hash: 'of a request', resource_id: survey.slug, used_at: NOW }],
    )
  })

  test('keys used 24 hours ago are purged, later ones stay', async t => {
    const { store, engine } = await open(t)
    const { id } = await addAccount(store)
    for (const [key, at] of [
      ['old', NOW - 1],
      ['just', NOW],
      ['young', NOW + 1],
    ] as const)
      await store.surveys.add(newSurvey(id), 9, keyed({ key, at }))
    await store.purge(NOW + DAY)
    const rows = await engine.reader.selectFrom('idempotency_key').select('key').execute()
    assert.deepEqual(plain(rows), [{ key: 'young' }])
    assert.equal((await store.surveys.list(id, false)).length, 3)
  })
}
