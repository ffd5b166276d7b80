import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newDatabase, type TestDatabase } from '../database.ts'
import { type Answer, call, startService } from '../harness.ts'
import { type Api, apiOf, assertRefused, bodyOf, endpoints, HOUR, newApi, rating, repeat } from './fixtures.ts'

const service = await startService()
after(() => service.close())

const MINUTE = 60_000

function assertCallLimit(answer: Answer, retryAfter: number): void {
  assertRefused(answer, 429, 'rate limit exceeded')
  assert.equal(answer.headers.get('retry-after'), String(retryAfter))
}

function assertSlugLimit(answer: Answer): void {
  assertRefused(answer, 429, 'rate limit exceeded')
  assert.equal(answer.headers.get('retry-after'), null)
}

function statuses(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

test('the 600th call passes, and the next is 429 at every endpoint [limit-calls-600, error-rate-limit, call-limit-retry-after]', async () => {
  const api = await newApi(service)
  assert.deepEqual(statuses(await repeat(600, () => api.get('/me'))), { 200: 600 })
  for (const { method, path } of endpoints) {
    assertCallLimit(await call(service, method, `/api/v1${path}`, { token: api.caller.token }), 3600)
  }
})

test('of more than 600 parallel calls exactly 600 pass [limit-calls-600]', async () => {
  const api = await newApi(service)
  assert.deepEqual(statuses(await repeat(650, () => api.get('/templates'))), { 200: 600, 429: 50 })
})

const refusedCalls: [what: string, act: (api: Api) => Promise<Answer>][] = [
  ['a missing survey', api => api.get('/surveys/none-such-here')],
  ['a body that does not parse', api => api.post('/surveys', '{')],
  ['an invalid body', api => api.post('/surveys', {})],
  ['HEAD', api => call(service, 'HEAD', '/api/v1/me', { token: api.caller.token })],
]
for (const [what, act] of refusedCalls) {
  test(`every authenticated call counts: ${what} [failed-calls-count]`, async () => {
    const api = await newApi(service)
    await repeat(5, () => act(api))
    assert.deepEqual(statuses(await repeat(595, () => api.get('/me'))), { 200: 595 })
    assertCallLimit(await api.get('/me'), 3600)
  })
}

test('calls refused for a missing scope or subscription count too [failed-calls-count]', async () => {
  const reader = await newApi(service, { scope: 'surveys:read' })
  await repeat(300, () => reader.post('/surveys', {}))
  await service.setEntitledUntil(reader.caller.accountId, null)
  await repeat(300, () => reader.get('/me'))
  assertCallLimit(await reader.get('/me'), 3600)
})

test('unknown paths and wrong methods are not counted [order-routing-first]', async () => {
  const api = await newApi(service)
  await repeat(10, () => api.get('/nothing'))
  await repeat(10, () => api.post('/me', {}))
  assert.deepEqual(statuses(await repeat(600, () => api.get('/me'))), { 200: 600 })
})

test('each token has its own calls [limit-per-token]', async () => {
  const spent = await newApi(service)
  const fresh = await newApi(service, { accountId: spent.caller.accountId })
  await repeat(600, () => spent.get('/me'))
  bodyOf(await fresh.get('/me'))
  assertCallLimit(await spent.get('/me'), 3600)
})

test('the hour begins with the first call; after it the whole allowance is back [limit-fixed-window, call-limit-retry-after]', async () => {
  const api = await newApi(service)
  await api.get('/me')
  service.clock.advance(59.5 * MINUTE)
  await repeat(599, () => api.get('/me'))
  assertCallLimit(await api.get('/me'), 30)
  service.clock.advance(MINUTE / 2 - 1)
  assertCallLimit(await api.get('/me'), 1)
  service.clock.advance(1)
  assert.deepEqual(statuses(await repeat(600, () => api.get('/me'))), { 200: 600 })
  assertCallLimit(await api.get('/me'), 3600)
})

test('create, clone and launch share 30 attempts; without a slug they still work [limit-slug-attempts-30, slug-limit-no-retry-after]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  const paths = ['/surveys', `/surveys/${survey.id}/clone`, `/templates/${template.id}/launch`]
  const body = { title: 'Survey', questions: [rating()] }
  for (let attempt = 0; attempt < 30; attempt++) {
    const made = await api.post(paths[attempt % 3] ?? '', { ...body, slug: `shared-bucket-${attempt}` })
    bodyOf(made, 201)
  }
  for (const path of paths) {
    assertSlugLimit(await api.post(path, { ...body, slug: 'shared-bucket-more' }))
    bodyOf(await api.post(path, body), 201)
  }
})

/** Requests with a slug that create nothing; each still uses up an attempt. */
const spendings: [what: string, act: (api: Api) => Promise<Answer>][] = [
  ['null', api => api.post('/surveys', { title: 'Survey', questions: [rating()], slug: null })],
  ['no string', api => api.post('/surveys', { title: 'Survey', questions: [rating()], slug: 5 })],
  ['an illegal slug', api => api.post('/surveys', { title: 'Survey', questions: [rating()], slug: 'A' })],
  ['a taken slug', api => api.post('/surveys', { title: 'Survey', questions: [rating()], slug: 'already-taken' })],
  ['a missing title', api => api.post('/surveys', { slug: 'never-made' })],
  ['a missing survey', api => api.post('/surveys/none-such-here/clone', { slug: 'never-made' })],
  ['a missing template', api => api.post('/templates/none/launch', { slug: 'never-made' })],
]
for (const [what, act] of spendings) {
  test(`a slug counts as an attempt whatever the outcome: ${what} [slug-attempt-always-counts]`, async () => {
    const other = await newApi(service)
    await other.post('/surveys', { title: 'Survey', questions: [rating()], slug: 'already-taken' })
    const api = await newApi(service)
    for (const answer of await repeat(30, () => act(api)))
      assert.ok([400, 404, 409].includes(answer.status), answer.text)
    assertSlugLimit(await act(api))
  })
}

test('bodies without a slug property do not count as attempts [slug-attempt-always-counts]', async () => {
  const api = await newApi(service)
  const body = '{"title":"Survey","questions":[{"type":"rating","text":"?","slug":"x"}],"__proto__":{"slug":"x"}}'
  for (const answer of await repeat(31, () => api.post('/surveys', body))) bodyOf(answer, 201)
  await repeat(31, () => api.patch('/surveys/none-such-here', { slug: 'x' }))
  await repeat(31, () => api.post('/surveys/none-such-here/save-as-template', { slug: 'x' }))
  await api.create([rating()], { slug: 'nothing-spent-yet' })
})

test('slug attempts belong to the account, and are back after an hour [slug-limit-per-account, limit-fixed-window]', async () => {
  const first = await newApi(service)
  const second = await newApi(service, { accountId: first.caller.accountId })
  const stranger = await newApi(service)
  await first.post('/surveys', { slug: null })
  service.clock.advance(59 * MINUTE)
  await repeat(29, () => first.post('/surveys', { slug: null }))
  assertSlugLimit(await second.post('/surveys', { slug: null }))
  assertRefused(await stranger.post('/surveys', { slug: null }), 400, 'title is required')
  service.clock.advance(MINUTE)
  assertRefused(await second.post('/surveys', { slug: null }), 400, 'title is required')
})

test('used calls and attempts stay used after a restart [limits-survive-restart]', async t => {
  const database = await newDatabase()
  const { calls, slugs, stoppedAt } = await spentBeforeStop(database)
  const again = await startService({ database, now: stoppedAt + 10 * MINUTE })
  t.after(async () => {
    await again.close()
    await database.drop()
  })
  assertCallLimit(await apiOf(again, calls).get('/me'), 3000)
  assertSlugLimit(await apiOf(again, slugs).post('/surveys', { slug: null }))
  again.clock.advance(HOUR - 10 * MINUTE)
  bodyOf(await apiOf(again, calls).get('/me'))
  assertRefused(await apiOf(again, slugs).post('/surveys', { slug: null }), 400, 'title is required')
})

async function spentBeforeStop(database: TestDatabase) {
  const before = await startService({ database })
  try {
    const calls = await newApi(before)
    const slugs = await newApi(before)
    await repeat(600, () => calls.get('/me'))
    await repeat(30, () => slugs.post('/surveys', { slug: null }))
    return { calls: calls.caller, slugs: slugs.caller, stoppedAt: before.clock.now() }
  } finally {
    await before.close()
  }
}

test('an account owns at most 500 surveys, archived ones included [limit-surveys-500, error-survey-limit, archived-counts-toward-limit]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  const paths = ['/surveys', `/surveys/${survey.id}/clone`, `/templates/${template.id}/launch`]
  const body = { title: 'Survey', questions: [rating()] }
  bodyOf(await api.patch(`/surveys/${survey.id}`, { archived: true }))
  assert.deepEqual(statuses(await repeat(498, () => api.post('/surveys', body))), { 201: 498 })
  const last = await Promise.all(Array.from({ length: 15 }, (_, place) => api.post(paths[place % 3] ?? '', body)))
  assert.deepEqual(statuses(last), { 201: 1, 409: 14 })
  for (const path of paths) {
    assertRefused(await api.post(path, body), 409, 'survey limit reached', 'survey_limit_reached')
  }
  assert.equal((await api.list()).length, 499)
})

test('an account owns at most 200 templates, however they were made [limit-templates-200, error-template-limit]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const paths = ['/templates', `/surveys/${survey.id}/save-as-template`]
  const body = { name: 'Template', questions: [rating()] }
  assert.deepEqual(statuses(await repeat(199, () => api.post('/templates', body))), { 201: 199 })
  const last = await Promise.all(Array.from({ length: 10 }, (_, place) => api.post(paths[place % 2] ?? '', body)))
  assert.deepEqual(statuses(last), { 201: 1, 409: 9 })
  for (const path of paths) {
    assertRefused(await api.post(path, body), 409, 'template limit reached', 'template_limit_reached')
  }
  assert.equal((await api.templates()).length, 200)
})
