import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { apiOf, assertRefused, bodyOf, choice, HOUR, kept, rating } from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
import { type Browser, newBrowser } from './browser.ts'

interface Row {
  readonly id: string
  readonly [member: string]: unknown
}

let service: Service
let browser: Browser
before(async () => {
  service = await startService({ now: Date.parse('2026-06-01T12:00:17.123Z') })
  browser = await newBrowser(service, { subscribed: true })
})
after(() => service.close())

const listSurveys = async (by: Browser) => bodyOf<{ surveys: Row[] }>(await by.send('GET', '/surveys')).surveys
const apiFor = async ({ accountId }: Browser) => apiOf(service, await service.newCaller({ accountId }))

test('the list has all surveys of the account, newest first, including archived ones [app-surveys]', async () => {
  const own = await newBrowser(service, { subscribed: true })
  const api = await apiFor(own)
  const first = await api.create([choice()], { title: 'First' })
  const second = await api.create([choice()], { title: 'Der zweite von allen' })
  await api.patch(`/surveys/${first.id}`, { archived: true, status: 'closed' })
  const fresh = {
    expires_at: null,
    opens_at: null,
    created_at: '2026-06-01T12:00:17.123Z',
    response_count: 0,
    last_response_at: null,
  }
  const urlOf = (id: string) => `${service.baseUrl}/s/${id}`
  assert.deepEqual(await listSurveys(own), [
    {
      id: second.id,
      title: 'Der zweite von allen',
      language: 'de',
      status: 'open',
      archived: false,
      ...fresh,
      public_url: urlOf(second.id),
    },
    {
      id: first.id,
      title: 'First',
      language: null,
      status: 'closed',
      archived: true,
      ...fresh,
      public_url: urlOf(first.id),
    },
  ])
  assert.deepEqual(await listSurveys(await newBrowser(service)), [])
})

test('the list shows each change at once, and the last response to the minute [app-surveys]', async () => {
  const own = await newBrowser(service, { subscribed: true })
  const { id, admin_token: token } = await (await apiFor(own)).create([choice()])
  const row = async () => {
    const [survey] = await listSurveys(own)
    return [survey?.response_count, survey?.last_response_at, survey?.expires_at]
  }
  assert.deepEqual(await row(), [0, null, null])
  const early = await kept(service, id, ['Yes'])
  assert.deepEqual(await row(), [1, '2026-06-01T12:00:00.000Z', null])
  service.clock.advance(HOUR)
  const late = await kept(service, id, ['No'])
  assert.deepEqual(await row(), [2, '2026-06-01T13:00:00.000Z', null])
  const remove = (response: string) =>
    fetch(`${service.baseUrl}/admin/api/${id}/responses/${response}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
  await remove(late.id)
  assert.deepEqual(await row(), [1, '2026-06-01T12:00:00.000Z', null])
  await remove(early.id)
  const languages = async () => (await listSurveys(own)).map(({ language }) => language)
  assert.deepEqual(await languages(), [null])
  const change = { method: 'PATCH', headers: { authorization: `Bearer ${token}` }, body: '{"language":"he"}' }
  assert.equal((await fetch(`${service.baseUrl}/admin/api/${id}`, change)).status, 200)
  assert.deepEqual(await languages(), ['he'])
  await service.setExpiry(id, Date.parse('2026-07-01T00:00:00Z'))
  await (await apiFor(own)).patch(`/surveys/${id}`, { archived: false })
  assert.deepEqual(await row(), [0, null, '2026-07-01T00:00:00.000Z'])
})

test('a clone has the questions, a new link and no responses [app-clone]', async () => {
  const api = await apiFor(browser)
  const { id } = await api.create([choice(), rating()], { title: 'Lunch', theme: 'rose' })
  await kept(service, id, ['Yes', 7])
  const made = bodyOf<Row>(await browser.send('POST', `/surveys/${id}/clone`), 201)
  assert.deepEqual(made, { id: made.id, public_url: `${service.baseUrl}/s/${made.id}` })
  const { title, theme, response_count, questions } = await api.read(made.id)
  assert.deepEqual([title, theme, response_count, questions.length], ['Lunch', 'rose', 0, 2])
  const renamed = bodyOf<Row>(await browser.send('POST', `/surveys/${id}/clone`, { title: 'Dinner' }), 201)
  assert.equal((await api.read(renamed.id)).title, 'Dinner')
})

test('reports whether a link is available, including links of deleted surveys [slug-available]', async () => {
  const isFree = async (slug: string) => bodyOf<{ available: boolean }>(await browser.send('GET', `/slugs/${slug}`))
  const slug = `lunch-${randomUUID().slice(0, 8)}`
  assert.deepEqual(await isFree(slug), { available: true })
  await (await apiFor(browser)).create([choice()], { slug })
  assert.deepEqual(await isFree(slug), { available: false })
  await service.deleteSurvey(slug)
  assert.deepEqual(await isFree(slug), { available: false })
  for (const text of ['ab', 'Lunch', 'api', 'a--b', 'x'.repeat(65), '%00'])
    assertRefused(await browser.send('GET', `/slugs/${text}`), 400, 'invalid slug')
})

test('an account can check 120 links an hour; invalid ones do not count [limit-slug-checks-120]', async () => {
  const own = await newBrowser(service)
  for (let look = 0; look < 120; look++) assert.equal((await own.send('GET', '/slugs/lunch')).status, 200)
  assertRefused(await own.send('GET', '/slugs/No'), 400, 'invalid slug')
  service.clock.advance(1_000)
  const refused = await own.send('GET', '/slugs/lunch')
  assertRefused(refused, 429, 'rate limit exceeded')
  assert.equal(refused.headers.get('retry-after'), '3599')
  assert.equal((await browser.send('GET', '/slugs/lunch')).status, 200)
  service.clock.advance(HOUR)
  assert.equal((await own.send('GET', '/slugs/lunch')).status, 200)
})
