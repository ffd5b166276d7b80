import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, choice } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { cookieOf, newAdminClient } from './admin-client.ts'
import { everyRoute } from './routes.ts'

/** Errors in a query are not reported to callers without access. */
const ROUTES = [...(await everyRoute()), { method: 'GET', path: '/responses?limit=0&order=newest&text=x&question=99' }]

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

for (const { method, path } of ROUTES) {
  test(`${method} ${path}: a wrong token, another survey's and a missing survey get the same 404 [dashboard-foreign-equals-missing]`, async () => {
    const admin = await newAdminClient(service, [choice()])
    const other = await newAdminClient(service, [choice()])
    const at = (slug: string, token: string) =>
      call(service, method, `/admin/api/${slug}${path}`, { token, ...bodyFor(method) })
    const answers = [
      await at(admin.id, randomUUID()),
      await at(admin.id, other.adminToken),
      await at(admin.id, 'no-uuid'),
      await at(`missing-${randomUUID()}`, admin.adminToken),
      await at('No%00Slug', admin.adminToken),
    ]
    const [first] = answers.map(({ status, text, headers }) => ({ status, text, names: [...headers.keys()] }))
    assert.equal(first?.status, 404)
    assert.equal(first?.text, '{"error":"not found"}')
    for (const { status, text, headers } of answers)
      assert.deepEqual({ status, text, names: [...headers.keys()] }, first)
    assert.equal((await admin.send('GET')).status, 200)
  })

  test(`${method} ${path}: no token and no cookie is 401 [dashboard-unauthenticated]`, async () => {
    const admin = await newAdminClient(service, [choice()])
    for (const headers of [{}, { authorization: `Basic ${admin.adminToken}` }, { cookie: 'another=cookie' }]) {
      const answer = await admin.bare(method, path, { headers, ...bodyFor(method) })
      assertRefused(answer, 401, 'authentication required')
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
    }
  })
}

test('the tests above cover every route', () => {
  const asked = ROUTES.map(({ method, path }) => `${method} ${path}`)
  for (const one of [
    'GET ',
    'DELETE ',
    'GET /responses',
    'GET /arrivals',
    'GET /export.csv',
    'GET /export.xlsx',
    'POST /session',
  ])
    assert.ok(asked.includes(one), one)
})

test('a cookie opens only its own survey, and is not accepted as a token [dashboard-session]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const other = await newAdminClient(service, [choice()])
  const cookie = await cookieOf(other)
  const [name, id = ''] = cookie.split('=')
  assertRefused(await admin.bare('GET', '', { headers: { cookie } }), 401, 'authentication required')
  const renamed = `soundings_admin_${admin.id}=${id}`
  assertRefused(await admin.bare('GET', '', { headers: { cookie: renamed } }), 404, 'not found')
  assertRefused(await other.bare('GET', '', { token: id }), 404, 'not found')
  assertRefused(await other.bare('GET', '', { headers: { cookie: `${name}=${other.adminToken}` } }), 404, 'not found')
})

test('a write by cookie must come from a page of the service; a write by token need not [dashboard-origin]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const cookie = await cookieOf(admin)
  const close = (headers: Record<string, string>) => admin.bare('PATCH', '', { headers, body: { status: 'closed' } })
  for (const origin of ['https://elsewhere.example', 'null', `${service.baseUrl}.example`, undefined]) {
    const answer = await close({ cookie, ...(origin !== undefined && { origin }) })
    assertRefused(answer, 403, 'a page of another origin may not do this')
  }
  assert.equal((await admin.get()).status, 'open')
  assert.equal((await close({ cookie, origin: service.baseUrl })).status, 200)
  const elsewhere = { origin: 'https://elsewhere.example' }
  assertRefused(
    await admin.bare('POST', '/session', { token: admin.adminToken, headers: elsewhere }),
    403,
    'a page of another origin may not do this',
  )
  assert.equal(
    (await admin.bare('PATCH', '', { token: admin.adminToken, headers: elsewhere, body: { status: 'open' } })).status,
    200,
  )
})

test('neither a subscription nor calls of a token are needed [dashboard-no-subscription]', async () => {
  const admin = await newAdminClient(service, [choice()])
  await service.setEntitledUntil(admin.accountId, null)
  for (let n = 0; n < 620; n++) assert.equal((await admin.send('HEAD')).status, 200)
  assert.equal((await admin.send('PATCH', '', { archived: true })).status, 200)
})

test('browsers cache nothing of a dashboard, and other origins cannot read it [dashboard-no-store]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { headers } = await admin.send('GET')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('access-control-allow-origin'), null)
})

function bodyFor(method: string): { body?: object } {
  return method === 'GET' ? {} : { body: {} }
}
