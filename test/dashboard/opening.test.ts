import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, board, bodyOf, choice, HOUR, kept, newApi, submit } from '../api/fixtures.ts'
import { call, type Service } from '../harness.ts'
import { listen } from '../pages/event-stream.ts'
import { get, post } from '../pages/page.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { listenTo } from './stream.ts'
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts'

const CLOSED = 'this survey is closed'

let processes: TwoProcesses
let service: Service
let other: Service

before(async () => {
  processes = await startTwoProcesses({ respondentLimit: 0 })
  ;({ service, other } = processes)
})
after(() => processes.close())

/** A survey that opens in an hour. */
async function waiting(
  questions: readonly object[] = [choice()],
  more?: object,
): Promise<AdminClient & { opens: string }> {
  const admin = await newAdminClient(service, questions, more)
  const opens = inHours(1)
  bodyOf(await admin.send('PATCH', '', { opens_at: opens }))
  return { ...admin, opens }
}

function inHours(hours: number): string {
  return new Date(service.clock.now() + hours * HOUR).toISOString()
}

const stateOf = async ({ get }: AdminClient) => {
  const { status, opens_at } = await get()
  return [status, opens_at]
}

test('a survey is closed until its time has come, in every process, without a write [opens-at, opens-at-derived]', async () => {
  const { opens, ...admin } = await waiting()
  for (const one of [service, other]) assertRefused(await submit(one, admin.id, ['Yes']), 409, CLOSED, 'survey_closed')
  assert.deepEqual(await stateOf(admin), ['closed', opens])
  service.clock.advance(HOUR - 1)
  for (const one of [service, other]) assertRefused(await submit(one, admin.id, ['Yes']), 409, CLOSED, 'survey_closed')
  const { headers } = await admin.send('GET')
  const tag = String(headers.get('etag'))
  service.clock.advance(1)
  for (const one of [service, other]) await kept(one, admin.id, ['Yes'])
  assert.deepEqual(await stateOf(admin), ['open', null])
  assert.equal(
    (await admin.bare('GET', '', { token: admin.adminToken, headers: { 'if-none-match': tag } })).status,
    200,
  )
})

test('the API reads such a survey as closed, lists it as open, and opens and closes it by hand [opens-at-api]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  const before = await api.get(`/surveys/${id}`)
  const path = `/admin/api/${id}`
  const wait = async () => bodyOf(await call(service, 'PATCH', path, { token, body: { opens_at: inHours(1) } }))
  const status = async () => (await api.get(`/surveys/${id}?view=aggregate`)).body.status
  await wait()
  assert.deepEqual((await api.get(`/surveys/${id}`)).body, { ...before.body, status: 'closed' })
  const { surveys } = bodyOf<{ surveys: { id: string; status: string }[] }>(await api.get('/surveys?include_closed=0'))
  assert.deepEqual(
    surveys.map(one => [one.id, one.status]),
    [[id, 'open']],
  )
  assertRefused(
    await api.patch(`/surveys/${id}`, { opens_at: null }),
    400,
    'nothing to change: send status, theme, questions or archived',
  )
  assert.deepEqual(bodyOf(await api.patch(`/surveys/${id}`, { theme: 'rose' })), { id, status: 'open', theme: 'rose' })
  assert.equal(await status(), 'closed')
  assert.deepEqual(bodyOf(await api.patch(`/surveys/${id}`, { status: 'open' })), { id, status: 'open' })
  assert.equal(await status(), 'open')
  await wait()
  bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
  service.clock.advance(2 * HOUR)
  assert.equal(await status(), 'closed')
})

test('a time is set, moved and cleared; one that has passed is none, and one ahead opens a closed survey [opens-at]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { id } = admin
  const patch = async (body: object) => bodyOf<object>(await admin.send('PATCH', '', body))
  const [soon, later] = [inHours(1), inHours(2)]
  assert.deepEqual(await patch({ opens_at: soon }), { id, status: 'open', opens_at: soon })
  assert.deepEqual(await patch({ opens_at: later }), { id, status: 'open', opens_at: later })
  assert.deepEqual(await stateOf(admin), ['closed', later])
  assert.deepEqual(await patch({ opens_at: null }), { id, status: 'open', opens_at: null })
  assert.deepEqual(await stateOf(admin), ['open', null])
  await patch({ status: 'closed' })
  assert.deepEqual(await patch({ opens_at: inHours(-1) }), { id, status: 'closed', opens_at: null })
  await patch({ opens_at: soon })
  assert.deepEqual(await stateOf(admin), ['closed', soon])
  await patch({ status: 'closed', opens_at: later })
  assert.deepEqual(await stateOf(admin), ['closed', later])
  await patch({ status: 'closed' })
  assert.deepEqual(await stateOf(admin), ['closed', null])
})

test('a time that is invalid, or not before the expiry, changes nothing [opens-at]', async () => {
  const { opens, ...admin } = await waiting()
  for (const opens_at of ['tomorrow', '1999-12-31T23:59:59Z', 0, true])
    assertRefused(
      await admin.send('PATCH', '', { opens_at, archived: true }),
      400,
      'opens_at must be an RFC 3339 time from 2000 on, or null',
    )
  for (const body of [
    { expires_at: opens },
    { expires_at: inHours(3), opens_at: inHours(3) },
    { expires_at: inHours(-1), opens_at: opens },
  ])
    assertRefused(await admin.send('PATCH', '', body), 409, 'opens_at must be before expires_at', 'opens_after_expiry')
  const { archived, expires_at } = await admin.get()
  assert.deepEqual([archived, expires_at, ...(await stateOf(admin))], [false, null, 'closed', opens])
  bodyOf(await admin.send('PATCH', '', { expires_at: inHours(3) }))
})

test('the page says when the survey opens, in every language, and nothing of its questions [opens-at-page]', async () => {
  const { id, opens } = await waiting([choice('Secret?'), board('Hidden?')], { slug: 'opens-later' })
  await newAdminClient(service, [choice()])
  const texts = {
    en: 'This survey opens on <time datetime="2026-',
    de: 'Diese Umfrage öffnet am <time',
    fr: 'Cette enquête ouvrira le <time',
    es: 'Esta encuesta se abrirá el <time',
    pt: 'Esta pesquisa será aberta em <time',
    zh: '此问卷将于 <time',
  }
  for (const [language, text] of Object.entries(texts)) {
    const page = await get(service, `/s/${id}?lang=${language}`)
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('x-robots-tag'), 'noindex')
    for (const shown of [text, `datetime="${opens}"`, ' UTC']) assert.ok(page.text.includes(shown), shown)
    assert.doesNotMatch(page.text, /Secret|Hidden|<form/)
  }
  const { text: english } = await get(service, `/s/${id}?lang=en`)
  assert.match(english, />\d{1,2} June 2026 at \d\d:00 UTC<\/time>\./)
  const json = await get(service, `/s/${id}`, 'application/json')
  const { questions, status, opens_at } = bodyOf<Record<string, unknown>>(json)
  assert.deepEqual([status, opens_at, questions], ['closed', opens, []])
  assert.doesNotMatch((await get(service, `/s/${id}/thanks?results`)).text, /Secret/)
  const late = await post(service, `/s/${id}`, { questions: '', q0: '0' })
  assert.doesNotMatch(late.text, /<form/)
  service.clock.advance(HOUR)
  for (const one of [service, other]) assert.match((await get(one, `/s/${id}`)).text, /Secret/)
  const opened = bodyOf<{ questions: object[]; opens_at?: string }>(await get(service, `/s/${id}`, 'application/json'))
  assert.deepEqual([opened.questions.length, opened.opens_at], [2, undefined])
})

test('an open page is withdrawn from the cache when a time is set, and shared results wait too [opens-at-page]', async () => {
  const admin = await newAdminClient(service, [choice('Secret?')])
  bodyOf(await admin.send('PATCH', '', { share_results: 'after_answering' }))
  assert.match((await get(other, `/s/${admin.id}`)).text, /Secret/)
  assert.match((await get(other, `/s/${admin.id}/thanks?results`)).text, /Secret/)
  bodyOf(await admin.send('PATCH', '', { opens_at: inHours(1) }))
  for (const path of ['', '/thanks?results'])
    assert.doesNotMatch((await get(other, `/s/${admin.id}${path}`)).text, /Secret/)
  service.clock.advance(HOUR)
  for (const path of ['', '/thanks?results']) assert.match((await get(other, `/s/${admin.id}${path}`)).text, /Secret/)
})

test('its boards, its record, its streams and its refusals name nothing either, and all do again once it has opened [opens-at-page, opens-at-events]', async () => {
  const admin = await newAdminClient(service, [choice('Secret?'), board('Hidden?')])
  const path = `/s/${admin.id}`
  const key = randomUUID()
  bodyOf(await call(service, 'POST', `${path}/board/1`, { body: { text: 'Asked before' } }), 201)
  bodyOf(await admin.send('PATCH', '', { share_record: true, share_results: 'after_answering' }))
  for (let n = 0; n < 5; n++) await kept(service, admin.id, ['Yes'], { key: n === 0 ? key : randomUUID() })
  const pages = [`${path}/board/1/list`, `${path}/record`]
  for (const one of pages) assert.match((await get(service, one)).text, /Secret|Hidden/, one)
  bodyOf(await admin.send('PATCH', '', { opens_at: inHours(1) }))
  for (const one of pages) {
    const { status, text } = await get(service, one)
    assert.equal(status, 200)
    assert.match(text, /This survey opens on <time/, one)
    assert.doesNotMatch(text, /Secret|Hidden|Asked/, one)
  }
  assertRefused(await call(service, 'GET', `${path}/board/1`), 404, 'not found')
  const stream = await listen(service, admin.id)
  assert.equal((await stream.next()).status, 'closed', 'no board comes before it')
  const results = await listen(service, admin.id, { results: true })
  assert.deepEqual(Object.keys(await results.next()), ['revision'])
  for (const answers of [[], ['Maybe'], ['Yes'], { 0: 'Yes' }])
    assertRefused(await submit(service, admin.id, answers), 409, CLOSED, 'survey_closed')
  await kept(service, admin.id, ['Yes'], { key })
  service.clock.advance(HOUR)
  for (const one of pages) assert.match((await get(service, one)).text, /Secret|Hidden/, one)
  bodyOf(await call(service, 'GET', `${path}/board/1`))
  assert.deepEqual(await stream.next(), { index: 1 })
  assert.equal((await stream.next()).status, 'open')
  for (const one of [stream, results]) await one.end()
})

test('phones learn nothing of what is presented while a survey waits [opens-at-presented]', async () => {
  const admin = await newAdminClient(service, [choice('Secret?'), choice('Hidden?')])
  const settings = [{ right: { options: [0] } }, {}]
  bodyOf(await admin.send('PATCH', '', { paced: true, question_settings: settings, opens_at: inHours(1) }))
  bodyOf(await admin.send('PATCH', '/presentation', { screen: '1', revealed: true }))
  const stream = await listen(service, admin.id)
  assert.equal((await stream.next()).status, 'closed')
  service.clock.advance(HOUR)
  const events = [await stream.next(), await stream.next()]
  assert.deepEqual(
    events.map(({ status, state }) => status ?? state),
    ['open', 'live'],
  )
  await stream.end()
})

test('streams of pages and dashboards say when it has opened [opens-at-events]', async () => {
  const admin = await waiting()
  const page = await listen(other, admin.id)
  const dashboard = await listenTo(service, `/admin/api/${admin.id}/events`, {
    authorization: `Bearer ${admin.adminToken}`,
  })
  assert.equal((await page.next()).status, 'closed')
  assert.equal((await dashboard.next()).status, 'closed')
  service.clock.advance(HOUR)
  assert.equal((await page.next()).status, 'open')
  assert.equal((await dashboard.next()).status, 'open')
  for (const one of [page, dashboard]) await one.end()
})

test('it can be edited and presented while it waits, and stays closed [opens-at-presented]', async () => {
  const { opens, ...admin } = await waiting()
  bodyOf(await admin.send('PATCH', '', { questions: [choice('Edited?')] }))
  bodyOf(await admin.send('PATCH', '/presentation', { screen: '1' }))
  assert.deepEqual(await stateOf(admin), ['closed', opens])
  const projector = bodyOf<{ url: string }>(await admin.send('POST', '/projector'))
  const presented = await call(service, 'GET', `/p/api/${projector.url.split('/').at(-1)}`)
  assert.deepEqual([presented.body.status, presented.body.opens_at], ['closed', opens])
})

test('a clone and a launch of a template are open at once [opens-at-copies]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  bodyOf(await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { opens_at: inHours(1) } }))
  const template = bodyOf<{ id: string }>(await api.post(`/surveys/${id}/save-as-template`), 201)
  for (const path of [`/surveys/${id}/clone`, `/templates/${template.id}/launch`]) {
    const copy = bodyOf<{ id: string }>(await api.post(path), 201)
    await kept(service, copy.id, ['Yes'])
  }
})
