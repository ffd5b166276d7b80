import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiOf, assertRefused, bodyOf, choice, HOUR, submit } from '../api/fixtures.ts'
import { newDatabase } from '../database.ts'
import { type Answer, call, type Service, startService } from '../harness.ts'
import { connect, register } from '../oauth/client.ts'
import { setSurveysMade } from '../setup/accounts.ts'
import { type Browser, newBrowser, sendWith } from './browser.ts'

const DAY = 24 * HOUR
const OWN_COLOURS = { primary: '#102030', background: '#fefefe' }
const COLOURS_REFUSED =
  'custom colours require a subscription; choose a preset, or see Settings, Subscription in the application'
const DEADLINE_REFUSED =
  'setting, extending or clearing an expiry requires a subscription; see Settings, Subscription in the application'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const inDays = (days: number) => new Date(service.clock.now() + days * DAY).toISOString()
const expiries = async (browser: Browser) => {
  const { surveys } = bodyOf<{ surveys: { expires_at: string | null }[] }>(await browser.send('GET', '/surveys'))
  return surveys.map(({ expires_at }) => expires_at)
}
const idOf = (answer: Answer) => bodyOf<{ id: string }>(answer, 201).id
const apiFor = async ({ accountId }: Browser) => apiOf(service, await service.newCaller({ accountId }))

async function publish(browser: Browser, body: object = {}, theme: unknown = null): Promise<Answer> {
  const id = idOf(await browser.send('POST', '/drafts', { title: 'Lunch', questions: [choice()], theme }))
  return browser.send('POST', `/drafts/${id}/publish`, body)
}

test('without a subscription every survey made in the browser expires after 30 days [free-plan-expiry]', async () => {
  const browser = await newBrowser(service)
  const published = idOf(await publish(browser))
  const template = idOf(await browser.send('POST', '/templates', { name: 'Lunch', questions: [choice()] }))
  await browser.send('POST', `/templates/${template}/launch`, {})
  await browser.send('POST', `/surveys/${published}/clone`, {})
  assert.deepEqual(await expiries(browser), [inDays(30), inDays(30), inDays(30)])
  service.clock.advance(30 * DAY - 1)
  assert.equal((await submit(service, published, ['Yes'])).status, 201)
  service.clock.advance(1)
  assertRefused(await submit(service, published, ['Yes']), 409, 'this survey has expired', 'survey_expired')
})

test('an account makes a thousand surveys a day, however many it deletes [limit-surveys-per-day]', async () => {
  const browser = await newBrowser(service, { subscribed: true })
  const template = idOf(await browser.send('POST', '/templates', { name: 'Lunch', questions: [choice()] }))
  const draft = idOf(await browser.send('POST', '/drafts', { title: 'Lunch', questions: [choice()], theme: null }))
  const api = await apiFor(browser)
  const body = { title: 'Lunch', questions: [choice()] }
  const first = await api.create([choice()])
  await setSurveysMade(service, browser.accountId, 999)
  await service.deleteSurvey(idOf(await browser.send('POST', `/templates/${template}/launch`, {})))
  const makers = [
    () => browser.send('POST', `/drafts/${draft}/publish`, {}),
    () => browser.send('POST', `/surveys/${first.id}/clone`, {}),
    () => browser.send('POST', `/templates/${template}/launch`, {}),
    () => api.post('/surveys', body),
  ]
  const text = 'an account can make at most 1,000 surveys a day, deleted ones included; wait until tomorrow'
  for (const make of makers) {
    const answer = await make()
    assertRefused(answer, 429, text, 'daily_survey_limit_reached')
    assert.equal(answer.headers.get('retry-after'), null)
  }
  service.clock.advance(DAY)
  bodyOf(await api.post('/surveys', body), 201)
})

test('the operator chooses the number of days, and subscribers’ surveys do not expire [free-plan-expiry]', async t => {
  const short = await startService({ freeSurveyDays: 2 })
  t.after(() => short.close())
  const browser = await newBrowser(short)
  await publish(browser)
  assert.deepEqual(await expiries(browser), [new Date(short.clock.now() + 2 * DAY).toISOString()])
  const subscribed = await newBrowser(service, { subscribed: true })
  await publish(subscribed)
  assert.deepEqual(await expiries(subscribed), [null])
})

test('only subscribers can choose when a survey expires [free-plan-deadline]', async () => {
  const browser = await newBrowser(service)
  for (const expires_at of [inDays(1), null])
    assertRefused(await publish(browser, { expires_at }), 403, DEADLINE_REFUSED, 'entitlement_required')
  const subscribed = await newBrowser(service, { subscribed: true })
  await publish(subscribed, { expires_at: inDays(1) })
  await publish(subscribed, { expires_at: null })
  assert.deepEqual(await expiries(subscribed), [null, inDays(1)])
  assertRefused(await publish(subscribed, { expires_at: 'soon' }), 400, 'expires_at must be an RFC 3339 time or null')
})

test('a subscription cancels automatic expiries that are still ahead, and no others [free-plan-upgrade]', async t => {
  const daily = await startService({ freeSurveyDays: 1 })
  t.after(() => daily.close())
  const browser = await newBrowser(daily)
  const past = idOf(await publish(browser))
  daily.clock.advance(DAY / 2)
  const ahead = idOf(await publish(browser))
  daily.clock.advance(DAY / 2)
  const before = await expiries(browser)
  await daily.setEntitledUntil(browser.accountId, daily.clock.now())
  assert.deepEqual(await expiries(browser), before)
  await daily.setEntitledUntil(browser.accountId, daily.clock.now() + 1)
  assert.deepEqual(await expiries(browser), [null, before[1]])
  daily.clock.advance(DAY)
  assert.equal((await submit(daily, ahead, ['Yes'])).status, 201)
  assertRefused(await submit(daily, past, ['Yes']), 409, 'this survey has expired', 'survey_expired')
})

test('pages loaded before the change keep working [free-plan-upgrade]', async () => {
  const browser = await newBrowser(service)
  const slug = idOf(await publish(browser))
  const page = () => call(service, 'GET', `/s/${slug}`, { headers: { accept: 'text/html' } })
  assert.equal((await page()).status, 200)
  await service.setEntitledUntil(browser.accountId, service.clock.now() + 400 * DAY)
  service.clock.advance(31 * DAY)
  assert.match((await page()).text, /<form/)
})

test('an expiry that a subscriber chose stays when the subscription ends [free-plan-upgrade]', async () => {
  const browser = await newBrowser(service)
  const slug = idOf(await publish(browser))
  await service.setEntitledUntil(browser.accountId, service.clock.now() + DAY)
  const { admin_token: token } = await adminOf(browser, slug)
  const body = { expires_at: inDays(3) }
  assert.equal((await call(service, 'PATCH', `/admin/api/${slug}`, { token, body })).status, 200)
  await service.setEntitledUntil(browser.accountId, null)
  assertRefused(
    await call(service, 'PATCH', `/admin/api/${slug}`, { token, body: { expires_at: null } }),
    403,
    DEADLINE_REFUSED,
    'entitlement_required',
  )
  await service.setEntitledUntil(browser.accountId, service.clock.now() + 400 * DAY)
  assert.deepEqual(await expiries(browser), [inDays(3)])
})

test('custom colours need a subscription; after it ends, they become the default [free-plan-colours]', async () => {
  const browser = await newBrowser(service)
  assertRefused(await publish(browser, {}, OWN_COLOURS), 403, COLOURS_REFUSED, 'entitlement_required')
  await service.savePalette(browser.accountId, OWN_COLOURS)
  const content = { name: 'Lunch', questions: [choice()], theme: OWN_COLOURS }
  const template = idOf(await browser.send('POST', '/templates', content))
  const made = [await publish(browser), await browser.send('POST', `/templates/${template}/launch`)]
  assertRefused(
    await browser.send('POST', `/templates/${template}/launch`, { theme: OWN_COLOURS }),
    403,
    COLOURS_REFUSED,
    'entitlement_required',
  )
  await service.setEntitledUntil(browser.accountId, service.clock.now() + DAY)
  const api = await apiFor(browser)
  for (const answer of made) assert.equal((await api.read(idOf(answer))).theme, 'default')
  assert.deepEqual((await api.read(idOf(await publish(browser)))).theme, OWN_COLOURS)
})

test('the API and a launch without a theme use the theme last published in the browser [palette-browser]', async () => {
  const browser = await newBrowser(service, { subscribed: true })
  const api = await apiFor(browser)
  const themeOfNext = async () => (await api.create([choice()])).theme
  for (const theme of ['rose', OWN_COLOURS, 'default']) {
    await publish(browser, {}, theme)
    assert.deepEqual(await themeOfNext(), theme)
    const { body } = await browser.send('GET', '/account')
    assert.deepEqual(body.palette, theme === 'default' ? null : theme)
  }
  await publish(browser, {}, 'forest')
  await api.create([choice()], { theme: 'slate' })
  const { id } = await api.create([choice()])
  await api.patch(`/surveys/${id}`, { theme: 'slate' })
  await publish(browser)
  await publish(browser, { slug: 'no' }, 'ocean')
  assert.equal(await themeOfNext(), 'forest')
})

async function adminOf(browser: Browser, slug: string) {
  const listed = await (await apiFor(browser)).list('?include_admin=1')
  return listed.find(({ id }) => id === slug) as { admin_token: string }
}

test('switching to BILLING=none cancels automatic expiries that are still ahead [free-plan-upgrade]', async t => {
  const database = await newDatabase()
  t.after(() => database.drop())
  const before = await startService({ database, freeSurveyDays: 1 })
  const browser = await newBrowser(before)
  const slugs = [idOf(await publish(browser)), idOf(await publish(browser))]
  await before.setExpiry(slugs[0] ?? '', before.clock.now())
  await before.close()
  const after = await startService({ database, billing: 'none' })
  t.after(() => after.close())
  const { surveys } = bodyOf<{ surveys: { expires_at: string | null }[] }>(
    await sendWith(after, browser.cookie)('GET', '/surveys'),
  )
  assert.deepEqual(
    surveys.map(({ expires_at }) => expires_at),
    [null, new Date(after.clock.now()).toISOString()],
  )
})

test('with BILLING=none every account is subscribed, in the browser and for its tokens [billing-none]', async t => {
  const free = await startService({ billing: 'none' })
  t.after(() => free.close())
  const browser = await newBrowser(free)
  await publish(browser, {}, OWN_COLOURS)
  assert.deepEqual(await expiries(browser), [null])
  const { subscription } = bodyOf<{ subscription: object }>(await browser.send('GET', '/account'))
  const noPurchase = { purchase: null, trial_days: 0, contact: null }
  assert.deepEqual(subscription, { subscribed: true, until: null, billing: 'none', ...noPurchase })
  const { token } = await free.newCaller({ accountId: browser.accountId })
  const application = await connect(free, browser, await register(free))
  for (const credential of [token, application.access])
    assert.equal((await call(free, 'GET', '/api/v1/me', { token: credential })).status, 200)
})
