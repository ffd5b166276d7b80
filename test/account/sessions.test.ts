import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourOf } from '../../src/domain/accounts/session.ts'
import { HOUR } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { accountSessionHours } from '../setup/accounts.ts'
import { newBrowser, PASSWORD, sendWith, submitForm } from './browser.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const statusOf = async (cookie: string, at = service) => (await sendWith(at, cookie)('GET', '/account')).status

test('after signing up you are signed in, and can read the account [account-read]', async () => {
  const browser = await newBrowser(service)
  const { status, body, headers } = await browser.send('GET', '/account')
  assert.deepEqual([status, headers.get('vary'), headers.get('cache-control')], [200, 'Cookie', 'no-store'])
  assert.deepEqual(body, {
    email: browser.email,
    email_confirmed: true,
    name: 'Ada',
    subscription: { subscribed: false, until: null, billing: 'manual', purchase: null, trial_days: 0, contact: null },
    palette: null,
    free_survey_days: 30,
    recently_verified: true,
    passwords_enabled: true,
    has_password: true,
    sign_in_provider: null,
    surveys_left: 500,
    tokens_left: 10,
  })
})

test('only existing routes need a session [account-session-needed, unknown-path, wrong-method]', async () => {
  const { send } = await newBrowser(service)
  const requests = [
    ['GET', '/account', 401, 200],
    ['PUT', '/account', 405, 405],
    ['GET', '/tokens/', 404, 404],
    ['POST', '/nothing', 404, 404],
  ] as const
  for (const [method, path, anonymous, signedIn] of requests) {
    const statuses = [await call(service, method, `/app/api${path}`), await send(method, path)].map(
      ({ status }) => status,
    )
    assert.deepEqual(statuses, [anonymous, signedIn], `${method} ${path}`)
  }
})

test('the cookie is for this host only, SameSite=Lax and HttpOnly [account-session-cookie]', async t => {
  const publicUrl = 'https://surveys.example.org'
  const secure = await startService({ publicUrl })
  t.after(() => secure.close())
  for (const [at, form] of [
    [service, /^soundings_session=[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Lax$/],
    [secure, /^__Host-soundings_session=[0-9a-f-]{36}; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
  ] as const) {
    const fields = { email: 'ada@example.org', password: PASSWORD }
    const origin = at === secure ? publicUrl : at.baseUrl
    const { headers } = await submitForm(at, '/sign-up', fields, { origin })
    assert.match(headers.get('set-cookie') ?? '', form)
  }
})

test('every sign-in gets a new session id, whatever the browser sent, and ends the previous session [account-sign-in]', async () => {
  const browser = await newBrowser(service)
  const fields = { email: browser.email.toUpperCase(), password: PASSWORD, next: '/app/templates?x=1' }
  const { status, headers } = await submitForm(service, '/sign-in', fields, { cookie: browser.cookie })
  assert.deepEqual([status, headers.get('location')], [303, '/app/templates?x=1'])
  assert.notEqual(cookieIn(headers), browser.cookie)
  assert.deepEqual([await statusOf(browser.cookie), await statusOf(cookieIn(headers))], [401, 200])
  const fixed = 'soundings_session=11111111-1111-4111-8111-111111111111'
  const second = await submitForm(service, '/sign-in', fields, { cookie: fixed })
  assert.notEqual(cookieIn(second.headers), fixed)
  assert.deepEqual([await statusOf(fixed), await statusOf(cookieIn(headers))], [401, 200])
})

test('a wrong password, an unknown address and one that cannot exist get the same page [account-sign-in]', async () => {
  const { email } = await newBrowser(service)
  const pages = await Promise.all(
    [
      [email, 'wrong password'],
      ['nobody@example.org', PASSWORD],
      ['no address', PASSWORD],
    ].map(async ([address = '', password = '']) => {
      const { status, text, headers } = await submitForm(service, '/sign-in', { email: address, password })
      assert.equal(headers.get('set-cookie'), null)
      return [status, text.replaceAll(address, '')]
    }),
  )
  assert.equal(pages[0]?.[0], 400)
  assert.deepEqual([pages[1], pages[2]], [pages[0], pages[0]])
})

test('a session is a row with the hash of its id [account-session-stored]', async () => {
  const { cookie } = await newBrowser(service)
  const written = await service.database.written()
  assert.equal(written.includes(cookie.split('=')[1] ?? ''), false)
})

test('signing out ends the session and removes the cookie [account-sign-out]', async () => {
  const { cookie } = await newBrowser(service)
  for (const _ of ['once', 'and again from another tab']) {
    const { status, headers } = await submitForm(service, '/sign-out', {}, { cookie })
    assert.deepEqual([status, headers.get('location'), cookieIn(headers)], [303, '/sign-in', 'soundings_session='])
    assert.equal(headers.get('clear-site-data'), '"storage"')
    assert.equal(await statusOf(cookie), 401)
  }
})

test('a session ends after idling, after its maximum age, and with its account [account-session-end]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const browser = await newBrowser(own)
  for (let days = 0; days < 14; days++) {
    assert.equal(await statusOf(browser.cookie, own), 200)
    // A use is recorded with a delay.
    const hour = hourOf(own.clock.now())
    while (!(await accountSessionHours(own, browser.accountId)).includes(hour)) await nextTurn()
    own.clock.advance(24 * HOUR)
  }
  assert.equal(await statusOf(browser.cookie, own), 401)
  const idle = await newBrowser(own)
  own.clock.advance(25 * HOUR)
  assert.equal(await statusOf(idle.cookie, own), 401)
  const disabled = await newBrowser(own)
  await own.setDisabled(disabled.accountId, true)
  assert.equal(await statusOf(disabled.cookie, own), 401)
  const { text } = await submitForm(own, '/sign-in', { email: disabled.email, password: PASSWORD })
  assert.match(text, /This account is disabled/)
  await own.setDisabled(disabled.accountId, false)
  assert.equal(await statusOf(disabled.cookie, own), 401)
})

test('the twenty-first session of an account ends the oldest [account-session-limit]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const { email, cookie } = await newBrowser(own)
  const cookies: string[] = []
  for (let signedIn = 1; signedIn <= 20; signedIn++) {
    assert.equal(await statusOf(cookie, own), 200)
    own.clock.advance(1)
    const { headers } = await submitForm(own, '/sign-in', { email, password: PASSWORD })
    cookies.push(cookieIn(headers))
  }
  assert.equal(await statusOf(cookie, own), 401)
  for (const one of cookies) assert.equal(await statusOf(one, own), 200)
})

test('the application requires signing in; afterwards people continue to the page they wanted [app-page]', async () => {
  const { cookie } = await newBrowser(service)
  for (const path of ['/app', '/app/drafts/1?tab=2']) {
    const page = await call(service, 'GET', path, { headers: { cookie, 'sec-fetch-site': 'cross-site' } })
    assert.equal(page.status, 200)
    const without = await call(service, 'GET', path)
    assert.equal(without.headers.get('location'), `/sign-in?next=${encodeURIComponent(path)}`)
  }
  assert.deepEqual(
    [(await call(service, 'GET', '/app/api/none', { headers: { cookie } })).body],
    [{ error: 'not found' }],
  )
  assert.equal((await call(service, 'GET', '/app/api/account')).status, 401)
})

test('after signing in people are redirected only within the service, at once if already signed in [app-next]', async () => {
  const { email, cookie } = await newBrowser(service)
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', '', 'javascript:alert(1)']) {
    const { headers } = await submitForm(service, '/sign-in', { email, password: PASSWORD, next })
    assert.equal(headers.get('location'), '/app', next)
  }
  for (const [path, next] of [
    ['/sign-in?next=/app/settings', '/app/settings'],
    ['/sign-up', '/app'],
  ] as const) {
    const { status, headers } = await call(service, 'GET', path, { headers: { cookie } })
    assert.deepEqual([status, headers.get('location')], [303, next])
  }
})
