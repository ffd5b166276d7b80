import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Refusal } from '../../src/domain/values/refusal.ts'
import { OpenIdProvider } from '../../src/outbound/openid.ts'
import { newDatabase } from '../database.ts'
import { type Answer, type Service, startService } from '../harness.ts'
import { connectPeople } from '../setup/accounts.ts'
import { newBrowser, PASSWORD, sendWith, submitForm } from './browser.ts'
import { type Issuer, startIssuer } from './issuer.ts'
import { startMailServer } from './mail-server.ts'
import { accountOf, begin, changedCallback, comeBack, cookiesIn, signIn } from './provider-steps.ts'

describe('guards of a sign-in at a provider', () => {
  let issuer: Issuer
  let service: Service
  before(async () => {
    issuer = await startIssuer()
    service = await startService({ oidc: issuer.settings, trustProxy: 1, peoplePerAddress: 150 })
    issuer.trust(service)
  })
  after(async () => {
    await service.close()
    issuer.close()
  })
  const QUARTER_HOUR = 900_000
  let people = 0
  beforeEach(() => {
    const sub = `guarded-${people++}`
    issuer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada' }
    issuer.change = undefined
  })

  /** The holder of an existing account who comes for the first time from the provider with the same address. */
  async function newUnconnected() {
    const browser = await newBrowser(service)
    issuer.person = { ...issuer.person, email: browser.email }
    return { browser, cookie: cookiesIn(await signIn(service)) }
  }

  const connect = (cookie: string, { password = PASSWORD, ...headers }: Record<string, string> = {}) =>
    submitForm(service, '/sign-in/provider/connect', { password }, { cookie, ...headers })
  const statusAndSession = (answer: Answer) => [answer.status, cookiesIn(answer)]

  test('ten people can be connected to an account, and no eleventh [provider-existing]', async () => {
    const { email, accountId } = await newBrowser(service)
    await connectPeople(service, accountId, { issuer: issuer.settings.issuer, people: 9 })
    const connectAnother = async () => {
      issuer.person = { sub: `guarded-${people++}`, email, email_verified: true, name: 'Ada' }
      return connect(cookiesIn(await signIn(service)))
    }
    assert.equal((await connectAnother()).status, 303)
    const { status, text } = await connectAnother()
    assert.equal(status, 409)
    assert.match(text, /already connected to 10 Example Login accounts\. That’s the limit\./)
    assert.match((await signIn(service)).text, /You already have an account/)
  })

  test('an ordinary sign-in counts as giving the password only if the person has just signed in there [provider-verify]', async () => {
    const begun = service.clock.now() / 1_000
    for (const [auth_time, recently] of [
      [begun, true],
      [begun - 61, false],
      [undefined, false],
      [begun - 59, true],
    ] as const) {
      issuer.change = claims => ({ ...claims, auth_time })
      const answer = await signIn(service)
      assert.equal((await accountOf(service, answer)).recently_verified, recently, `${auth_time}`)
      const { body } = await sendWith(service, cookiesIn(answer))('POST', '/tokens', {})
      assert.equal(`${body.code}` === 'verification_required', !recently, `${auth_time}`)
    }
  })

  test('one attempt cannot make us call the provider endlessly [provider-bounds]', async () => {
    service.clock.advance(QUARTER_HOUR)
    const begun = await begin(service)
    assert.equal((await comeBack(service, begun)).status, 303)
    const refused = changedCallback(begun, ({ searchParams }) => {
      searchParams.delete('code')
      searchParams.set('error', 'access_denied')
    })
    for (let at = 0; at < 598; at++) assert.equal((await comeBack(service, refused)).status, 400, `${at}`)
    const answer = await comeBack(service, refused)
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '900'])
    service.clock.advance(QUARTER_HOUR)
    assert.equal((await signIn(service)).status, 303)
  })

  test('a disabled account cannot be connected [provider-suspended]', async () => {
    const { browser, cookie } = await newUnconnected()
    await service.setDisabled(browser.accountId, true)
    const refused = await connect(cookie)
    assert.deepEqual(statusAndSession(refused), [403, ''])
    assert.match(refused.text, /This account is disabled/)
    await service.setDisabled(browser.accountId, false)
    assert.match((await signIn(service)).text, /You already have an account/)
  })

  test('an error that a browser reports in the provider’s name is not an outage, and only its code is logged [provider-checked]', async () => {
    const redirectUri = `${service.baseUrl}/sign-in/provider/callback`
    const provider = new OpenIdProvider({ ...issuer.settings, redirectUri })
    const secrets = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
    for (const [error, logged] of [
      ['server_error', true],
      ['Call 555-0100 now', false],
      ['a'.repeat(65), false],
    ] as const) {
      const query = new URLSearchParams({ state: secrets.state, iss: issuer.settings.issuer, error })
      await assert.rejects(provider.identify(new URL(`${redirectUri}?${query}`), secrets), (refusal: Refusal) => {
        assert.equal(refusal.refusal, 'provider_refused', error)
        assert.equal(`${refusal.details.cause}`.includes(error), logged, error)
        return true
      })
    }
  })

  test('if mail is configured, the holder is notified of a connection [provider-existing]', async t => {
    const [database, server] = [await newDatabase(), await startMailServer()]
    const earlier = await startService({ database })
    const { email } = await newBrowser(earlier)
    await earlier.close()
    const smtp = { url: server.url, from: 'soundings@example.org' }
    const at = await startService({ database, oidc: issuer.settings, smtp })
    t.after(async () => {
      await at.close()
      await database.drop()
      server.close()
      issuer.trust(service)
    })
    issuer.trust(at)
    issuer.person = { ...issuer.person, email }
    const cookie = cookiesIn(await signIn(at))
    assert.equal((await submitForm(at, '/sign-in/provider/connect', { password: PASSWORD }, { cookie })).status, 303)
    assert.match((await server.next(email)).subject, /connected to a sign-in provider/)
  })

  test('the address may be in the ID token, with or without email_verified [provider-sign-in]', async () => {
    const { sub, email } = issuer.person
    issuer.change = claims => ({ ...claims, email })
    assert.equal((await accountOf(service, await signIn(service))).email, email)
    const other = `other-${email}`
    issuer.person = { sub: `other-${sub}` }
    issuer.change = claims => ({ ...claims, email: other, email_verified: true })
    assert.equal((await accountOf(service, await signIn(service))).email, other)
  })

  test('a return path that is too long for a cookie is dropped [provider-sign-in]', async () => {
    for (const [length, isKept] of [
      [2_000, true],
      [2_001, false],
    ] as const) {
      const next = '/app?'.padEnd(length, 'x')
      const begun = await begin(service, { query: `next=${next}` })
      assert.equal(begun.cookie.length < 4_000, true)
      assert.equal((await comeBack(service, begun)).headers.get('location'), isKept ? next : '/app')
    }
  })
})
