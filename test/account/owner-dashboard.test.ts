import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiOf, assertRefused, bodyOf, choice } from '../api/fixtures.ts'
import { everyRoute } from '../dashboard/routes.ts'
import { listenTo } from '../dashboard/stream.ts'
import { type Call, call, type Service, startService } from '../harness.ts'
import { cookieIn } from '../http.ts'
import { type Browser, newBrowser, submitForm } from './browser.ts'

interface Owned {
  readonly browser: Browser
  readonly slug: string
  readonly adminToken: string
}

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

async function newOwned(): Promise<Owned> {
  const browser = await newBrowser(service, { subscribed: true })
  const api = apiOf(service, await service.newCaller({ accountId: browser.accountId }))
  const { id, admin_token } = await api.create([choice()], { theme: 'slate' })
  return { browser, slug: id, adminToken: admin_token }
}

/** A request to a survey’s dashboard, as the page in this browser sends it. */
function send({ cookie }: Pick<Browser, 'cookie'>, slug: string, method: string, path = '', more: Call = {}) {
  const headers = { cookie, origin: service.baseUrl, 'sec-fetch-site': 'same-origin', ...more.headers }
  return call(service, method, `/admin/api/${slug}${path}`, { ...more, headers })
}

test('the dashboard of a survey opens for its owner’s session, without an admin link [owner-dashboard]', async () => {
  const { browser, slug, adminToken } = await newOwned()
  const read = bodyOf<{ is_owner: boolean; title: string }>(await send(browser, slug, 'GET'))
  assert.deepEqual([read.is_owner, read.title], [true, 'Survey'])
  const byLink = bodyOf<object>(await call(service, 'GET', `/admin/api/${slug}`, { token: adminToken }))
  assert.deepEqual(byLink, { ...read, is_owner: false })
  const closed = await send(browser, slug, 'PATCH', '', { body: { status: 'closed' } })
  assert.deepEqual(closed.body, { id: slug, status: 'closed' })
  assert.equal((await send(browser, slug, 'DELETE')).status, 204)
  assertRefused(await send(browser, slug, 'GET'), 404, 'not found')
})

test('on every route another account’s survey and a missing one get the same 404 [owner-dashboard-foreign]', async () => {
  const { slug } = await newOwned()
  const stranger = await newBrowser(service, { subscribed: true })
  for (const { method, path } of await everyRoute()) {
    const more = method === 'GET' ? {} : { body: {} }
    const answers = [
      await send(stranger, slug, method, path, more),
      await send(stranger, 'missing-survey-here', method, path, more),
      await send(stranger, 'No%00Slug', method, path, more),
    ]
    for (const { status, text, headers } of answers)
      assert.deepEqual(
        [status, text, [...headers.keys()]],
        [404, '{"error":"not found"}', [...(answers[0]?.headers.keys() ?? [])]],
        `${method} ${path}`,
      )
    const ended = { cookie: 'soundings_session=7d444840-9dc0-41d1-b245-5ffdce74fad2' }
    assertRefused(await send(ended, slug, method, path, more), 401, 'authentication required')
  }
})

test('requests of another page are refused, even reads [owner-dashboard-origin]', async () => {
  const { browser, slug } = await newOwned()
  const close = (headers: Record<string, string>) =>
    send(browser, slug, 'PATCH', '', { headers, body: { status: 'closed' } })
  const error = 'a page of another origin may not do this'
  for (const headers of [
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ])
    assertRefused(await close(headers), 403, error)
  assertRefused(await send(browser, slug, 'GET', '', { headers: { 'sec-fetch-site': 'cross-site' } }), 403, error)
  assert.equal(bodyOf<{ status: string }>(await send(browser, slug, 'GET')).status, 'open')
  assert.equal((await close({})).status, 200)
})

test('the owner’s cookie takes precedence over the admin link’s, and each works alone [owner-dashboard]', async () => {
  const { browser, slug, adminToken } = await newOwned()
  const answer = await call(service, 'POST', `/admin/api/${slug}/session`, { token: adminToken })
  const ofLink = cookieIn(answer.headers)
  const isOwner = async (cookie: string) => bodyOf<{ is_owner: boolean }>(await send({ cookie }, slug, 'GET')).is_owner
  assert.equal(await isOwner(`${ofLink}; ${browser.cookie}`), true)
  assert.equal(await isOwner(ofLink), false)
  const stranger = await newBrowser(service)
  assert.equal(await isOwner(`${ofLink}; ${stranger.cookie}`), false)
  assert.equal(await isOwner(`${ofLink}; soundings_session=x`), false)
  assert.equal(await isOwner(`soundings_admin_${slug}=x; ${browser.cookie}`), true)
  // The owner has no token to exchange for a cookie, and signing out of the dashboard does not sign the owner out of
  // the account.
  assertRefused(await send(browser, slug, 'POST', '/session'), 401, 'authentication required')
  assert.equal((await send(browser, slug, 'DELETE', '/session')).status, 204)
  assert.equal(await isOwner(browser.cookie), true)
})

test('the owner’s streams end with the session and the account, and survive a new admin link [owner-dashboard-end]', async () => {
  const { browser, slug } = await newOwned()
  const second = await submitForm(service, '/sign-in', { email: browser.email, password: browser.password })
  const other = { cookie: cookieIn(second.headers) }
  const listen = ({ cookie }: { cookie: string }) => listenTo(service, `/admin/api/${slug}/events`, { cookie })
  const [first, kept] = [await listen(browser), await listen(other)]
  for (const stream of [first, kept]) await stream.next()
  assert.equal((await send(browser, slug, 'POST', '/rotate')).status, 200)
  assert.equal((await submitForm(service, '/sign-out', {}, { cookie: browser.cookie })).status, 303)
  await send(other, slug, 'PATCH', '', { body: { status: 'closed' } })
  assert.equal(await first.ended(), true)
  assert.equal((await kept.next()).status, 'closed')
  await service.setDisabled(browser.accountId, true)
  assert.equal(await kept.ended(), true)
  assertRefused(await send(other, slug, 'GET'), 401, 'authentication required')
})

test('the owner’s theme choice on the dashboard is remembered, one made by the admin link is not [palette-browser]', async () => {
  const { browser, slug, adminToken } = await newOwned()
  const palette = async () => (await browser.send('GET', '/account')).body.palette
  const choose = (theme: string, token?: string) =>
    token === undefined
      ? send(browser, slug, 'PATCH', '', { body: { theme } })
      : call(service, 'PATCH', `/admin/api/${slug}`, { token, body: { theme } })
  assert.equal((await choose('rose', adminToken)).status, 200)
  assert.equal(await palette(), null)
  assert.equal((await choose('ocean')).status, 200)
  assert.equal(String(await palette()), 'ocean')
  assert.equal((await choose('forest', adminToken)).status, 200)
  assert.equal((await send(browser, slug, 'PATCH', '', { body: { theme: 'rose', status: 'gone' } })).status, 400)
  assert.equal(String(await palette()), 'ocean')
})
