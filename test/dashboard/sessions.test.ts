import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hourOf } from '../../src/domain/accounts/session.ts'
import { assertRefused, choice, HOUR } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { dashboardSessionHours } from '../setup/surveys.ts'
import { type AdminClient, cookieOf, newAdminClient } from './admin-client.ts'
import { listenTo } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const DAY = 24 * HOUR

const read = async (admin: AdminClient, cookie: string, at = other) =>
  (await call(at, 'GET', `/admin/api/${admin.id}`, { headers: { cookie } })).status
const signOut = (admin: AdminClient, cookie: string, origin = service.baseUrl) =>
  admin.bare('DELETE', '/session', { headers: { cookie, origin } })

test('the cookie is for this host only, SameSite=Strict, HttpOnly, and different from the token [dashboard-session]', async t => {
  const secure = await startService({ publicUrl: 'https://surveys.example.org' })
  t.after(() => secure.close())
  for (const [at, name, more] of [
    [service, 'soundings_admin_', ''],
    [secure, '__Host-soundings_admin_', '; Secure'],
  ] as const) {
    const admin = await newAdminClient(at, [choice()])
    const { status, text, headers } = await admin.bare('POST', '/session', { token: admin.adminToken })
    assert.deepEqual([status, text], [204, ''])
    const cookie = headers.get('set-cookie') ?? ''
    const form = new RegExp(`^${name}${admin.id}=[0-9a-f-]{36}; Path=/; HttpOnly; SameSite=Strict${more}$`)
    assert.match(cookie, form)
    assert.ok(!cookie.includes(admin.adminToken))
    assert.equal(await read(admin, `a=b; ${cookie.split(';')[0]}`, at), 200)
  }
})

test('a session is a row with the hash of its id [dashboard-session-stored]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const [, id = ''] = (await cookieOf(admin)).split('=')
  await admin.send('GET')
  assert.equal((await dashboardSessionHours(service, admin.id)).length, 1)
  assert.equal((await service.database.written()).includes(id), false)
})

test('every sign-in gets a new session id, and ends the browser’s previous session [dashboard-session]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const [first, elsewhere] = [await cookieOf(admin), await cookieOf(admin)]
  assert.notEqual(first, elsewhere)
  const { headers } = await admin.bare('POST', '/session', { token: admin.adminToken, headers: { cookie: first } })
  const second = cookieIn(headers)
  assert.notEqual(second, first)
  assert.deepEqual([await read(admin, first), await read(admin, second), await read(admin, elsewhere)], [404, 200, 200])
})

test('signing out ends the session in every process, with its streams, and no other [dashboard-sign-out]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const [cookie, remaining] = [await cookieOf(admin), await cookieOf(admin)]
  const path = `/admin/api/${admin.id}/events`
  const [stream, unaffected] = [
    await listenTo(other, path, { cookie }),
    await listenTo(other, path, { cookie: remaining }),
  ]
  for (const one of [stream, unaffected]) await one.next()
  assertRefused(
    await signOut(admin, cookie, 'https://elsewhere.example'),
    403,
    'a page of another origin may not do this',
  )
  const { status, text, headers } = await signOut(admin, cookie)
  assert.deepEqual([status, text], [204, ''])
  assert.match(headers.get('set-cookie') ?? '', new RegExp(`^soundings_admin_${admin.id}=; Path=/; .*Max-Age=0$`))
  assert.equal(await stream.ended(), true)
  assert.deepEqual([await read(admin, cookie), await read(admin, remaining)], [404, 200])
  assertRefused(await signOut(admin, cookie), 404, 'not found')
  assert.equal((await admin.send('DELETE', '/session')).status, 204)
  await admin.send('PATCH', '', { status: 'closed' })
  assert.equal((await unaffected.next()).status, 'closed')
  await unaffected.end()
})

test('a session ends a day after its last request, and two weeks after its first [dashboard-session-expiry]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const [idle, used] = [await cookieOf(admin), await cookieOf(admin)]
  for (let hours = 20; hours < 14 * 24; hours += 20) {
    service.clock.advance(20 * HOUR)
    assert.equal(await read(admin, used), 200, `after ${hours} hours`)
    // Does not wait until the use is recorded.
    while (!(await dashboardSessionHours(service, admin.id)).includes(hourOf(service.clock.now()))) await nextTurn()
    if (hours === 40) assert.equal(await read(admin, idle), 404)
  }
  service.clock.advance(20 * HOUR)
  assert.equal(await read(admin, used), 404)
})

test('its streams end with it [dashboard-session-expiry]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const stream = await listenTo(service, `/admin/api/${admin.id}/events`, { cookie: await cookieOf(admin) })
  await stream.next()
  service.clock.advance(15 * DAY)
  assert.equal(await stream.ended(), true)
})

test('a survey has at most 100 sessions, and another one ends the oldest [dashboard-sessions-bounded]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const cookies: string[] = []
  for (let n = 0; n < 102; n++) {
    service.clock.advance(1)
    cookies.push(await cookieOf(admin))
  }
  const statuses = await Promise.all([0, 1, 2, 3, 101].map(at => read(admin, cookies[at] ?? '')))
  assert.deepEqual(statuses, [404, 404, 200, 200, 200])
})

test('a browser keeps the cookies of its 20 newest dashboards [dashboard-sessions-bounded]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const old = Array.from({ length: 22 }, (_, at) => `soundings_admin_survey-${at}=x`)
  const headers = { cookie: ['other=1', ...old].join('; ') }
  const answer = await fetch(`${service.baseUrl}/admin/api/${admin.id}/session`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${admin.adminToken}` },
  })
  const set = answer.headers.getSetCookie()
  assert.deepEqual(
    set
      .slice(0, -1)
      .map(cookie => cookie.split(';')[0])
      .sort(),
    ['soundings_admin_survey-0=', 'soundings_admin_survey-1=', 'soundings_admin_survey-2='],
  )
  assert.ok(set.at(-1)?.startsWith(`soundings_admin_${admin.id}=`))
})

test('the deletion of its survey ends a session [dashboard-session]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const cookie = await cookieOf(admin)
  assert.equal((await admin.send('DELETE')).status, 204)
  assert.equal(await read(admin, cookie), 404)
})
