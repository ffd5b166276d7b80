import { after, test } from 'node:test'
import { call, startService } from '../harness.ts'
import { type Api, assertRefused, choice, endpoints, HOUR, newApi, rating, repeat } from './fixtures.ts'

const service = await startService()
after(() => service.close())

const BROKEN = '{"title":'
const writes = endpoints.filter(({ method }) => method !== 'GET')
const withIds = endpoints.filter(({ path }) => path.includes('{'))
const withSlug = ['/surveys', '/surveys/none-such-here/clone', '/templates/none/launch']

const send = (api: Api, method: string, path: string, body?: unknown) =>
  call(service, method, `/api/v1${path}`, { token: api.caller.token, body })

test('without a valid token it is 401, whatever else is wrong [order-authentication-first]', async () => {
  for (const { method, path } of endpoints) {
    const body = method === 'GET' ? undefined : BROKEN
    assertRefused(await call(service, method, `/api/v1${path}`, { body }), 401, 'authentication required')
  }
})

test('a revoked token is 401 even if its calls were used up [order-authentication-before-limit]', async () => {
  const api = await newApi(service)
  await repeat(601, () => api.get('/me'))
  assertRefused(await api.get('/me'), 429, 'rate limit exceeded')
  await service.revoke(api.caller.tokenId)
  assertRefused(await api.get('/me'), 401, 'authentication required')
})

test('the call limit answers before a lapsed subscription [order-limit-before-subscription]', async () => {
  const api = await newApi(service)
  await service.setEntitledUntil(api.caller.accountId, null)
  await repeat(600, () => api.get('/me'))
  assertRefused(await api.get('/me'), 429, 'rate limit exceeded')
})

test('a lapsed subscription answers before a missing scope [order-subscription-before-scope]', async () => {
  const api = await newApi(service, { scope: 'surveys:read' })
  await service.setEntitledUntil(api.caller.accountId, null)
  for (const { method, path } of writes) {
    assertRefused(await send(api, method, path, {}), 403, 'upgrade required', 'entitlement_required')
  }
})

test('a missing scope answers before a body that does not parse [order-scope-before-parse]', async () => {
  const api = await newApi(service, { scope: 'surveys:read' })
  for (const { method, path } of writes) {
    assertRefused(await send(api, method, path, BROKEN), 403, 'insufficient scope', 'insufficient_scope')
  }
})

/** A caller whose account has no custom-slug attempts left. */
async function slugsSpent(): Promise<Api> {
  const api = await newApi(service)
  await repeat(30, () => api.post('/surveys', { slug: null }))
  return api
}

test('a body that does not parse answers before the slug limit [order-parse-before-slug-limit]', async () => {
  const api = await slugsSpent()
  for (const path of withSlug) {
    assertRefused(await api.post(path, '{"slug":"fine-slug"'), 400, 'invalid JSON')
  }
})

test('a body that does not parse does not count as a slug attempt [order-parse-before-slug-limit]', async () => {
  const api = await newApi(service)
  await repeat(40, () => api.post('/surveys', '{"slug":"fine-slug"'))
  await repeat(30, () => api.post('/surveys', { slug: null }))
  assertRefused(await api.post('/surveys', { slug: null }), 429, 'rate limit exceeded')
})

test('the slug limit answers before a missing survey and an invalid body [order-slug-limit-before-missing, order-missing-before-invalid]', async () => {
  const api = await slugsSpent()
  for (const path of withSlug) {
    assertRefused(await api.post(path, { slug: 'fine-slug', title: '', theme: 5 }), 429, 'rate limit exceeded')
  }
})

test('a non-object in an optional body answers before a missing survey [order-non-object-before-missing, body-non-object-optional]', async () => {
  const api = await newApi(service)
  for (const path of [
    '/surveys/none-such-here/clone',
    '/surveys/none-such-here/save-as-template',
    '/templates/none/launch',
  ]) {
    for (const body of ['[]', 'null', '"x"', '5', 'true']) {
      assertRefused(await api.post(path, body), 400, 'body must be a JSON object')
    }
    assertRefused(await api.post(path, BROKEN), 400, 'invalid JSON')
  }
})

test('a missing survey answers before an invalid body [order-missing-before-invalid]', async () => {
  const api = await newApi(service)
  const invalid = { title: '', name: '', theme: 'plaid', status: 'ajar', questions: [], archived: 1, slug: '!' }
  for (const { method, path } of withIds) {
    const to = path.replace(/\{.*\}/, 'none-such-here')
    assertRefused(await send(api, method, to, method === 'GET' ? undefined : invalid), 404, 'not found')
  }
})

test('an invalid body answers before a taken slug [order-invalid-before-conflict]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  const body = { title: 'Survey', questions: [rating()], slug: survey.id, theme: 'plaid' }
  for (const path of ['/surveys', `/surveys/${survey.id}/clone`, `/templates/${template.id}/launch`]) {
    assertRefused(await api.post(path, body), 400, 'invalid theme')
    assertRefused(await api.post(path, { ...body, theme: 'ocean' }), 409, 'slug taken', 'slug_taken')
  }
})

test('an invalid PATCH answers before survey_expired [order-invalid-before-conflict]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  await service.setExpiry(id, service.clock.now() - HOUR)
  assertRefused(await api.patch(`/surveys/${id}`, { status: 'open', theme: 'plaid' }), 400, 'invalid theme')
})

test('a reached limit answers before a taken slug and after an invalid body [order-cap-before-slug-taken, order-invalid-before-conflict]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  const body = { title: 'Survey', questions: [rating()], slug: survey.id }
  await service.fillSurveys(api.caller.accountId, 499)
  for (const path of ['/surveys', `/surveys/${survey.id}/clone`, `/templates/${template.id}/launch`]) {
    assertRefused(await api.post(path, body), 409, 'survey limit reached', 'survey_limit_reached')
    assertRefused(await api.post(path, { ...body, slug: '!' }), 400, 'invalid slug')
  }
})

test('an invalid template answers before a reached limit [order-invalid-before-conflict]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  await service.fillTemplates(api.caller.accountId, 200)
  assertRefused(await api.post('/templates', { name: '', questions: [rating()] }), 400, 'name is required')
  assertRefused(await api.post(`/surveys/${id}/save-as-template`, { name: '' }), 400, 'name is required')
})

const noOptions = [choice('Coming?', [])]
const NO_OPTIONS = 'multiple_choice questions must have at least one option'

/** Faults of each body in the order in which they are reported, each with its error. */
const faults: Record<string, [fault: Record<string, unknown>, error: string][]> = {
  '/surveys': [
    [{ title: '' }, 'title is required'],
    [{ questions: noOptions }, NO_OPTIONS],
    [{ slug: '!' }, 'invalid slug'],
    [{ theme: 'plaid' }, 'invalid theme'],
  ],
  '/surveys/{survey}/clone': [
    [{ title: '' }, 'title is required'],
    [{ slug: '!' }, 'invalid slug'],
    [{ theme: 'plaid' }, 'invalid theme'],
  ],
  '/templates': [
    [{ name: '' }, 'name is required'],
    [{ questions: noOptions }, NO_OPTIONS],
  ],
  '/templates/{template}/launch': [
    [{ slug: '!' }, 'invalid slug'],
    [{ theme: 'plaid' }, 'invalid theme'],
  ],
  'PATCH /surveys/{survey}': [
    [{ status: 'ajar' }, 'status must be "open" or "closed"'],
    [{ theme: 'plaid' }, 'invalid theme'],
    [{ questions: noOptions }, NO_OPTIONS],
  ],
}

for (const [endpoint, rows] of Object.entries(faults)) {
  const clause = endpoint.startsWith('PATCH') ? '[order-patch-fields]' : '[order-create-fields]'
  test(`of two faults in one body the earlier field answers: ${endpoint} ${clause}`, async () => {
    const api = await newApi(service)
    const survey = await api.create([rating()])
    const template = await api.saveTemplate([rating()])
    const path = endpoint.replace('PATCH ', '').replace('{survey}', survey.id).replace('{template}', template.id)
    for (const [index, [fault, error]] of rows.entries()) {
      for (const [later] of rows.slice(index)) {
        const body = { title: 'Survey', name: 'Template', questions: [rating()], ...later, ...fault }
        assertRefused(await (endpoint.startsWith('PATCH') ? api.patch : api.post)(path, body), 400, error)
      }
    }
  })
}

test('archived is validated last [order-patch-fields]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const body = { archived: 'yes' }
  assertRefused(await api.patch(`/surveys/${id}`, { ...body, questions: noOptions }), 400, NO_OPTIONS)
  assertRefused(await api.patch(`/surveys/${id}`, { ...body, theme: 'plaid' }), 400, 'invalid theme')
})
