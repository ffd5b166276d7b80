import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { QuestionsText } from '../../src/domain/surveys/question.ts'
import type { Store } from '../../src/store/store.ts'
import { storedBytesOf } from '../../src/store/stored-bytes.ts'
import {
  addAccount,
  addPasskey,
  NOW,
  newAccount,
  newPasskey,
  newTemplate,
  newToken,
  operatorFor,
  plain,
  times,
} from './rows.ts'
import type { Open } from './subject.ts'

export function accounts(open: Open): void {
  test('an e-mail address has one account, even under parallel creates', async t => {
    const { store } = await open(t)
    const made = await Promise.all(times(5, () => store.accounts.add(newAccount({ email: 'ada@example.org' }))))
    assert.deepEqual(made.sort(), ['added', 'email_taken', 'email_taken', 'email_taken', 'email_taken'])
    assert.equal((await store.accounts.list()).length, 1)
  })

  test('if several accounts change to one address at once, one gets it, in settings and by links', async t => {
    const { store } = await open(t)
    for (const email of ['hand@example.org', 'link@example.org']) {
      const made = await Promise.all(times(5, () => addAccount(store)))
      const change = async ({ id }: { id: string }) => {
        if (email.startsWith('hand')) return store.accountChanges.setEmail(operatorFor(id), email)
        const link = { hash: `link of ${id}`, kind: 'confirm_email', accountId: id, email, expiresAt: NOW + 9 } as const
        await store.oneTimeLinks.add(link, NOW, 9)
        const notice = (former: string) => ({ kind: 'mail', email: former, payload: '{}', createdAt: NOW })
        return store.accountChanges.setEmailByLink(operatorFor(id), link.hash, NOW, notice)
      }
      const outcomes = await Promise.all(made.map(change))
      assert.deepEqual(outcomes.sort(), ['changed', ...Array(4).fill('email_taken')])
    }
  })

  test('a password link created while the account’s address changed does not work', async t => {
    const { store } = await open(t)
    const { id, email } = await addAccount(store)
    const linkTo = (address: string) => {
      const hash = `link to ${address}`
      return { hash, kind: 'reset_password', accountId: id, email: address, expiresAt: NOW + 9 } as const
    }
    // The link’s creator found the account by its former address.
    await store.accountChanges.setEmail(operatorFor(id), 'ada@example.org')
    for (const address of [email, 'ada@example.org']) await store.oneTimeLinks.add(linkTo(address), NOW, 9)
    const reset = (address: string) => store.accountChanges.resetPassword(linkTo(address).hash, 'a', NOW)
    assert.equal(await reset(email), undefined)
    assert.equal(await reset('ada@example.org'), id)
  })

  test('if two password links are used at once, one sets the password and invalidates the other', async t => {
    const { store } = await open(t)
    for (const round of Array(10).keys()) {
      const { id, email } = await addAccount(store)
      const links = ['one', 'other'].map(name => `${name} link of round ${round}`)
      for (const hash of links) {
        const link = { hash, kind: 'reset_password', accountId: id, email, expiresAt: NOW + 9 } as const
        await store.oneTimeLinks.add(link, NOW, 9)
      }
      const outcomes = await Promise.all(links.map(hash => store.accountChanges.resetPassword(hash, hash, NOW)))
      assert.deepEqual(outcomes.sort(), [id, undefined])
    }
  })

  test('of simultaneous sign-ins for one person one creates the account, and the others find it or fail', async t => {
    const { store } = await open(t)
    const key = { issuer: 'https://login.example.org', subject: 'ada' }
    const session = (at: number) => newSession(`session ${at}`)
    const signUp = (at: number) =>
      store.identities.signUp(key, newAccount({ email: 'ada@example.org' }), {
        invitedOnly: false,
        now: NOW,
        session: session(at),
      })
    const outcomes = await Promise.all(times(5, signUp))
    assert.deepEqual(outcomes.sort(), ['added', ...Array(4).fill('email_taken')])
    assert.equal(await store.identities.signIn(key, session(9)), 'added')
    const elsewhere = { ...key, issuer: 'https://evil.example' }
    assert.equal(await store.identities.signIn(elsewhere, session(10)), 'missing')
    assert.equal(await store.identities.findAccount(elsewhere), undefined)
    // The same person with another address does not get a second account.
    const again = newAccount({ email: 'other@example.org' })
    const more = { invitedOnly: false, now: NOW, session: session(11) }
    await assert.rejects(store.identities.signUp(key, again, more), { refusal: 'provider_refused' })
    assert.equal(await store.accounts.findByEmail(again.email), undefined)
  })

  test('signing up with a provider needs an unexpired invitation for the address', async t => {
    const { store } = await open(t)
    const invite = (email: string, expiresAt: number, kind: 'invitation' | 'confirm_email' = 'invitation') =>
      store.oneTimeLinks.add({ hash: email, kind, accountId: null, email, expiresAt }, NOW, 9)
    const signUp = (email: string) =>
      store.identities.signUp({ issuer: 'i', subject: email }, newAccount({ email }), {
        invitedOnly: true,
        now: NOW,
        session: newSession(email),
      })
    await invite('invited@example.org', NOW + 1)
    await invite('expired@example.org', NOW)
    await invite('unconfirmed@example.org', NOW + 1, 'confirm_email')
    for (const name of ['expired', 'unconfirmed', 'unknown'])
      assert.equal(await signUp(`${name}@example.org`), 'uninvited', name)
    assert.equal(await signUp('invited@example.org'), 'added')
  })

  test('a provider identity is connected to one account only, and an account has at most ten', async t => {
    const { store } = await open(t)
    const [ada, bob] = [await addAccount(store, { passwordHash: 'a' }), await addAccount(store, { passwordHash: 'b' })]
    const connect = (account: typeof ada, passwordHash: string, subject: string) => {
      const more = { max: 10, now: NOW, session: newSession(`${account.id} ${subject}`), notice: undefined }
      return store.identities.connect(
        { issuer: 'i', subject },
        { accountId: account.id, passwordHash, email: account.email },
        more,
      )
    }
    assert.equal(await connect(ada, 'changed meanwhile', '0'), 'refused')
    for (let at = 0; at < 10; at++) assert.equal(await connect(ada, 'a', `${at}`), 'added')
    await assert.rejects(connect(ada, 'a', '10'), { refusal: 'identity_limit' })
    await assert.rejects(connect(bob, 'b', '0'), { refusal: 'provider_refused' })
    await store.suspension.setDisabled(bob.id, true)
    assert.equal(await connect(bob, 'b', '11'), 'disabled')
    assert.equal(await store.identities.findAccount({ issuer: 'i', subject: '11' }), undefined)
    assert.equal(await store.identities.findAccount({ issuer: 'i', subject: '0' }), ada.id)
  })

  test('the first proof of reading an account’s mail removes everything added before; later proofs end its sessions', async t => {
    const { store, engine } = await open(t)
    const more = (idHash: string) => ({ max: 1, now: NOW, session: newSession(idHash), notice: undefined })
    for (const kind of ['reset', 'connection'] as const) {
      const { id, email } = await addAccount(store, { passwordHash: 'a' })
      const key = (subject: string) => ({ issuer: kind, subject })
      const early = { accountId: id, passwordHash: 'a', email: 'another@example.org' }
      assert.equal(await store.identities.connect(key('early'), early, more(`${kind} early`)), 'added')
      const prove = async (at: number) => {
        const link = {
          hash: `${kind} ${at}`,
          kind: 'reset_password',
          accountId: id,
          email,
          expiresAt: NOW + 9,
        } as const
        await store.oneTimeLinks.add(link, NOW, 9)
        if (kind === 'reset') return store.accountChanges.resetPassword(link.hash, 'b', NOW)
        return store.identities.connect(key(`${at}`), { linkHash: link.hash, email }, more(link.hash))
      }
      const left = async () => {
        const hashes = (await store.accountSessions.list(id)).map(one => one.idHash)
        return [(await store.passkeys.list(id)).length, await store.identities.findAccount(key('early')), hashes]
      }
      await engine.write(db => db.updateTable('account').set('email_confirmed_at', null).where('id', '=', id).execute())
      await addPasskey(store, id)
      await addCallers(store, id)
      await prove(0)
      assert.deepEqual(await callersOf(store, id), [0, 0], kind)
      assert.deepEqual(await left(), [0, undefined, kind === 'reset' ? [] : ['connection 0']], kind)
      assert.equal((await store.accounts.findProfile(id))?.emailConfirmed, true)
      await addPasskey(store, id)
      await addCallers(store, id)
      if (kind === 'reset') await prove(1)
      else await assert.rejects(prove(1), { refusal: 'identity_limit' })
      assert.equal((await store.passkeys.list(id)).length, 1, kind)
      assert.deepEqual(await callersOf(store, id), [1, kind === 'reset' ? 0 : 1], kind)
    }
    // The connection link that was refused is still valid.
    assert.notEqual(await store.oneTimeLinks.find('reset_password', 'connection 1', NOW), undefined)
  })

  test('an account that nobody could sign in to keeps the tokens created by the operator', async t => {
    const { store } = await open(t)
    const { id, email } = await addAccount(store)
    assert.equal((await store.accounts.findProfile(id))?.emailConfirmed, false)
    await addCallers(store, id)
    const link = { hash: 'link', kind: 'reset_password', accountId: id, email, expiresAt: NOW + 9 } as const
    await store.oneTimeLinks.add(link, NOW, 9)
    assert.equal(await store.accountChanges.resetPassword('link', 'a', NOW), id)
    assert.deepEqual(await callersOf(store, id), [1, 0])
  })

  test('an operation fails if its session has ended meanwhile [account-session-end]', async t => {
    const { store } = await open(t)
    const { id: accountId, email } = await addAccount(store, { passwordHash: 'a' })
    const { id: passkeyId } = await addPasskey(store, accountId)
    const { accountChanges, accountSessions } = store
    await accountSessions.add({ id: accountId, passwordHash: 'a' }, newSession('ended'))
    await accountSessions.remove(accountId, 'ended')
    // Other sessions of the account, or of other accounts, do not help.
    await accountSessions.add({ id: accountId, passwordHash: 'a' }, newSession('another'))
    const { id } = await addAccount(store, { passwordHash: 'a' })
    await accountSessions.add({ id, passwordHash: 'a' }, newSession('of another account'))
    const holder = { accountId, sessionHash: 'ended' }
    const job = { kind: 'any', email, payload: '{}', createdAt: NOW }
    const addition = { challenge: { hash: 'c', expiresAt: NOW + 1 }, max: 9, notice: undefined, sessionHash: 'ended' }
    const methods = { issuer: undefined, isProviderOnly: true }
    const grant = { id: 'g', accountId, clientId: 'c', clientName: null, redirectHost: 'h', scope: 'surveys:read' }
    const times = { createdAt: NOW, expiresAt: NOW + 1 }
    for (const decide of [
      () => accountChanges.setPassword(holder, 'b'),
      () => accountChanges.setEmail(holder, 'eve@example.org'),
      () => accountChanges.requestEmail(holder, () => job),
      () => accountChanges.scheduleDeletion(holder, job),
      () => store.passkeys.add(newPasskey(accountId), addition),
      () => store.passkeys.remove(holder, passkeyId, methods),
      () => store.tokens.add(newToken(accountId), 9, NOW, 'ended'),
      () => store.oauthGrants.allow({ ...grant, ...times }, () => true, 9, 'ended'),
    ])
      await assert.rejects(decide(), { refusal: 'authentication_required' }, `${decide}`)
    const stranger = { accountId, sessionHash: 'of another account' }
    await assert.rejects(accountChanges.setPassword(stranger, 'b'), { refusal: 'authentication_required' })
    assert.deepEqual(await accountChanges.setPassword(operatorFor(accountId), 'b'), undefined)
    await accountSessions.add({ id: accountId, passwordHash: 'b' }, newSession('live'))
    await accountChanges.setPassword({ accountId, sessionHash: 'live' }, 'c')
    const profile = await store.accounts.findProfile(accountId)
    assert.deepEqual([profile?.email, profile?.disabled], [email, false])
    assert.equal(await store.accounts.findPasswordHash(accountId), 'c')
    assert.equal(await store.accounts.findPasswordHash(id), 'a')
    assert.equal((await store.jobs.count()).waiting, 0)
  })

  test('an account is found by its address as it was added, without its password', async t => {
    const { store } = await open(t)
    const { passwordHash: _, ...account } = await addAccount(store, {
      name: 'Ada',
      passwordHash: 'x',
      entitledUntil: 5,
    })
    assert.deepEqual({ ...(await store.accounts.findByEmail(account.email)) }, { ...account, disabled: false })
    assert.equal(await store.accounts.findByEmail('nobody@example.org'), undefined)
  })

  test('a subscription is set and ended', async t => {
    const { store } = await open(t)
    const { id, email } = await addAccount(store)
    for (const until of [253_402_300_799_999, null]) {
      await store.billing.grant(id, until, NOW)
      assert.equal((await store.accounts.findByEmail(email))?.entitledUntil, until)
    }
  })
}

export function tokens(open: Open): void {
  test('the limit counts only tokens of the account that have not expired', async t => {
    const { store } = await open(t)
    const { id: accountId } = await addAccount(store)
    const { id: other } = await addAccount(store)
    const add = (owner: string, expiresAt: number | null) => store.tokens.add(newToken(owner, { expiresAt }), 2, NOW)
    assert.deepEqual([await add(accountId, NOW), await add(accountId, NOW - 1)], ['added', 'added'])
    assert.deepEqual([await add(accountId, NOW + 1), await add(accountId, null)], ['added', 'added'])
    assert.deepEqual([await add(accountId, null), await add(accountId, NOW)], ['limit_reached', 'limit_reached'])
    assert.equal(await add(other, null), 'added')
    assert.equal((await store.tokens.list(accountId)).length, 4)
  })

  test('the ten latest expired tokens are kept', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    for (let at = 1; at <= 13; at++) await store.tokens.add(newToken(id, { expiresAt: NOW + at }), 1, NOW + at)
    const expiries = (await store.tokens.list(id)).map(({ expiresAt }) => Number(expiresAt) - NOW)
    assert.deepEqual(
      expiries.sort((a, b) => a - b),
      times(10, at => at + 4),
    )
    await store.tokens.add(newToken(id), 1, NOW + 99)
    assert.equal((await store.tokens.list(id)).length, 11)
  })

  test('parallel creates result in exactly as many tokens as the limit allows', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const outcomes = await Promise.all(times(30, () => store.tokens.add(newToken(id), 10, NOW)))
    assert.equal(outcomes.filter(outcome => outcome === 'added').length, 10)
    assert.equal((await store.tokens.list(id)).length, 10)
  })

  test('a token is found by its hash, with the account’s current entitlement', async t => {
    const { store } = await open(t)
    const account = await addAccount(store)
    const token = newToken(account.id, { expiresAt: NOW })
    await store.tokens.add(token, 10, NOW)
    const { id, accountId, kind, scope, expiresAt } = token
    for (const entitledUntil of [null, NOW]) {
      await store.billing.grant(account.id, entitledUntil, NOW)
      const bearer = { id, accountId, kind, scope, expiresAt, entitledUntil, revision: 0 }
      assert.deepEqual({ ...(await store.tokens.findByHash(token.hash)) }, bearer)
    }
    assert.equal(await store.tokens.findByHash('of no token'), undefined)
  })

  test('a removed token is not found, and cannot be removed again', async t => {
    const { store } = await open(t)
    const { id: accountId } = await addAccount(store)
    const token = newToken(accountId)
    await store.tokens.add(token, 10, NOW)
    assert.equal(await store.tokens.remove(token.id), true)
    assert.equal(await store.tokens.findByHash(token.hash), undefined)
    assert.equal(await store.tokens.remove(token.id), false)
  })

  test('tokens are listed for one account or for all, never with their hash', async t => {
    const { store } = await open(t)
    const [ada, ben] = [await addAccount(store), await addAccount(store)]
    const { hash: _, ...token } = newToken(ada.id, { name: 'laptop' })
    await store.tokens.add({ ...token, hash: 'a' }, 10, NOW)
    await store.tokens.add(newToken(ben.id), 10, NOW)
    assert.deepEqual(plain(await store.tokens.list(ada.id)), [{ ...token, email: ada.email, lastUsedHour: null }])
    assert.equal((await store.tokens.list()).length, 2)
  })
}

export function templates(open: Open): void {
  test('an account lists its own templates, last updated first, whatever the clock says', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const clocks = ['2026-06-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z', '2016-06-01T12:00:00.000Z']
    const made = clocks.map(updatedAt => newTemplate(id, { updatedAt }))
    for (const template of made) assert.equal(await store.templates.add(template, 3), 'added')
    await store.templates.add(newTemplate((await addAccount(store)).id), 1)
    const listed = made.toReversed().map(({ accountId: _, ...template }) => ({ ...template, revision: 1 }))
    assert.deepEqual(plain((await Array.fromAsync(store.templates.pages(id, 2))).flat()), listed)
  })

  test('a page has as many templates as fit its bytes, or a single larger one', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const lengths = [100, 100, 300, 100, 100]
    for (const length of lengths)
      await store.templates.add(newTemplate(id, { questions: 'x'.repeat(length) as QuestionsText }), 5)
    const bytes = storedBytesOf('x'.repeat(100))
    const lengthsOf = async (pageBytes: number) =>
      (await Array.fromAsync(store.templates.pages(id, pageBytes))).map(page => page.length)
    assert.deepEqual(await lengthsOf(2 * bytes), [2, 1, 2])
    assert.deepEqual(await lengthsOf(2 * bytes - 1), [1, 1, 1, 1, 1])
    assert.deepEqual(await lengthsOf(1_000_000), [5])
  })

  test('only its owner can find a template', async t => {
    const { store } = await open(t)
    const { accountId, ...template } = newTemplate((await addAccount(store)).id)
    await store.templates.add({ accountId, ...template }, 1)
    assert.deepEqual({ ...(await store.templates.find(accountId, template.id)) }, { ...template, revision: 1 })
    assert.equal(await store.templates.find((await addAccount(store)).id, template.id), undefined)
  })

  test('parallel creates result in exactly as many templates as the limit allows', async t => {
    const { store } = await open(t)
    const { id } = await addAccount(store)
    const outcomes = await Promise.all(times(20, () => store.templates.add(newTemplate(id), 4)))
    assert.equal(outcomes.filter(outcome => outcome === 'added').length, 4)
    assert.equal((await Array.fromAsync(store.templates.pages(id, 2))).flat().length, 4)
  })

  test('of parallel replacements of one revision of a template, one succeeds', async t => {
    const { store } = await open(t)
    const { accountId, ...template } = newTemplate((await addAccount(store)).id)
    await store.templates.add({ accountId, ...template }, 1)
    await Promise.all(times(4, () => store.checkReadiness()))
    const replace = () => store.templates.replace(accountId, { id: template.id, revision: 1 }, template)
    assert.deepEqual((await Promise.all(times(4, replace))).sort(), ['changed', 'changed', 'changed', 'replaced'])
  })
}

function newSession(idHash: string) {
  return { idHash, createdAt: NOW, lastUsedHour: 1, verifiedAt: NOW, replaced: undefined, max: 20 }
}

/** A personal token, and an application that the account has allowed. */
async function addCallers(store: Store, accountId: string): Promise<void> {
  await store.tokens.add(newToken(accountId), 9, NOW)
  const id = randomUUID()
  const application = { clientId: id, clientName: null, redirectHost: 'client.example', scope: 'surveys:read' }
  const times = { createdAt: NOW, expiresAt: NOW + 1 }
  await store.oauthGrants.allow({ id, accountId, ...application, ...times }, () => true, 9)
  const token = newToken(accountId, { kind: 'oauth', expiresAt: NOW + 1 })
  assert.ok(await store.oauthGrants.addToken(token, id, 9))
}

/** Numbers of tokens and applications. */
async function callersOf(store: Store, accountId: string): Promise<number[]> {
  return [(await store.tokens.list(accountId)).length, (await store.oauthGrants.list(accountId, NOW)).length]
}
