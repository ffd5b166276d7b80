import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { DAY_MS } from '../../src/domain/values/time.ts'
import { handOver } from '../../src/service/moving/handover.ts'
import { bodyOf } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { accountIds } from '../setup/accounts.ts'
import { until } from '../until.ts'
import { type Browser, newBrowser, publish } from './browser.ts'
import { begin, beginAgain, newSlug, QUESTIONS, response, surveyFile } from './restoration-steps.ts'

let service: Service
before(async () => {
  service = await startService({ hostname: 'localhost' })
})
after(() => service.close())

test('a restored survey appears with responses, board and settings only once the restoration is complete [account-restore]', async () => {
  const browser = await newBrowser(service, { subscribed: true })
  const slug = newSlug()
  const accounts = await accountIds(service)
  const restoration = await begin(browser)
  await restoration.send('/surveys', surveyFile(slug))
  const responses = [response('Yes'), response('Yes'), response('No')]
  const below = `/surveys/${slug}`
  await restoration.send(`${below}/responses`, { responses, first: 1 })
  await restoration.send(`${below}/responses`, { responses: responses.slice(1), first: 2 })
  const items = [{ id: randomUUID(), text: 'Why?', votes: 3, state: 'answered' }]
  await restoration.send(`${below}/boards`, { index: 1, items })
  await restoration.send(`${below}/boards`, { index: 1, items })
  const groups = [{ kind: 'section', from: 0, to: 1, title: 'Lunch' }]
  const settings = {
    version: 1,
    archived: true,
    share_results: 'after_answering',
    shared_device: true,
    paced: true,
    revealed_at_once: true,
    language: 'fa',
  }
  await restoration.send(`${below}/settings`, { theme: 'rose', settings, response_count: 3 })
  await restoration.send('/templates', { name: 'Retro', questions: QUESTIONS, groups, theme: 'ocean' })
  await restoration.send('/drafts', { title: 'Soon', questions: [], groups, theme: null })
  assert.equal((await call(service, 'GET', `/s/${slug}`)).status, 404)
  assert.deepEqual((await browser.send('GET', '/surveys')).body.surveys, [])
  assert.deepEqual(await accountIds(service), accounts)
  assert.deepEqual(await restoration.finish(), { surveys: [{ was: slug, slug }] })
  assert.equal((await call(service, 'GET', `/s/${slug}`)).status, 200)
  const [listed] = (await browser.send('GET', '/surveys')).body.surveys ?? []
  assert.deepEqual([listed?.id, listed?.archived, listed?.response_count], [slug, true, 3])
  const { results, shared_device, paced, revealed_at_once, language } = bodyOf<{
    results: { tally: { count: number }[]; board: object }[]
    shared_device: boolean
    paced: boolean
    revealed_at_once: boolean
    language: string
  }>(await ofDashboard(browser, slug, ''))
  assert.deepEqual([shared_device, paced, revealed_at_once, language], [true, true, true, 'fa'])
  assert.deepEqual(
    results[0]?.tally.map(({ count }) => count),
    [2, 1],
  )
  assert.deepEqual(results[1]?.board, { items: 1, votes: 3 })
  for (const kind of ['templates', 'drafts'] as const) {
    const [one, ...others] = (await browser.send('GET', `/${kind}`)).body[kind] ?? []
    assert.deepEqual([(await browser.send('GET', `/${kind}/${one?.id}`)).body.groups, others], [groups, []])
  }
  await restoration.send('/surveys', surveyFile(newSlug()), 404)
})

test('a restored survey opens when it would have [account-restore, opens-at-restored]', async () => {
  const browser = await newBrowser(service, { subscribed: true })
  const slug = newSlug()
  const opens_at = new Date(service.clock.now() + DAY_MS).toISOString()
  const restoration = await begin(browser)
  await restoration.send('/surveys', surveyFile(slug, { status: 'closed' }))
  const settings = (time: string) => ({ settings: { version: 1, opens_at: time }, response_count: 0 })
  assert.match(await restoration.send(`/surveys/${slug}/settings`, settings('soon'), 400), /opens_at must be/)
  await restoration.send(`/surveys/${slug}/settings`, settings(opens_at))
  await restoration.finish()
  const [listed] = (await browser.send('GET', '/surveys')).body.surveys ?? []
  assert.deepEqual([listed?.status, listed?.opens_at], ['open', opens_at])
  const { status, ...survey } = bodyOf<Record<string, unknown>>(await ofDashboard(browser, slug, ''))
  assert.deepEqual([status, survey.opens_at], ['closed', opens_at])
})

test('a slug that a survey has or had is never reused [account-restore]', async () => {
  const [owner, browser] = [await newBrowser(service), await newBrowser(service)]
  const [living, deleted] = [newSlug(), newSlug()]
  for (const slug of [living, deleted]) await publish(owner, { title: 'Lunch', questions: QUESTIONS }, slug)
  assert.equal((await ofDashboard(owner, deleted, '', 'DELETE')).status, 204)
  const restoration = await begin(browser)
  for (const slug of [living, deleted]) await restoration.send('/surveys', surveyFile(slug))
  const { surveys } = await restoration.finish()
  assert.deepEqual(
    surveys.map(({ was }) => was),
    [living, deleted],
  )
  for (const { was, slug } of surveys) {
    assert.notEqual(slug, was)
    assert.equal((await call(service, 'GET', `/s/${slug}`)).status, 200)
  }
})

test('nothing remains of abandoned, invalid or foreign restorations [account-restore]', async () => {
  const [browser, other] = [await newBrowser(service), await newBrowser(service)]
  const restoration = await begin(browser)
  assert.equal((await browser.send('POST', '/restorations')).status, 409)
  const slug = newSlug()
  await restoration.send('/surveys', surveyFile(slug))
  assert.match(await restoration.send('/surveys', surveyFile(slug), 400), /occurs twice/)
  const sent = { responses: [response('Yes'), response('Perhaps')], first: 5 }
  const wrong = await restoration.send(`/surveys/${slug}/responses`, sent, 400)
  assert.equal(wrong, 'response 6, question 1: the answer must be one of the options')
  await restoration.send(`/surveys/${slug}/responses`, { responses: [response('Yes')], first: 1 })
  const count = await restoration.send(`/surveys/${slug}/settings`, { response_count: 2 }, 400)
  assert.match(count, /it has 1 different responses, but its response_count is 2/)
  for (const path of ['/finish', '/surveys', `/surveys/${slug}/responses`]) {
    const answer = await other.send('POST', restoration.path + path, surveyFile(newSlug()))
    assert.ok([400, 404].includes(answer.status), answer.text)
  }
  assert.equal((await other.send('DELETE', restoration.path)).status, 204)
  await restoration.send('/surveys', surveyFile(newSlug()))
  assert.equal((await browser.send('DELETE', restoration.path)).status, 204)
  await restoration.send('/surveys', surveyFile(newSlug()), 404)
  const again = await beginAgain(browser)
  assert.deepEqual(await again.finish(), { surveys: [] })
  assert.deepEqual((await browser.send('GET', '/surveys')).body.surveys, [])
})

test('a handover whose process ends is completed by a job [account-restore]', async () => {
  const { context } = service
  const browser = await newBrowser(service)
  const restoration = await begin(browser)
  const slugs = [newSlug(), newSlug()]
  for (const slug of slugs) await restoration.send('/surveys', surveyFile(slug))
  await restoration.send('/drafts', { title: 'Soon', questions: [], theme: null })
  const stagingId = restoration.path.split('/').at(-1) ?? ''
  const staged = await context.store.deletion.surveys(stagingId)
  const decided = {
    stagingId,
    accountId: browser.accountId,
    slugs: staged.map(({ surveyId }, at) => [surveyId, slugs[at] ?? ''] as const),
  }
  const now = service.clock.now()
  const slugsById = new Map(decided.slugs.map(([id, slug]) => [id, { slug, slugHash: context.keys.slugHash(slug) }]))
  const more = { slugs: slugsById, mayReuseSlugs: false, payload: JSON.stringify(decided), now, until: now }
  assert.equal(await context.store.handovers.decide({ ...decided, ...more }), 'decided')
  for await (const _ of handOver(context, decided)) break
  assert.equal((await browser.send('DELETE', restoration.path)).status, 204, 'which wakes the jobs')
  await until(async () => (await service.jobs()).length === 0)
  for (const slug of slugs) assert.equal((await call(service, 'GET', `/s/${slug}`)).status, 200)
  assert.equal((await browser.send('GET', '/drafts')).body.drafts?.length, 1)
  await begin(browser)
})

test('the limits of the account and of the free plan apply [account-restore]', async () => {
  const browser = await newBrowser(service)
  await service.fillSurveys(browser.accountId, 499)
  const restoration = await begin(browser)
  const slug = newSlug()
  await restoration.send('/surveys', surveyFile(slug))
  const custom = { primary: '#123456', background: '#fefefe' }
  await restoration.send(`/surveys/${slug}/settings`, { theme: custom })
  const [extra] = [newSlug()]
  await restoration.send('/surveys', surveyFile(extra))
  const refused = await browser.send('POST', `${restoration.path}/finish`)
  assert.deepEqual([refused.status, refused.body.error], [409, 'survey limit reached'])
  await browser.send('DELETE', restoration.path)
  const smaller = await beginAgain(browser)
  await smaller.send('/surveys', surveyFile(slug))
  await smaller.send(`/surveys/${slug}/settings`, { theme: custom })
  await smaller.finish()
  const { theme, expires_at } = bodyOf<{ theme: unknown; expires_at: string | null }>(
    await ofDashboard(browser, slug, ''),
  )
  assert.equal(theme, 'default')
  assert.notEqual(expires_at, null)
})

/** A request to the dashboard of one’s own survey. */
function ofDashboard({ cookie }: Browser, slug: string, path: string, method = 'GET') {
  const headers = { cookie, origin: service.baseUrl, 'sec-fetch-site': 'same-origin' }
  return call(service, method, `/admin/api/${slug}${path}`, { headers })
}
