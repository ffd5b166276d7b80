import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newDatabase } from '../database.ts'
import { type Answer, call, type Service, startService } from '../harness.ts'
import { deleteTemplate } from '../setup/surveys.ts'
import { type Api, apiOf, assertRefused, bodyOf, HOUR, newApi, rating, repeat } from './fixtures.ts'

const service = await startService()
after(() => service.close())

const KEY = 'the key of a test'
const SURVEY = { title: 'Survey', questions: [rating()] }
const TEMPLATE = { name: 'Template', questions: [rating()] }

/** A POST with a key. */
function post(api: Api, path: string, body?: unknown, key = KEY, at: Pick<Service, 'baseUrl'> = service) {
  const headers = { 'idempotency-key': key }
  return call(at, 'POST', `/api/v1${path}`, { token: api.caller.token, body, headers })
}

/** The five endpoints that create something; a path may contain the id of an existing survey or template. */
const posts: [path: string, body?: object][] = [
  ['/surveys', SURVEY],
  ['/surveys/{survey}/clone', { title: 'Clone' }],
  ['/surveys/{survey}/clone'],
  ['/surveys/{survey}/save-as-template', { name: 'Saved' }],
  ['/surveys/{survey}/save-as-template'],
  ['/templates', TEMPLATE],
  ['/templates/{template}/launch', { theme: 'rose' }],
  ['/templates/{template}/launch'],
]

async function newPath(api: Api, path: string): Promise<string> {
  if (path.includes('{survey}')) return path.replace('{survey}', (await api.create([rating(), rating('And?')])).id)
  return path.includes('{template}') ? path.replace('{template}', (await api.saveTemplate([rating()])).id) : path
}

async function ids(api: Api): Promise<string[]> {
  return [...(await api.list()), ...(await api.templates())].map(({ id }) => id)
}

function assertReused(answer: Answer): void {
  assertRefused(answer, 409, 'idempotency key reused', 'idempotency_key_reused')
}

function assertSame(answers: readonly Answer[]): void {
  for (const { status, text, headers } of answers)
    assert.deepEqual(
      [status, text, headers.get('content-type')],
      [201, answers[0]?.text, answers[0]?.headers.get('content-type')],
    )
}

for (const [path, body] of posts) {
  const what = `POST ${path} ${JSON.stringify(body) ?? 'without a body'}`
  test(`${what}: a replay gives the same response and creates nothing [idempotency-replay]`, async () => {
    const api = await newApi(service)
    const to = await newPath(api, path)
    const first = await post(api, to, body)
    const made = await ids(api)
    service.clock.advance(HOUR)
    assertSame([first, await post(api, to, body), await post(api, to, body)])
    assert.deepEqual(await ids(api), made)
    assert.equal(new Set(made).size, made.length)
    assert.notEqual((await post(api, to, body, 'another key')).body.id, first.body.id)
    assert.equal((await ids(api)).length, made.length + 1)
  })

  test(`${what}: parallel requests get one response [idempotency-parallel]`, async () => {
    const api = await newApi(service)
    const to = await newPath(api, path)
    const before = await ids(api)
    assertSame(await Promise.all(Array.from({ length: 10 }, () => post(api, to, body))))
    assert.equal((await ids(api)).length, before.length + 1)
  })

  test(`${what}: a replay is 404 after the created item was deleted [idempotency-replay-deleted]`, async () => {
    const api = await newApi(service)
    const to = await newPath(api, path)
    const id = String(bodyOf<{ id: string }>(await post(api, to, body), 201).id)
    await service.deleteSurvey(id)
    await deleteTemplate(service, id)
    const left = await ids(api)
    assertRefused(await post(api, to, body), 404, 'not found')
    assert.deepEqual(await ids(api), left)
  })

  test(`${what}: 409 for any other body [idempotency-key-reused]`, async () => {
    const api = await newApi(service)
    const to = await newPath(api, path)
    const first = await post(api, to, body)
    const made = await ids(api)
    assertReused(await post(api, to, '{"title":"Other","name":"Other"}'))
    assertReused(await post(api, to, JSON.stringify({ ...body, more: null })))
    assertSame([first, await post(api, to, body)])
    assert.deepEqual(await ids(api), made)
  })

  test(`${what}: the same body in another spelling is the same request [idempotency-same-body]`, async () => {
    const api = await newApi(service)
    const to = await newPath(api, path)
    const first = await post(api, to, body)
    const made = await ids(api)
    const reversed = Object.fromEntries(Object.entries(body ?? {}).reverse())
    assertSame([first, await post(api, to, ` ${JSON.stringify(reversed, null, 2)}\n`)])
    assert.deepEqual(await ids(api), made)
  })
}

test('the same key for another path or survey is 409 [idempotency-key-reused]', async () => {
  const api = await newApi(service)
  const [survey, other] = [await api.create([rating()]), await api.create([rating()])]
  const body = { ...SURVEY, ...TEMPLATE }
  bodyOf(await post(api, `/surveys/${survey.id}/clone`, body), 201)
  const others = ['/surveys', '/templates', `/surveys/${other.id}/clone`, `/surveys/${survey.id}/save-as-template`]
  for (const path of others) assertReused(await post(api, path, body))
  assertReused(await post(api, '/surveys/none-such-here/clone', body))
  bodyOf(await post(api, `/surveys/${survey.id}/clone?view=full`, body), 201)
  assert.equal((await ids(api)).length, 3)
})

test('100 parallel creates result in one survey and count as one slug attempt [idempotency-parallel, idempotency-replay-no-slug-attempt]', async () => {
  for (const slug of [undefined, 'one-of-a-hundred']) {
    const api = await newApi(service)
    assertSame(await Promise.all(Array.from({ length: 100 }, () => post(api, '/surveys', { ...SURVEY, slug }))))
    assert.equal((await api.list()).length, 1)
    const left = await repeat(30, () => api.post('/surveys', { slug: null }))
    assert.equal(left.filter(({ status }) => status === 400).length, slug === undefined ? 30 : 29)
  }
})

test('of two different parallel requests with one key, one succeeds [idempotency-parallel, idempotency-key-reused]', async () => {
  const api = await newApi(service)
  const sends = Array.from({ length: 40 }, (_, at) => post(api, '/surveys', { ...SURVEY, title: `Title ${at % 2}` }))
  const answers = await Promise.all(sends)
  assertSame(answers.filter(({ status }) => status === 201))
  const refused = answers.filter(({ status }) => status !== 201)
  assert.equal(refused.length, 20)
  for (const answer of refused) assertReused(answer)
  assert.equal((await api.list()).length, 1)
})

test('a replay is answered even when the slug attempts are used up [idempotency-replay-no-slug-attempt]', async () => {
  const api = await newApi(service)
  const template = await api.saveTemplate([rating()])
  const body = { ...SURVEY, slug: 'before-all-was-spent' }
  const first = await post(api, '/surveys', body)
  const launched = await post(api, `/templates/${template.id}/launch`, { slug: 'launched-before' }, 'of a launch')
  await repeat(28, () => api.post('/surveys', { slug: null }))
  assertRefused(await post(api, '/surveys', body, 'another key'), 429, 'rate limit exceeded')
  assertSame([first, await post(api, '/surveys', body)])
  assertSame([
    launched,
    await post(api, `/templates/${template.id}/launch`, { slug: 'launched-before' }, 'of a launch'),
  ])
  service.clock.advance(HOUR)
  await repeat(40, () => post(api, '/surveys', body))
  const left = await repeat(31, () => api.post('/surveys', { slug: null }))
  assert.deepEqual(left.map(({ status }) => status).sort(), [...Array(30).fill(400), 429])
})

test('a replay counts as a call [idempotency-replay-counts]', async () => {
  const api = await newApi(service)
  await repeat(600, () => post(api, '/surveys', SURVEY))
  assertRefused(await post(api, '/surveys', SURVEY), 429, 'rate limit exceeded')
})

test('an account’s tokens share its keys; another account has separate ones [idempotency-per-account]', async () => {
  const api = await newApi(service)
  const second = await newApi(service, { accountId: api.caller.accountId })
  const stranger = await newApi(service)
  const first = await post(api, '/surveys', SURVEY)
  assertSame([first, await post(second, '/surveys', SURVEY)])
  assertReused(await post(second, '/surveys', { ...SURVEY, theme: 'rose' }))
  const theirs = bodyOf<{ id: string }>(await post(stranger, '/surveys', { ...SURVEY, theme: 'rose' }), 201)
  assert.notEqual(theirs.id, first.body.id)
  assert.equal((await stranger.list()).length, 1)
})

test('a replay shows the current state of what was created [idempotency-replay-current]', async () => {
  const api = await newApi(service)
  const first = bodyOf<{ id: string }>(await post(api, '/surveys', SURVEY), 201)
  const change = { theme: 'ocean', archived: true, status: 'closed', questions: [rating(), rating('More?')] }
  bodyOf(await api.patch(`/surveys/${first.id}`, change))
  assert.deepEqual(bodyOf(await post(api, '/surveys', SURVEY), 201), { ...first, theme: 'ocean' })
  assert.equal((await api.read(first.id)).status, 'closed')
})

test('after 24 hours a key counts as new, for another 24 hours [idempotency-24-hours]', async () => {
  const api = await newApi(service)
  const first = await post(api, '/surveys', SURVEY)
  service.clock.advance(24 * HOUR - 1)
  assertSame([first, await post(api, '/surveys', SURVEY)])
  service.clock.advance(1)
  const other = { ...SURVEY, title: 'Other' }
  const second = await post(api, '/surveys', other)
  assert.notEqual(second.body.id, first.body.id)
  service.clock.advance(24 * HOUR - 1)
  assertSame([second, await post(api, '/surveys', other)])
  assert.equal((await api.list()).length, 2)
})

test('a refused request may be sent again with its key, corrected or not [idempotency-refusals-not-stored]', async () => {
  const api = await newApi(service)
  const rival = await newApi(service)
  const body = { ...SURVEY, slug: 'refused-at-first' }
  await rival.create([rating()], { slug: body.slug })
  assertRefused(await post(api, '/surveys', { questions: [] }), 400, 'title is required')
  assertRefused(await post(api, '/surveys/none-such-here/clone'), 404, 'not found')
  assertRefused(await post(api, '/surveys', body), 409, 'slug taken', 'slug_taken')
  assertRefused(await post(api, '/surveys', body), 409, 'slug taken', 'slug_taken')
  bodyOf(await post(api, '/surveys', SURVEY), 201)
})

test('a reached limit is checked again on the next attempt, but not for a replay [idempotency-refusals-not-stored]', async () => {
  const api = await newApi(service)
  await service.fillTemplates(api.caller.accountId, 199)
  const first = await post(api, '/templates', TEMPLATE)
  assertSame([first, await post(api, '/templates', TEMPLATE)])
  const more = () => post(api, '/templates', TEMPLATE, 'another key')
  assertRefused(await more(), 409, 'template limit reached', 'template_limit_reached')
  await deleteTemplate(service, String(first.body.id))
  bodyOf(await more(), 201)
})

const invalid: [what: string, key: string][] = [
  ['an empty key', ''],
  ['a key of blanks', '  '],
  ['a key of 256 characters', 'k'.repeat(256)],
]
for (const [what, key] of invalid) {
  test(`${what} is refused at each of the five endpoints [error-invalid-idempotency-key]`, async () => {
    const api = await newApi(service)
    for (const [path, body] of posts) {
      const to = await newPath(api, path)
      const before = await ids(api)
      assertRefused(await post(api, to, body, key), 400, 'invalid idempotency key')
      assert.deepEqual(await ids(api), before)
    }
  })
}

test('keys of 1 and of 255 characters are accepted, whatever they contain [error-invalid-idempotency-key]', async () => {
  const api = await newApi(service)
  for (const key of ['k', 'k'.repeat(255), `"a-quoted, ${'é'.repeat(200)}"`])
    assertSame([await post(api, '/surveys', SURVEY, key), await post(api, '/surveys', SURVEY, key)])
  assert.equal((await api.list()).length, 3)
})

test('a body that does not parse answers before the key [order-parse-before-idempotency]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  bodyOf(await post(api, '/surveys', SURVEY), 201)
  for (const key of ['', KEY]) {
    assertRefused(await post(api, '/surveys', '{', key), 400, 'invalid JSON')
    assertRefused(await post(api, `/surveys/${survey.id}/clone`, '[]', key), 400, 'body must be a JSON object')
  }
})

test('the key answers before slug attempts, a missing survey and an invalid body [order-idempotency-before-slug-limit]', async () => {
  const api = await newApi(service)
  bodyOf(await post(api, '/surveys', SURVEY), 201)
  const paths = ['/surveys', '/surveys/none-such-here/clone', '/templates/none/launch']
  const send = (key: string) => Promise.all(paths.map(path => post(api, path, { slug: null, title: '' }, key)))
  const check = async () => {
    for (const answer of await send('')) assertRefused(answer, 400, 'invalid idempotency key')
    for (const answer of await send(KEY)) assertReused(answer)
  }
  await check()
  const left = await repeat(30, () => api.post('/surveys', { slug: null }))
  assert.deepEqual(new Set(left.map(({ status }) => status)), new Set([400]))
  await check()
})

test('reads and PATCH ignore a key [idempotency-ignored-elsewhere]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const { token } = api.caller
  const send = (method: string, path: string, key: string, body?: object) =>
    call(service, method, `/api/v1${path}`, { token, body, headers: { 'idempotency-key': key } })
  for (const key of [KEY, '', 'k'.repeat(256)]) {
    for (const path of ['/me', '/surveys', `/surveys/${id}`, '/templates']) bodyOf(await send('GET', path, key))
    for (const theme of ['rose', 'ocean'])
      assert.equal((await send('PATCH', `/surveys/${id}`, key, { theme })).body.theme, theme)
  }
  bodyOf(await post(api, '/surveys', SURVEY), 201)
})

test('a replay after a restart returns what was created [idempotency-crash]', async t => {
  const database = await newDatabase()
  const before = await startService({ database })
  const api = await newApi(before)
  const first = await post(api, '/surveys', SURVEY, KEY, before)
  await before.close()
  const next = await startService({ database })
  t.after(async () => {
    await next.close()
    await database.drop()
  })
  const again = await post(api, '/surveys', SURVEY, KEY, next)
  // The link contains the port, which has changed.
  assert.equal(again.text, first.text.replaceAll(before.baseUrl, next.baseUrl))
  assert.equal((await apiOf(next, api.caller).list()).length, 1)
})
