import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { newDatabase } from '../database.ts'
import { type Answer, call, type Service, type ServiceOptions, startService } from '../harness.ts'
import { newBrowser, PASSWORD, sendWith, submitForm } from './browser.ts'
import { type Issuer, passThrough, startIssuer } from './issuer.ts'
import * as steps from './provider-steps.ts'
import { changedCallback, cookiesIn, type Return } from './provider-steps.ts'

describe('a sign-in at a provider', () => {
  let issuer: Issuer
  let service: Service
  before(async () => {
    issuer = await startIssuer()
    const providerObserver = { providerAnswered: (outcome: string) => outcomes.push(outcome) }
    service = await startService({ oidc: issuer.settings, providerObserver })
    issuer.trust(service)
  })
  after(async () => {
    await service.close()
    issuer.close()
  })
  /** Outcomes of sign-ins at the provider, as the metrics count them. */
  const outcomes: string[] = []
  let people = 0
  beforeEach(() => {
    const sub = `person-${people++}`
    issuer.person = { sub, email: `${sub}@example.org`, email_verified: true, name: 'Ada' }
    issuer.change = undefined
    issuer.isForged = false
  })

  const MINUTE = 60_000

  /** What most tests need: the service and a browser’s cookies. */
  const begin = (query = '', cookie = '', at = service, change?: (url: URL) => void) =>
    steps.begin(at, { query, cookie, ...(change && { change }) })
  const comeBack = (back: Return, at = service) => steps.comeBack(at, back)
  const signIn = async (query = '', cookie = '', at = service) => comeBack(await begin(query, cookie, at), at)
  const accountOf = (answer: Answer, at = service) => steps.accountOf(at, answer)

  async function own(
    t: { after(run: () => Promise<void>): void },
    more: Parameters<typeof startIssuer>[0],
    options: ServiceOptions = {},
  ) {
    const settings = { ...issuer.settings, ...more }
    const at = await startService({ ...options, oidc: settings })
    issuer.trust(at)
    t.after(async () => {
      issuer.trust(service)
      await at.close()
    })
    return at
  }

  test('a person confirmed by the provider gets an account, and the same one each time, even if the address changes [provider-sign-in]', async () => {
    assert.match(
      (await call(service, 'GET', '/sign-in?next=/app/templates')).text,
      /href="\/sign-in\/provider\?next=%2Fapp%2Ftemplates">Continue with Example Login</,
    )
    assert.match((await call(service, 'GET', '/sign-up')).text, /Continue with Example Login/)
    const first = await signIn('next=/app/templates')
    assert.deepEqual([first.status, first.headers.get('location')], [303, '/app/templates'])
    const account = await accountOf(first)
    assert.deepEqual(
      [account.email, account.name, account.email_confirmed, account.has_password],
      [issuer.person.email, 'Ada', true, false],
    )
    assert.equal(account.sign_in_provider, 'Example Login')
    const { email = '' } = issuer.person
    issuer.person = { ...issuer.person, email: 'new@example.org', email_verified: false }
    assert.equal((await accountOf(await signIn())).email, email)
    for (const next of ['https://evil.example', '//evil.example'])
      assert.equal((await signIn(`next=${next}`)).headers.get('location'), '/app')
  })

  test('without a user information endpoint, ID tokens are enough [provider-sign-in]', async t => {
    const at = await own(t, {})
    issuer.trust(at, { userInformation: false })
    const { email = '' } = issuer.person
    issuer.change = claims => ({ ...claims, email, email_verified: true })
    assert.equal((await accountOf(await signIn('', '', at), at)).email, email)
    // People who are already connected need no verified address.
    issuer.change = claims => ({ ...claims, email, email_verified: undefined })
    assert.equal((await accountOf(await signIn('', '', at), at)).email, email)
  })

  test('a response that does not match the request signs nobody in [provider-checked]', async () => {
    type Case = [what: string, get: () => Promise<Return>]
    outcomes.length = 0
    const unrelated: Case[] = [
      [
        'another state',
        async () => changedCallback(await begin(), url => url.searchParams.set('state', 'x'.repeat(43))),
      ],
      ['no state', async () => changedCallback(await begin(), url => url.searchParams.delete('state'))],
      ["another browser's attempt", async () => ({ ...(await begin()), cookie: (await begin()).cookie })],
      ['no attempt', async () => ({ ...(await begin()), cookie: '' })],
    ]
    const refused: Case[] = [
      [
        'another issuer in the answer',
        async () => changedCallback(await begin(), url => url.searchParams.set('iss', 'https://evil.example')),
      ],
      ['another nonce', () => begin('', '', service, url => url.searchParams.set('nonce', 'another'))],
      [
        'another challenge',
        () => begin('', '', service, url => url.searchParams.set('code_challenge', 'x'.repeat(43))),
      ],
      [
        'a code of nobody',
        async () => changedCallback(await begin(), url => url.searchParams.set('code', 'x'.repeat(43))),
      ],
      [
        'a refusal of the provider',
        async () =>
          changedCallback(await begin(), url => {
            url.searchParams.delete('code')
            url.searchParams.set('error', 'access_denied')
          }),
      ],
      ['a token of another issuer', withClaims({ iss: 'https://evil.example' })],
      ['a token for another client', withClaims({ aud: 'another' })],
      ['a token without the nonce', withClaims({ nonce: undefined })],
      ['an expired token', withClaims({ exp: 1_000_000_000 })],
      ['a token of the future', withClaims({ iat: Math.floor(Date.now() / 1_000) + 120 })],
      ['a token of somebody else', withClaims({ sub: 'somebody else' })],
      [
        'a forged token',
        async () => {
          issuer.isForged = true
          return begin()
        },
      ],
    ]
    for (const [what, get] of [...unrelated, ...refused]) {
      const answer = await comeBack(await get())
      issuer.change = undefined
      issuer.isForged = false
      assert.deepEqual([answer.status, cookiesIn(answer)], [400, ''], what)
      assert.match(answer.text, /We couldn’t sign you in/)
    }
    assert.deepEqual(
      outcomes,
      Array(refused.length).fill('refused'),
      'an answer to no request of this browser is refused without asking the provider',
    )
    const late = await begin()
    service.clock.advance(10 * MINUTE)
    assert.equal((await comeBack(late)).status, 400)
    const used = await begin()
    assert.equal((await comeBack(used)).status, 303)
    assert.equal((await comeBack(used)).status, 400, 'a code is used once')
    let asked = ''
    const first = await begin('', '', service, url => {
      asked = url.href
    })
    assert.equal((await comeBack(first)).status, 303)
    const second = { ...first, callback: new URL(await passThrough(asked)) }
    assert.notEqual(second.callback.search, first.callback.search)
    assert.equal((await comeBack(second)).status, 400, 'a request is answered once, whatever other code there is')
    assert.equal(
      (await call(service, 'GET', '/sign-in/provider', { headers: { 'sec-fetch-site': 'cross-site' } })).status,
      403,
    )
  })

  function withClaims(changed: Record<string, unknown>): () => Promise<Return> {
    return async () => {
      issuer.change = claims => ({ ...claims, ...changed })
      return begin()
    }
  }

  test('no account is created for an unverified address [provider-unverified]', async () => {
    const { sub } = issuer.person
    for (const person of [
      { sub, email: 'x@example.org', email_verified: false },
      { sub, email: 'x@example.org' },
      { sub },
      { sub, email: 'none', email_verified: true },
    ]) {
      issuer.person = person
      const answer = await signIn()
      assert.deepEqual([answer.status, cookiesIn(answer)], [403, ''])
      assert.match(answer.text, /hasn’t verified your e-mail address/)
    }
  })

  test('an existing account can be connected only with its password, which it keeps [provider-existing]', async () => {
    const browser = await newBrowser(service)
    issuer.person = { ...issuer.person, email: browser.email.toUpperCase() }
    const asked = await signIn('next=/app/settings')
    assert.deepEqual([asked.status, /You already have an account/.test(asked.text)], [200, true])
    const cookie = cookiesIn(asked)
    assert.equal((await sendWith(service, cookie)('GET', '/account')).status, 401)
    const connect = (password: string, more = cookie) =>
      submitForm(service, '/sign-in/provider/connect', { password }, { cookie: more })
    assert.match((await connect('wrong password')).text, /That password isn’t right/)
    assert.equal((await connect(PASSWORD, '')).status, 400)
    assert.equal((await connect(PASSWORD, cookie.replace(/\.[^.]*$/, '.x'))).status, 400)
    const connected = await connect(PASSWORD)
    assert.deepEqual([connected.status, connected.headers.get('location')], [303, '/app/settings'])
    assert.ok(connected.headers.getSetCookie().some(one => one.startsWith('soundings_provider_connection=;')))
    assert.equal((await accountOf(connected)).email, browser.email)
    assert.equal((await accountOf(await signIn())).email, browser.email)
    assert.equal((await submitForm(service, '/sign-in', { email: browser.email, password: PASSWORD })).status, 303)
    // Another person at the provider with the same address is not the same account.
    issuer.person = { ...issuer.person, sub: 'somebody else' }
    const other = await signIn()
    assert.match(other.text, /You already have an account/)
    service.clock.advance(10 * MINUTE)
    assert.equal((await connect(PASSWORD, cookiesIn(other))).status, 400)
  })

  test('a disabled account stays out [provider-suspended]', async () => {
    const answer = await signIn()
    const { email = '' } = issuer.person
    await service.setDisabled(await service.accountIdOf(email), true)
    assert.equal((await sendWith(service, cookiesIn(answer))('GET', '/account')).status, 401)
    const refused = await signIn()
    assert.deepEqual([refused.status, cookiesIn(refused)], [403, ''])
    assert.match(refused.text, /This account is disabled/)
  })

  test('SIGNUP applies: closed creates no account, invite only for invited addresses [provider-sign-up]', async t => {
    const closed = await own(t, {}, { signup: 'closed' })
    assert.equal((await signIn('', '', closed)).status, 403)
    const invite = await own(t, {}, { signup: 'invite' })
    assert.equal((await signIn('', '', invite)).status, 403)
    const path = await invite.invite(issuer.person.email ?? '')
    assert.equal((await accountOf(await signIn('', '', invite), invite)).email, issuer.person.email)
    assert.equal((await call(invite, 'GET', path)).status, 404)
  })

  test('signing in at the provider again confirms the person; an existing session there does not [provider-verify]', async () => {
    const answer = await signIn()
    const cookie = cookiesIn(answer)
    const send = sendWith(service, cookie)
    service.clock.advance(10 * MINUTE)
    assert.equal((await send('POST', '/tokens', {})).body.code, 'verification_required')
    const asked: string[] = []
    const again = await begin('purpose=verify&next=/app/settings', cookie, service, url => {
      asked.push(url.searchParams.get('prompt') ?? '', url.searchParams.get('max_age') ?? '')
    })
    assert.deepEqual(asked, ['login', '0'])
    const verified = await comeBack(again)
    assert.deepEqual(
      [verified.status, verified.headers.get('location'), cookiesIn(verified)],
      [303, '/app/settings', ''],
    )
    assert.equal((await send('GET', '/account')).body.recently_verified, true)
    service.clock.advance(10 * MINUTE)
    const confirmed = async (changed: Record<string, unknown>, as = cookie) => {
      issuer.change = claims => ({ ...claims, ...changed })
      const { status } = await comeBack(await begin('purpose=verify', as))
      return [status, (await send('GET', '/account')).body.recently_verified]
    }
    const begun = service.clock.now() / 1_000
    assert.deepEqual(await confirmed({ auth_time: begun - 61 }), [400, false])
    assert.deepEqual(await confirmed({ auth_time: undefined }), [400, false])
    assert.deepEqual(await confirmed({}, ''), [400, false])
    const { person } = issuer
    issuer.person = { ...person, sub: 'somebody else' }
    assert.deepEqual(await confirmed({}), [400, false])
    issuer.person = person
    assert.deepEqual(await confirmed({ auth_time: begun - 59 }), [303, true])
  })

  test('with OIDC_ONLY no page asks for a password, and none is accepted [provider-only]', async t => {
    const database = await newDatabase()
    const earlier = await startService({ database })
    const browser = await newBrowser(earlier)
    await earlier.close()
    const only = await own(t, { only: true }, { database, hostname: 'localhost' })
    t.after(() => database.drop())
    const { email } = browser
    for (const path of ['/sign-in', '/sign-up']) {
      const { text } = await call(only, 'GET', path)
      assert.deepEqual(
        [/type="password"|name="email"/.test(text), /Continue with Example Login/.test(text)],
        [false, true],
      )
    }
    for (const path of ['/sign-in', '/sign-up']) {
      const answer = await submitForm(only, path, { email, password: PASSWORD })
      assert.deepEqual([answer.status, cookiesIn(answer)], [400, ''], path)
    }
    assert.equal((await submitForm(only, '/forgot-password', { email })).status, 404)
    assert.equal((await call(only, 'GET', '/sign-in/passkey')).status, 404)
    issuer.change = claims => ({ ...claims, auth_time: only.clock.now() / 1_000 })
    const answer = await signIn('', '', only)
    issuer.change = undefined
    const send = sendWith(only, cookiesIn(answer))
    assert.equal((await send('GET', '/account')).body.passwords_enabled, false)
    assert.equal((await send('GET', '/passkeys')).body.possible, false)
    assert.equal((await send('PUT', '/password', { password: PASSWORD })).body.code, 'passwords_refused')
    assert.equal((await send('POST', '/verify', { password: PASSWORD })).body.code, 'passwords_refused')
    // Confirming your identity means signing in at the provider again.
    only.clock.advance(11 * 60_000)
    const confirm = await call(only, 'GET', '/sign-in?confirm=1&next=/app', { headers: { cookie: cookiesIn(answer) } })
    assert.match(confirm.text, /Confirm it’s you[\s\S]*provider\?next=%2Fapp&amp;purpose=verify/)
    // The operator’s link connects an existing account, if the provider has verified the address.
    issuer.person = { ...issuer.person, sub: 'earlier', email }
    assert.match((await signIn('', '', only)).text, /Ask the operator of this service for a link/)
    const path = await only.resetLink(email)
    const page = await call(only, 'GET', path)
    assert.deepEqual([/type="password"/.test(page.text), /Connect with Example Login/.test(page.text)], [false, true])
    assert.equal((await submitForm(only, path, { password: PASSWORD })).status, 200)
    const link = `link=${path.split('/').at(-1)}`
    assert.ok(page.text.includes(link))
    assert.match((await call(only, 'GET', '/forgot-password')).text, /There are no passwords here/)
    issuer.person = { ...issuer.person, sub: 'eve', email: 'eve@example.org' }
    assert.equal((await signIn(link, '', only)).status, 400)
    issuer.person = { ...issuer.person, sub: 'earlier', email }
    const connected = await accountOf(await signIn(link, '', only), only)
    assert.deepEqual([connected.email, connected.has_password], [email, false], 'its password confirms nothing')
    assert.equal((await signIn(link, '', only)).status, 404)
    assert.equal((await accountOf(await signIn('', '', only), only)).email, email)
  })

  test('no secrets of a sign-in are stored [provider-stored]', async () => {
    const begun = await begin()
    const answer = await comeBack(begun)
    const written = await service.database.written()
    const secrets = [
      issuer.settings.clientSecret,
      begun.callback.searchParams.get('code') ?? '',
      begun.callback.searchParams.get('state') ?? '',
    ]
    for (const secret of [...secrets, cookiesIn(answer).split('=')[1] ?? ''])
      assert.equal(written.includes(secret), false)
  })

  test('an unreachable provider is reported, and metrics count sign-in outcomes [provider-bounds]', async t => {
    const outcomes: string[] = []
    const at = await own(t, {}, { providerObserver: { providerAnswered: outcome => outcomes.push(outcome) } })
    assert.equal((await signIn('', '', at)).status, 303)
    const begun = await begin('', '', at)
    assert.equal(
      (
        await comeBack(
          changedCallback(begun, url => url.searchParams.set('code', 'x')),
          at,
        )
      ).status,
      400,
    )
    const gone = await startService({
      oidc: { ...issuer.settings, issuer: 'http://127.0.0.1:1' },
      providerObserver: { providerAnswered: outcome => outcomes.push(outcome) },
    })
    t.after(() => gone.close())
    const answer = await call(gone, 'GET', '/sign-in/provider')
    assert.deepEqual([answer.status, /can’t be reached right now/.test(answer.text)], [503, true])
    assert.deepEqual(outcomes, ['confirmed', 'refused', 'unavailable'])
  })
})
