import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { choice, HOUR } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { until } from '../until.ts'
import { newBrowser, PASSWORD, sendWith, submitForm } from './browser.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const TEN_MINUTES = 600_000
const signIn = async (email: string, password: string) => {
  const { status, headers } = await submitForm(service, '/sign-in', { email, password })
  return status === 303 ? cookieIn(headers) : undefined
}

test('the name can be changed and removed [account-rename]', async () => {
  const { send } = await newBrowser(service)
  assert.equal((await send('PATCH', '/account', { name: 'Ada King' })).body.name, 'Ada King')
  assert.equal((await send('PATCH', '/account', { name: null })).body.name, null)
  for (const body of [{ name: '' }, { name: 7 }, {}, { name: 'раypal' }])
    assert.equal((await send('PATCH', '/account', body)).status, 400)
})

test('invisible characters at the ends of a name are trimmed, and settings and forms refuse in the same words [account-names]', async () => {
  const { send } = await newBrowser(service)
  assert.equal((await send('PATCH', '/account', { name: ' Ada\u200e' })).body.name, 'Ada')
  const name = 'Ada\u202e'
  const { status, body } = await send('PATCH', '/account', { name })
  const reason = 'character 4 of the name, U+202E (right-to-left override), is not allowed in names'
  assert.deepEqual([status, body.error], [400, reason])
  const form = await submitForm(service, '/sign-up', { email: 'tilted@example.org', name, password: PASSWORD })
  const [, shown] = /id="name-error">([^<]+)</.exec(form.text) ?? []
  assert.equal(shown, `C${reason.slice(1)}.`)
})

test('sensitive actions need the password again after ten minutes [account-verification]', async () => {
  const { send, email, cookie } = await newBrowser(service, { subscribed: true })
  service.clock.advance(TEN_MINUTES)
  const guarded = [
    ['POST', '/tokens', {}],
    ['PUT', '/password', { password: 'another good one' }],
    ['PUT', '/email', { email: 'new@example.org' }],
    ['DELETE', '/account', { email }],
  ] as const
  for (const [method, path, body] of guarded) {
    const { status, body: answer } = await send(method, path, body)
    assert.deepEqual([status, answer.code], [403, 'verification_required'], path)
  }
  for (const password of ['wrong', [PASSWORD]]) {
    const wrong = await send('POST', '/verify', { password })
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'wrong_password'])
  }
  assert.equal((await send('GET', '/account')).body.recently_verified, false)
  assert.equal((await send('POST', '/verify', { password: PASSWORD })).status, 204)
  assert.equal((await send('GET', '/account')).body.recently_verified, true)
  assert.equal((await send('POST', '/tokens', {})).status, 201)
  // It counts only for the session in which the password was given.
  service.clock.advance(-1)
  assert.equal((await send('POST', '/tokens', {})).status, 403)
  service.clock.advance(1)
  assert.equal((await sendWith(service, cookie)('POST', '/tokens', {})).status, 201)
})

test('a new password ends every other session, and the old one no longer signs in [account-password]', async () => {
  const { email, send, cookie } = await newBrowser(service)
  const other = (await signIn(email, PASSWORD)) ?? ''
  for (const [password, code] of [
    ['short', 'invalid_password'],
    ['x'.repeat(201), 'invalid_password'],
    ['Password123!', 'common_password'],
    [email, 'common_password'],
    [7, 'invalid_password'],
  ])
    assert.equal((await send('PUT', '/password', { password })).body.code, code)
  assert.equal((await send('PUT', '/password', { password: 'another good one' })).status, 204)
  assert.equal((await sendWith(service, other)('GET', '/account')).status, 401)
  assert.equal((await sendWith(service, cookie)('GET', '/account')).status, 200)
  assert.equal(await signIn(email, PASSWORD), undefined)
  assert.notEqual(await signIn(email, 'another good one'), undefined)
})

test('without mail the address changes at once, unless another account has it [account-email]', async () => {
  const { email, send } = await newBrowser(service)
  const other = await newBrowser(service)
  assert.equal((await send('PUT', '/email', { email: other.email })).status, 409)
  assert.equal((await send('PUT', '/email', { email: 'nothing' })).status, 400)
  const { status, body } = await send('PUT', '/email', { email: 'Ada@Example.org' })
  assert.deepEqual([status, body], [200, { confirmation_sent: false }])
  assert.equal((await send('GET', '/account')).body.email, 'ada@example.org')
  assert.equal(await signIn(email, PASSWORD), undefined)
  assert.notEqual(await signIn('ada@example.org', PASSWORD), undefined)
})

test('within 15 minutes an address can be requested ten times, and an account can request sixty [account-email]', async () => {
  const { send } = await newBrowser(service)
  const statuses = async (count: number, email: (at: number) => string) => {
    const all = await Promise.all(times(count, at => send('PUT', '/email', { email: email(at) })))
    return all.map(({ status }) => status)
  }
  assert.deepEqual((await statuses(11, () => 'mine@example.org')).sort(), [...Array(10).fill(200), 429])
  // Ten of the sixty are spent; the refused one counts against its sender too.
  const many = await statuses(50, at => `many-${at}@example.org`)
  assert.equal(many.filter(status => status === 429).length, 1)
})

test('sessions are listed without secrets, and can be ended one by one or all but this one [account-sessions]', async () => {
  const { email, send, cookie } = await newBrowser(service)
  service.clock.advance(1)
  const [second = '', third = ''] = [await signIn(email, PASSWORD), await signIn(email, PASSWORD)]
  const { text, body } = await send('GET', '/sessions')
  const sessions = listed(body.sessions)
  assert.deepEqual(sessions.map(({ current }) => current).filter(Boolean), [true])
  assert.equal(sessions.length, 3)
  for (const one of [cookie, second, third]) assert.equal(text.includes(one.split('=')[1] ?? ''), false)
  for (const { id } of sessions)
    assert.equal((await sendWith(service, `soundings_session=${id}`)('GET', '/account')).status, 401)
  const ofSecond = listed((await sendWith(service, second)('GET', '/sessions')).body.sessions)
  const other = ofSecond.find(({ current }) => current)?.id
  const foreign = await newBrowser(service)
  assert.equal((await foreign.send('DELETE', `/sessions/${other}`)).status, 404)
  assert.equal((await send('DELETE', `/sessions/${other}`)).status, 204)
  assert.equal((await send('DELETE', `/sessions/${other}`)).status, 404)
  const statusOf = async (one: string) => (await sendWith(service, one)('GET', '/account')).status
  assert.deepEqual([await statusOf(second), await statusOf(third)], [401, 200])
  assert.equal((await send('DELETE', '/sessions')).status, 204)
  assert.deepEqual([await statusOf(cookie), await statusOf(third), await statusOf(foreign.cookie)], [200, 401, 200])
})

test('tokens are created with a subscription, listed without their value, and revoked [account-tokens, token-shown-once]', async () => {
  const { send, accountId } = await newBrowser(service)
  assert.deepEqual((await send('POST', '/tokens', {})).body.code, 'entitlement_required')
  await service.setEntitledUntil(accountId, service.clock.now() + 1)
  const soon = new Date(service.clock.now() + 60_000).toISOString()
  const made = await send('POST', '/tokens', { name: 'Laptop', expires_at: soon })
  const { id, token } = made.body as never as { id: string; token: string }
  assert.equal(made.status, 201)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 200)
  const list = await send('GET', '/tokens')
  assert.equal(list.text.includes(token), false)
  assert.equal(list.body.limit, 10)
  const created_at = new Date(service.clock.now()).toISOString()
  const last_used_at = new Date(Math.floor(service.clock.now() / HOUR) * HOUR).toISOString()
  const shown = { id, name: 'Laptop', last_four: token.slice(-4), created_at, expires_at: soon, last_used_at }
  // Uses are written about once a second.
  await until(async () => (await send('GET', '/tokens')).text.includes(last_used_at))
  assert.deepEqual((await send('GET', '/tokens')).body.tokens, [shown])
  for (const body of [
    { name: '' },
    { name: [] },
    { expires_at: 'soon' },
    { expires_at: created_at },
    { expires_at: 0 },
  ])
    assert.equal((await send('POST', '/tokens', body)).status, 400, JSON.stringify(body))
  assert.equal(
    (await send('POST', '/tokens', { expires_at: created_at })).body.error,
    'expires_at must be in the future',
  )
  const foreign = await newBrowser(service)
  assert.equal((await foreign.send('DELETE', `/tokens/${id}`)).status, 404)
  assert.equal((await foreign.send('GET', '/tokens')).body.tokens?.length, 0)
  assert.equal((await send('DELETE', `/tokens/${id}`)).status, 204)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 401)
})

test('of forty tokens created at once, an account gets ten [account-tokens, limit-tokens-10]', async () => {
  const { send } = await newBrowser(service, { subscribed: true })
  const all = await Promise.all(Array.from({ length: 40 }, () => send('POST', '/tokens', {})))
  assert.equal(all.filter(({ status }) => status === 201).length, 10)
  assert.deepEqual(
    new Set(all.filter(({ status }) => status !== 201).map(({ body }) => body.code)),
    new Set(['token_limit_reached']),
  )
  assert.equal((await send('GET', '/account')).body.tokens_left, 0)
})

test('the address can be typed in its original script [account-delete]', async () => {
  const email = 'ada@b\u00fccher.example'
  const signedUp = await submitForm(service, '/sign-up', { email, password: PASSWORD })
  const send = sendWith(service, cookieIn(signedUp.headers))
  assert.equal((await send('DELETE', '/account', { email: 'ada@b\u00fcche.example' })).body.code, 'wrong_email')
  assert.equal((await send('DELETE', '/account', { email: email.toUpperCase() })).status, 204)
})

test('the holder can delete the account with everything in it [account-delete]', async () => {
  const { send, email, cookie, accountId } = await newBrowser(service, { subscribed: true })
  const { token } = (await send('POST', '/tokens', {})).body as never as { token: string }
  const { id } = (
    await call(service, 'POST', '/api/v1/surveys', { token, body: { title: 'x', questions: [choice()] } })
  ).body
  for (const typed of ['', 'nobody@example.org', undefined])
    assert.equal((await send('DELETE', '/account', { email: typed })).body.code, 'wrong_email')
  const { status, headers } = await send('DELETE', '/account', { email: ` ${email.toUpperCase()}` })
  assert.deepEqual([status, cookieIn(headers)], [204, 'soundings_session='])
  // Browsers drop what the application stored there.
  assert.equal(headers.get('clear-site-data'), '"storage"')
  assert.equal((await sendWith(service, cookie)('GET', '/account')).status, 401)
  assert.equal((await call(service, 'GET', `/s/${id}`)).status, 404)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 401)
  await until(async () => !(await service.database.written()).includes(accountId))
  assert.equal((await service.database.written()).includes(email), false)
})

function times<Made>(count: number, make: (at: number) => Made): Made[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

function listed(sessions: unknown): { id: string; current: boolean }[] {
  return sessions as { id: string; current: boolean }[]
}
