import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { board, choice, newApi } from '../api/fixtures.ts'
import { sendRaw } from '../api/raw.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { everyRoute as dashboardRoutes } from '../dashboard/routes.ts'
import { type Answer, type Call, call, type Service, startService } from '../harness.ts'
import { respondentRoutes } from '../pages/routes.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

const PAGE = { accept: 'text/html' }
const JSON_TYPE = { accept: 'application/json' }
const CROSS_SITE = { 'sec-fetch-site': 'cross-site' }
const TOO_LARGE = 'x'.repeat(1_048_577)
const VOTE = { voter: randomUUID() }
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Headers that every response has. */
const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}
/** Paths whose responses may be stored, and those that pages of other sites may embed. */
const CACHEABLE = ['/s/:slug/qr.svg', '/preview.png', '/robots.txt', '/favicon.ico', '/third-party.txt']
const EMBEDDABLE = ['/s/:slug/qr.svg', '/preview.png']
const NEGOTIATED = 'Accept, Accept-Encoding, Accept-Language'

type Case = readonly [name: string, method: string, path: string, status: number, more?: Call]

describe('answers of respondents’ routes', () => {
  test('no representation, refusal or redirect may be cached or mistaken for another [respondent-no-store, respondent-vary]', async () => {
    for (const [name, method, path, status, more] of await respondentCases()) {
      const answer = await call(service, method, path, more)
      assert.equal(answer.status, status, name)
      assert.equal(answer.headers.get('cache-control'), 'no-store', name)
      assert.equal(answer.headers.get('vary'), NEGOTIATED, name)
      assertEverywhere(answer, name)
    }
  })

  test('every route in every method and representation [respondent-no-store, respondent-vary]', async () => {
    const { id } = await (await newApi(service)).create([board()])
    const routes = await respondentRoutes()
    assert.ok(routes.includes('/s/:slug/board/:index/:item/vote') && routes.includes('/privacy'), routes.join())
    for (const route of routes.filter(one => !one.startsWith('/assets/'))) {
      const path = route.replace(':slug', id).replace(':index', '0').replace(':item', randomUUID())
      for (const method of METHODS.filter(one => !route.endsWith('/events') || one !== 'GET')) {
        for (const headers of [PAGE, JSON_TYPE]) {
          const answer = await call(service, method, path, { headers })
          const name = `${method} ${route} ${headers.accept} ${answer.status}`
          assertEverywhere(answer, name)
          const isFound = answer.status < 400
          const caching = isFound && CACHEABLE.includes(route) ? /^public, max-age=\d+$/ : /^no-store$/
          assert.match(answer.headers.get('cache-control') ?? '', caching, name)
          const sharing = isFound && EMBEDDABLE.includes(route) ? 'cross-origin' : 'same-origin'
          assert.equal(answer.headers.get('cross-origin-resource-policy'), sharing, name)
          if (path.startsWith('/s/')) assert.equal(answer.headers.get('vary'), NEGOTIATED, name)
        }
      }
    }
  })
})

/** What every answer of a dashboard depends on. */
const CREDENTIALS = ['Authorization', 'Cookie']

test('every answer of a dashboard, let in or not [response-headers, dashboard-no-store]', async () => {
  for (const { method, path } of await dashboardRoutes()) {
    const admin = await newAdminClient(service, [board()])
    for (const token of path === '/events' ? [undefined, randomUUID()] : [undefined, randomUUID(), admin.adminToken]) {
      const answer = await admin.bare(method, path, { ...(token && { token }), ...(method !== 'GET' && { body: {} }) })
      const name = `${method} ${path} ${answer.status}`
      assertEverywhere(answer, name)
      assert.equal(answer.headers.get('cache-control'), 'no-store', name)
      const expected = path === '/record' && answer.status === 200 ? ['Accept', ...CREDENTIALS] : CREDENTIALS
      assert.equal(answer.headers.get('vary'), expected.join(', '), name)
    }
  }
})

test('the API, pages behind a link, health checks and errors of every kind [response-headers, secret-no-store]', async () => {
  const api = await newApi(service)
  const { caller } = api
  const { id } = await api.create([choice()])
  const { id: template } = await api.saveTemplate([choice()])
  const post = (path: string) => call(service, 'POST', `/api/v1${path}`, { token: caller.token, body: {} })
  const answers = [
    await post(`/surveys/${id}/clone`),
    await post(`/templates/${template}/launch`),
    await post('/surveys'),
    await api.get('/surveys?include_admin=1'),
    await api.get('/me'),
    await call(service, 'GET', '/api/v1/me'),
    await call(service, 'OPTIONS', '/api/v1/me'),
    await call(service, 'POST', '/api/v1/me'),
    ...(await Promise.all(
      [
        `/admin/${id}`,
        `/admin/${id}/present`,
        '/p/x',
        '/p/api/x',
        '/remote/x',
        '/remote/api/x',
        '/healthz',
        '/readyz',
        '/none',
        '/%zz',
      ].map(path => call(service, 'GET', path)),
    )),
    await raw(service, 'GET /healthz HTTP/1.1\r\n\r\n'),
    await raw(service, 'NO HTTP\r\n\r\n'),
  ]
  for (const [at, answer] of answers.entries()) {
    assertEverywhere(answer, `answer ${at}`)
    assert.equal(answer.headers.get('cache-control'), 'no-store', `answer ${at}`)
    assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin', `answer ${at}`)
    assert.equal(answer.headers.get('strict-transport-security'), null)
  }
  assert.deepEqual(
    answers.slice(0, 4).map(({ status }) => status),
    [201, 201, 400, 200],
  )
})

test('in production every reply over https, of the cache and to malformed requests too, asks browsers to stay with it [https-pinned]', async t => {
  const secure = await startService({ production: true, publicUrl: 'https://surveys.example.org' })
  t.after(() => secure.close())
  const { id } = await (await newApi(secure)).create([choice()])
  const answers = [
    ...(await Promise.all(
      [`/s/${id}`, `/s/${id}`, '/s/none-such-here', '/api/v1/me', '/healthz', '/none', `/admin/${id}`].map(path =>
        call(secure, 'GET', path, { headers: PAGE }),
      ),
    )),
    await call(secure, 'GET', `/s/${id}`, { headers: PAGE }),
    await raw(secure, 'NO HTTP\r\n\r\n'),
  ]
  const metadata = await call(secure, 'GET', '/.well-known/oauth-authorization-server')
  assert.equal(metadata.body.token_endpoint, 'https://surveys.example.org/oauth/token')
  for (const { headers } of [...answers, metadata])
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000')
})

async function raw(service: Service, bytes: string): Promise<{ status: number; headers: Headers }> {
  const { status, headers } = await sendRaw(service, bytes)
  return { status, headers: new Headers(headers) }
}

function assertEverywhere({ headers }: Pick<Answer, 'headers'>, name: string): void {
  for (const [header, value] of Object.entries(EVERYWHERE))
    assert.equal(headers.get(header), value, `${name}: ${header}`)
  assert.ok(headers.get('x-request-id'), name)
}

/** Each way in which a respondent’s route responds. */
async function respondentCases(): Promise<Case[]> {
  const api = await newApi(service)
  const { id } = await api.create([choice()], { slug: `named-${randomUUID()}`.slice(0, 40) })
  const { id: asked } = await api.create([board()])
  const { id: closed } = await api.create([choice()])
  await api.patch(`/surveys/${closed}`, { status: 'closed' })
  const form = (body: string): Call => ({ body, headers: PAGE })
  return [
    ['page', 'GET', `/s/${id}`, 200, { headers: PAGE }],
    ['cached page', 'GET', `/s/${id}`, 200, { headers: PAGE }],
    ['page with a board', 'GET', `/s/${asked}`, 200, { headers: PAGE }],
    ['page as JSON', 'GET', `/s/${id}`, 200, { headers: JSON_TYPE }],
    ['head', 'HEAD', `/s/${id}`, 200, { headers: PAGE }],
    ['closed page', 'GET', `/s/${closed}`, 200, { headers: PAGE }],
    ['closed page as JSON', 'GET', `/s/${closed}`, 200, { headers: JSON_TYPE }],
    ['missing page', 'GET', '/s/none-such-here', 404, { headers: PAGE }],
    ['missing page as JSON', 'GET', '/s/none-such-here', 404, { headers: JSON_TYPE }],
    ['forgiven link', 'GET', `/s/${id.toUpperCase()}`, 302, { headers: PAGE }],
    ['wrong method', 'DELETE', `/s/${id}`, 405],
    ['form', 'POST', `/s/${id}`, 303, form('q0=0')],
    ['invalid form', 'POST', `/s/${id}`, 400, form('q0=x')],
    ['form of a closed survey', 'POST', `/s/${closed}`, 409, form('q0=0')],
    ['form of another site', 'POST', `/s/${id}`, 403, { body: 'q0=0', headers: { ...PAGE, ...CROSS_SITE } }],
    ['form that is too large', 'POST', `/s/${id}`, 413, form(TOO_LARGE)],
    ['thanks', 'GET', `/s/${id}/thanks`, 200, { headers: PAGE }],
    ['submission', 'POST', `/s/${id}/responses`, 201, { body: { answers: ['Yes'] } }],
    ['invalid submission', 'POST', `/s/${id}/responses`, 400, { body: { answers: [7] } }],
    ['invalid JSON', 'POST', `/s/${id}/responses`, 400, { body: '{' }],
    ['submission to a closed survey', 'POST', `/s/${closed}/responses`, 409, { body: { answers: ['Yes'] } }],
    ['submission to none', 'POST', '/s/none-such-here/responses', 404, { body: { answers: [] } }],
    ['submission of another site', 'POST', `/s/${id}/responses`, 403, { body: {}, headers: CROSS_SITE }],
    ['board', 'GET', `/s/${asked}/board/0`, 200],
    ['no board', 'GET', `/s/${asked}/board/1`, 404],
    ['question', 'POST', `/s/${asked}/board/0`, 201, { body: { text: 'Why?' } }],
    ['no question', 'POST', `/s/${asked}/board/0`, 400, { body: {} }],
    ['vote for none', 'PUT', `/s/${asked}/board/0/${randomUUID()}/vote`, 404, { body: VOTE }],
    ['events of none', 'GET', '/s/none-such-here/events', 404],
    ['events', 'HEAD', `/s/${id}/events`, 200],
    ['QR code of none', 'GET', '/s/none-such-here/qr.svg', 404],
    ['unknown path', 'GET', `/s/${id}/none`, 404],
    ['unknown path as a page', 'GET', `/s/${id}/none`, 404, { headers: PAGE }],
  ]
}
