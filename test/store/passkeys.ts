import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { Passkey, PasskeyUse } from '../../src/store/accounts/passkeys.ts'
import type { Store } from '../../src/store/store.ts'
import { addAccount, addPasskey, NOW, newPasskey, operatorFor, plain, times } from './rows.ts'
import type { Open } from './subject.ts'

const METHODS = { issuer: 'https://id.example', isProviderOnly: false }
const newChallenge = () => ({ hash: randomUUID(), expiresAt: NOW + 9 })
const use = (passkey: Passkey, more: Partial<PasskeyUse> = {}): PasskeyUse => ({
  passkey,
  signCount: 0,
  backedUp: false,
  hour: 7,
  challenge: newChallenge(),
  ...more,
})

function signIn(store: Store, passkey: Passkey, more?: Partial<PasskeyUse>) {
  const session = {
    idHash: randomUUID(),
    createdAt: NOW,
    lastUsedHour: 7,
    verifiedAt: NOW,
    replaced: undefined,
    max: 20,
  }
  return store.passkeys.signIn(use(passkey, more), session)
}

export function passkeys(open: Open): void {
  test('a passkey is found by its credential and listed for its account as it was added', async t => {
    const { store } = await open(t)
    const { id: accountId } = await addAccount(store)
    const made = newPasskey(accountId, { transports: ['hybrid', 'internal'], backedUp: true, name: 'Phone' })
    await store.passkeys.add(made, { challenge: newChallenge(), max: 2, notice: undefined, sessionHash: undefined })
    const later = await addPasskey(store, accountId, {
      createdAt: '2026-06-01T12:00:00.001Z',
      signCount: 4_294_967_295,
    })
    await addPasskey(store, (await addAccount(store)).id)
    assert.deepEqual(plain(await store.passkeys.list(accountId)), [made, later])
    assert.deepEqual({ ...(await store.passkeys.findByCredential(made.credentialId)) }, made)
    assert.equal(await store.passkeys.findByCredential(made.id), undefined)
  })

  test('parallel additions result in exactly as many passkeys as the limit allows', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    await addPasskey(store, (await addAccount(store)).id)
    const add = () =>
      store.passkeys.add(newPasskey(id), {
        challenge: newChallenge(),
        max: 3,
        notice: undefined,
        sessionHash: undefined,
      })
    const outcomes = await Promise.all(times(9, add))
    assert.deepEqual([outcomes.filter(one => one === 'added').length, new Set(outcomes).size], [3, 2])
    assert.equal((await store.passkeys.list(id)).length, 3)
  })

  test('a credential belongs to one account, and a challenge adds one passkey', async t => {
    const { store } = await open(t)
    const [ada, ben] = [await addAccount(store), await addAccount(store)]
    const { credentialId } = await addPasskey(store, ada.id)
    const challenge = newChallenge()
    const add = (more?: Partial<Passkey>, one = challenge) =>
      store.passkeys.add(newPasskey(ben.id, more), {
        challenge: one,
        max: 9,
        notice: undefined,
        sessionHash: undefined,
      })
    assert.equal(await add({ credentialId }, newChallenge()), 'refused')
    assert.deepEqual((await Promise.all(times(3, () => add()))).sort(), ['added', 'refused', 'refused'])
  })

  test('of parallel uses of one challenge or signature count, one succeeds', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const [still, counting] = [await addPasskey(store, id), await addPasskey(store, id, { signCount: 4 })]
    const challenge = newChallenge()
    const once = await Promise.all(times(4, () => signIn(store, still, { challenge })))
    assert.deepEqual(once.sort(), ['added', 'refused', 'refused', 'refused'])
    assert.equal(await store.passkeys.verify(use(still, { challenge }), 'none', NOW), false)
    const counted = await Promise.all(times(4, () => signIn(store, counting, { signCount: 5, backedUp: true })))
    assert.deepEqual(counted.sort(), ['added', 'refused', 'refused', 'refused'])
    for (const signCount of [0, 4, 5]) assert.equal(await signIn(store, counting, { signCount }), 'refused')
    assert.equal(await signIn(store, counting, { signCount: 6 }), 'added')
    assert.deepEqual(
      plain(await store.passkeys.list(id)).find(one => one.id === counting.id),
      { ...counting, signCount: 6, backedUp: false, lastUsedHour: 7 },
    )
    assert.equal((await store.accountSessions.list(id)).length, 3)
  })

  test('neither a removed passkey nor that of a disabled account adds a session', async t => {
    const { store } = await open(t)
    const account = await addAccount(store, { passwordHash: 'x' })
    const [kept, removed] = [await addPasskey(store, account.id), await addPasskey(store, account.id)]
    const notice = (email: string) => ({ kind: 'mail', email, payload: '{}', createdAt: NOW })
    assert.equal(await store.passkeys.remove(operatorFor((await addAccount(store)).id), removed.id, METHODS), 'missing')
    assert.equal(await store.passkeys.remove(operatorFor(account.id), removed.id, METHODS, notice), 'removed')
    assert.equal((await store.jobs.begin(NOW, NOW + 1))?.email, account.email)
    assert.equal(await signIn(store, removed), 'refused')
    await store.suspension.setDisabled(account.id, true)
    assert.equal(await signIn(store, kept), 'disabled')
    assert.deepEqual(await store.accountSessions.list(account.id), [])
  })

  test('parallel removals leave the last passkey, unless there is a password or a sign-in provider', async t => {
    const { store, engine } = await open(t)
    const { id } = await addAccount(store, { passwordHash: null })
    const made = [await addPasskey(store, id), await addPasskey(store, id), await addPasskey(store, id)]
    const removals = await Promise.all(made.map(one => store.passkeys.remove(operatorFor(id), one.id, METHODS)))
    assert.deepEqual(removals.sort(), ['last_way_in', 'removed', 'removed'])
    const [left] = await store.passkeys.list(id)
    await store.accountChanges.setPassword(operatorFor(id), 'x')
    assert.equal(await store.passkeys.remove(operatorFor(id), left?.id ?? '', METHODS), 'removed')
    const { id: other } = await addAccount(store, { passwordHash: null })
    const { id: last } = await addPasskey(store, other)
    const identity = { issuer: 'https://id.example', subject: 'ada', account_id: other, created_at: NOW }
    const { id: another } = await addAccount(store, { passwordHash: null })
    const { id: alone } = await addPasskey(store, another)
    await engine.write(async db => void (await db.insertInto('identity').values(identity).execute()))
    assert.equal(await store.passkeys.remove(operatorFor(another), alone, METHODS), 'last_way_in')
    for (const issuer of [undefined, 'https://former.example'])
      assert.equal(await store.passkeys.remove(operatorFor(other), last, { ...METHODS, issuer }), 'last_way_in')
    assert.equal(await store.passkeys.remove(operatorFor(other), last, METHODS), 'removed')
    // If only the provider signs in, a passkey cannot.
    assert.equal(
      await store.passkeys.remove(operatorFor(another), alone, { ...METHODS, isProviderOnly: true }),
      'removed',
    )
  })

  test('only the account renames its passkey, and a use of it is recorded in one session only', async t => {
    const { store } = await open(t)
    const [ada, ben] = [await addAccount(store), await addAccount(store)]
    const passkey = await addPasskey(store, ada.id)
    assert.equal(await store.passkeys.rename(ben.id, passkey.id, 'Mine'), false)
    assert.equal(await store.passkeys.rename(ada.id, passkey.id, 'Mine'), true)
    for (const at of [0, 1]) await signIn(store, passkey, { hour: at })
    const [first, second] = await store.accountSessions.list(ada.id)
    assert.equal(await store.passkeys.verify(use(passkey), second?.idHash ?? '', NOW + 5), true)
    const after = new Map((await store.accountSessions.list(ada.id)).map(one => [one.idHash, one.verifiedAt]))
    assert.deepEqual([after.get(first?.idHash ?? ''), after.get(second?.idHash ?? '')], [NOW, NOW + 5])
    assert.equal((await store.passkeys.list(ada.id))[0]?.name, 'Mine')
  })

  test('used challenges that have expired are purged, all others stay', async t => {
    const { store, engine } = await open(t)
    const passkey = await addPasskey(store, (await addAccount(store)).id)
    for (const [hash, expiresAt] of Object.entries({ over: NOW, still: NOW + 1 }))
      await signIn(store, passkey, { challenge: { hash, expiresAt } })
    await store.purge(NOW)
    const left = await engine.reader.selectFrom('used_challenge').select('hash').execute()
    assert.equal(
      left.some(({ hash }) => hash === 'over'),
      false,
    )
    assert.equal(
      left.some(({ hash }) => hash === 'still'),
      true,
    )
  })
}
