import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { CLIENT_LIFETIME_MS } from '../../src/domain/accounts/application-limits.ts'
import type { Store } from '../../src/store/store.ts'
import { addAccount, NOW, newToken, plain, times } from './rows.ts'
import type { Open } from './subject.ts'

const LATER = NOW + 1_000
/** Room for two waiting clients, neither of which is replaced. */
const ROOM = { max: 2, registeredBefore: NOW }

const newGrant = (accountId: string, clientId = 'client', scope = 'surveys:read') => {
  const shown = { clientName: 'Robin', redirectHost: 'client.example' }
  return { id: randomUUID(), accountId, clientId, scope, ...shown, createdAt: NOW, expiresAt: LATER }
}
const newArtifact = (grantId: string | null, accountId: string | null = null) =>
  ({ kind: 'refresh_token', id: randomUUID(), accountId, grantId, payload: '{}', expiresAt: LATER }) as const
const subscriber = (store: Store) => addAccount(store, { entitledUntil: LATER })
const isSubscribed = ({ entitledUntil }: { entitledUntil: number | null }) => (entitledUntil ?? NOW) > NOW

export function oauth(open: Open): void {
  test('an application is allowed once, even in parallel, and keeps its earlier permissions', async t => {
    const { store } = await open(t)
    const { id } = await subscriber(store)
    const grants = ['surveys:write', 'surveys:read', 'surveys:read'].map(scope => newGrant(id, 'client', scope))
    const ids = await Promise.all(grants.map(grant => store.oauthGrants.allow(grant, isSubscribed, 9)))
    assert.equal(new Set(ids).size, 1)
    const [only, ...others] = await store.oauthGrants.list(id, NOW)
    assert.deepEqual([only?.scope, others], ['surveys:read surveys:write', []])
  })

  test('a refused scope is not granted, and is withdrawn if it was granted before, with the tokens that have it', async t => {
    const { store } = await open(t)
    const { id } = await subscriber(store)
    const both = newGrant(id, 'client', 'surveys:delete surveys:read')
    const grantId = String(await store.oauthGrants.allow(both, isSubscribed, 9))
    for (const [hash, scope] of [
      ['a', both.scope],
      ['b', 'surveys:read'],
    ] as const)
      await store.oauthGrants.addToken({ ...newToken(id), id: hash, hash, scope, expiresAt: LATER }, grantId, 9)
    const again = { ...newGrant(id, 'client', 'surveys:read'), refused: ['surveys:delete'] }
    assert.equal(await store.oauthGrants.allow(again, isSubscribed, 9), grantId)
    assert.equal((await store.oauthGrants.find(grantId, NOW))?.scope, 'surveys:read')
    const found = await Promise.all(['a', 'b'].map(hash => store.oauthGrants.findToken(hash, NOW)))
    assert.deepEqual(
      found.map(token => token?.scope),
      [undefined, 'surveys:read'],
    )
  })

  test('nothing is allowed without a subscription; one application too many disconnects the oldest', async t => {
    const { store } = await open(t)
    const without = await addAccount(store, { entitledUntil: NOW })
    assert.equal(await store.oauthGrants.allow(newGrant(without.id), isSubscribed, 9), undefined)
    const { id } = await subscriber(store)
    for (const [index, name] of ['a', 'b', 'c'].entries())
      await store.oauthGrants.allow({ ...newGrant(id, name), createdAt: NOW + index }, isSubscribed, 2)
    assert.deepEqual(
      (await store.oauthGrants.list(id, NOW)).map(({ clientId }) => clientId),
      ['c', 'b'],
    )
  })

  test('a grant that has ended gets no more tokens, and its existing ones are gone', async t => {
    const { store } = await open(t)
    const [ada, ben] = [await subscriber(store), await subscriber(store)]
    const grant = newGrant(ada.id)
    await store.oauthGrants.allow(grant, isSubscribed, 9)
    const token = newToken(ada.id, { kind: 'oauth' })
    assert.equal(await store.oauthGrants.addToken(token, grant.id, 9), true)
    assert.equal((await store.tokens.findByHash(token.hash))?.id, grant.id)
    assert.deepEqual(await store.tokens.list(ada.id), [])
    assert.equal(await store.oauthGrants.end(grant.id, ben.id), false)
    assert.equal(await store.oauthGrants.end(grant.id, ada.id), true)
    assert.equal(await store.tokens.findByHash(token.hash), undefined)
    assert.equal(await store.oauthGrants.addToken(newToken(ada.id), grant.id, 9), false)
    assert.equal(await store.oauthArtifacts.save(newArtifact(grant.id, ada.id), NOW, 9), false)
  })

  test('of parallel uses of an artifact, one succeeds', async t => {
    const { store } = await open(t)
    const artifact = newArtifact(null)
    await store.oauthArtifacts.save(artifact, NOW, 9)
    const uses = times(20, () => store.oauthArtifacts.consume(artifact.kind, artifact.id, NOW))
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1)
  })

  test('an artifact is found only by its kind, until it expires, and only used up as that kind', async t => {
    const { store } = await open(t)
    const artifact = newArtifact(null)
    await store.oauthArtifacts.save(artifact, NOW, 9)
    assert.equal((await store.oauthArtifacts.find(artifact.kind, artifact.id, LATER - 1))?.id, artifact.id)
    assert.equal(await store.oauthArtifacts.find(artifact.kind, artifact.id, LATER), undefined)
    assert.equal(await store.oauthArtifacts.find('code', artifact.id, NOW), undefined)
    assert.equal(await store.oauthArtifacts.consume('code', artifact.id, NOW), false)
    assert.equal(await store.oauthArtifacts.consume(artifact.kind, artifact.id, NOW), true)
  })

  test('grants are listed until they expire, and live or personal tokens are not purged', async t => {
    const { store, engine } = await open(t)
    const { id } = await subscriber(store)
    const grant = newGrant(id)
    await store.oauthGrants.allow(grant, isSubscribed, 9)
    const [ended, live] = [NOW, NOW + 1].map(expiresAt => newToken(id, { kind: 'oauth', expiresAt }))
    const personal = newToken(id, { expiresAt: NOW })
    assert.ok(ended && live)
    for (const token of [ended, live]) await store.oauthGrants.addToken(token, grant.id, 9)
    await store.tokens.add(personal, 9, NOW)
    await store.purge(NOW)
    const left = await engine.reader.selectFrom('token').select('id').execute()
    assert.deepEqual(left.map(one => one.id).sort(), [live.id, personal.id].sort())
    assert.deepEqual(
      (await store.oauthGrants.list(id, LATER - 1)).map(one => one.id),
      [grant.id],
    )
    assert.deepEqual(await store.oauthGrants.list(id, LATER), [])
  })

  test('a grant’s tokens are limited; used refresh tokens are deleted first', async t => {
    const { store } = await open(t)
    const { id } = await subscriber(store)
    const grant = newGrant(id)
    await store.oauthGrants.allow(grant, isSubscribed, 9)
    // Tokens of another grant, or artifacts of another kind, do not count.
    const another = newGrant((await subscriber(store)).id)
    await store.oauthGrants.allow(another, isSubscribed, 9)
    await store.oauthArtifacts.save(newArtifact(another.id, another.accountId), NOW, 2)
    await store.oauthArtifacts.save({ ...newArtifact(grant.id, id), kind: 'code' }, NOW, 2)
    const [live, used, next] = [newArtifact(grant.id, id), newArtifact(grant.id, id), newArtifact(grant.id, id)]
    await store.oauthArtifacts.save(live, NOW, 2)
    await store.oauthArtifacts.save(used, NOW + 1, 2)
    await store.oauthArtifacts.consume(used.kind, used.id, NOW + 1)
    await store.oauthArtifacts.save(next, NOW + 2, 2)
    const left = [live, used, next].map(
      async one => (await store.oauthArtifacts.find(one.kind, one.id, NOW)) !== undefined,
    )
    assert.deepEqual(await Promise.all(left), [true, false, true])
    const tokens = times(3, () => newToken(id, { kind: 'oauth', expiresAt: LATER }))
    for (const token of tokens) await store.oauthGrants.addToken(token, grant.id, 2)
    const found = await Promise.all(tokens.map(({ hash }) => store.tokens.findByHash(hash)))
    assert.equal(found.filter(one => one !== undefined).length, 2)
  })

  test('the number of clients that nobody has allowed is limited, and they are forgotten; expired rows are deleted', async t => {
    const { store, engine } = await open(t)
    const { id } = await subscriber(store)
    const add = (client: string) =>
      store.oauthArtifacts.addClient({ id: client, payload: '{}', expiresAt: NOW + CLIENT_LIFETIME_MS }, NOW, ROOM)
    // It is no client.
    await store.oauthArtifacts.save(newArtifact(null), NOW, 9)
    assert.deepEqual([await add('one'), await add('two'), await add('three')], [true, true, false])
    const grant = newGrant(id, 'one')
    await store.oauthGrants.allow(grant, isSubscribed, 9)
    await store.oauthGrants.addToken(newToken(id, { kind: 'oauth', expiresAt: LATER }), grant.id, 9)
    assert.equal(await add('three'), true)
    await store.purge(LATER)
    for (const table of ['token', 'oauth_grant'] as const)
      assert.deepEqual(await engine.reader.selectFrom(table).select('id').execute(), [])
    await store.purge(NOW + CLIENT_LIFETIME_MS)
    const left = await engine.reader.selectFrom('oauth_artifact').select('id').execute()
    assert.deepEqual(plain(left), [{ id: 'one' }])
  })

  test('a new client replaces the one that has waited longest, unless that may be about to be allowed', async t => {
    const { store, engine } = await open(t)
    const add = (client: string, at: number) =>
      store.oauthArtifacts.addClient({ id: client, payload: '{}', expiresAt: at + CLIENT_LIFETIME_MS }, at, {
        max: 2,
        registeredBefore: at - 1_000,
      })
    await add('allowed', NOW)
    await store.oauthGrants.allow(newGrant((await subscriber(store)).id, 'allowed'), isSubscribed, 9)
    assert.deepEqual([await add('one', NOW + 1), await add('two', NOW + 2)], [true, true])
    assert.equal(await add('three', NOW + 1_001), false)
    assert.deepEqual([await add('three', NOW + 1_002), await add('four', NOW + 1_002)], [true, false])
    const left = await engine.reader.selectFrom('oauth_artifact').select('id').orderBy('id').execute()
    assert.deepEqual(plain(left), [{ id: 'allowed' }, { id: 'three' }, { id: 'two' }])
  })

  test('a client is forgotten some days after its last account was deleted, unless it is being allowed at that moment', async t => {
    const { store, engine } = await open(t)
    const expiryOf = async () =>
      (await engine.reader.selectFrom('oauth_artifact').select('expires_at').executeTakeFirst())?.expires_at
    const { id } = await subscriber(store)
    await store.oauthArtifacts.addClient({ id: 'client', payload: '{}', expiresAt: LATER }, NOW, ROOM)
    await store.oauthGrants.allow(newGrant(id), isSubscribed, 9)
    await store.purge(NOW)
    assert.equal(await expiryOf(), null)
    await store.deletion.account(id, NOW)
    await store.purge(NOW)
    assert.equal(await expiryOf(), NOW + CLIENT_LIFETIME_MS)
    for (let round = 0; round < 10; round++) {
      const { id } = await subscriber(store)
      await engine.write(db => db.updateTable('oauth_artifact').set('expires_at', null).execute())
      await Promise.all([store.oauthGrants.allow(newGrant(id), isSubscribed, 9), store.oauthGrants.purge(NOW)])
      assert.equal(await expiryOf(), null)
      await store.deletion.account(id, NOW)
    }
  })
}
