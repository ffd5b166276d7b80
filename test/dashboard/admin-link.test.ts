import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { Authentication } from '../../src/service/access/authentication.ts'
import { bodyOf, choice, newApi, UUID_V4 } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { until } from '../until.ts'
import { cookieOf, newAdminClient } from './admin-client.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('a new admin token ends the old one and its cookies at once [admin-link-rotate]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const headers = { cookie: await cookieOf(admin) }
  const made = bodyOf<{ admin_token: string; admin_url: string }>(await admin.send('POST', '/rotate'))
  assert.match(made.admin_token, UUID_V4)
  assert.notEqual(made.admin_token, admin.adminToken)
  assert.deepEqual(made, {
    admin_token: made.admin_token,
    admin_url: `${service.baseUrl}/admin/${admin.id}#${made.admin_token}`,
  })
  assert.equal((await admin.send('GET')).status, 404)
  assert.equal((await admin.bare('GET', '', { headers })).status, 404)
  assert.equal((await admin.bare('GET', '', { token: made.admin_token })).status, 200)
})

test('the list of surveys has the new token [admin-link-rotate]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  await api.list('?include_admin=1')
  const { admin_token } = (await call(service, 'POST', `/admin/api/${id}/rotate`, { token })).body
  assert.equal((await api.list('?include_admin=1'))[0]?.admin_token, admin_token)
})

test('of parallel rotations one succeeds, and the others are 404 [admin-link-rotate]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.send('POST', '/rotate')))
  const [made, ...more] = answers.filter(({ status }) => status === 200)
  assert.deepEqual(more, [])
  assert.ok(answers.every(({ status }) => status === 200 || status === 404))
  assert.equal((await admin.bare('GET', '', { token: `${made?.body.admin_token}` })).status, 200)
})

for (const [method, path, body] of [
  ['DELETE', '', '{}'],
  ['PATCH', '', '{"status":"closed"}'],
  ['POST', '/projector', '{}'],
] as const)
  test(`${method} ${path} with the old token whose body arrives after the rotation changes nothing [admin-link-rotate]`, async t => {
    const admin = await newAdminClient(service, [choice()])
    const admissions = t.mock.method(Authentication.prototype, 'surveyAdmin').mock
    const sent = request(`${service.baseUrl}/admin/api/${admin.id}${path}`, {
      method,
      headers: { authorization: `Bearer ${admin.adminToken}`, 'content-length': body.length },
    })
    sent.flushHeaders()
    await until(() => admissions.callCount() > 0)
    await admissions.calls[0]?.result
    const { admin_token: token } = bodyOf<{ admin_token: string }>(await admin.send('POST', '/rotate'))
    sent.end(body)
    const [answer] = await once(sent, 'response')
    assert.deepEqual([answer.statusCode, await readAll(answer)], [404, '{"error":"not found"}'])
    const { status, projector } = (await admin.bare('GET', '', { token })).body
    assert.deepEqual([status, projector], ['open', false])
  })

test('each projector link is new, and it can be withdrawn [projector-link]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const project = async () => bodyOf<{ url: string }>(await admin.send('POST', '/projector')).url
  const [first, second] = [await project(), await project()]
  for (const url of [first, second]) {
    assert.ok(url.startsWith(`${service.baseUrl}/p/`))
    assert.match(url.slice(`${service.baseUrl}/p/`.length), /^[0-9a-f]{64}$/)
    assert.ok(!url.includes(admin.adminToken) && !url.includes(admin.adminToken.replaceAll('-', '')))
  }
  assert.notEqual(first, second)
  for (let n = 0; n < 2; n++) assert.equal((await admin.send('DELETE', '/projector')).status, 204)
})
