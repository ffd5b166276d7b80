import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { Authentication } from '../../src/service/access/authentication.ts'
import { apiOf, assertRefused, board, bodyOf, choice, freeText, kept, optional } from '../api/fixtures.ts'
import { type Call, call } from '../harness.ts'
import { until } from '../until.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { everyRemoteRoute, everyRoute } from './routes.ts'
import { listenTo, listenToText } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const QUESTIONS = [choice(), board('Ask', { moderated: true }), freeText('Why?', optional)]
const RIGHT = [{ right: { options: [0] } }]

/** All that a remote can do. What is not listed here needs the admin link. */
const RIGHTS = [
  'GET ',
  'GET /board/0',
  'PATCH /board/0/id',
  'GET /events',
  'GET /presentation',
  'PATCH /presentation',
  'GET /projected-texts',
  'PUT /projected-texts/0/id',
  'DELETE /projected-texts/0/id',
  'GET /texts',
]
const PATHS = ['', '/events', '/board/1', '/projected-texts', '/presentation', '/texts']

test('each remote link is new, and it can be withdrawn [remote-link]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const make = async () => bodyOf<{ url: string }>(await admin.send('POST', '/remote')).url
  const [first, second] = [await make(), await make()]
  for (const url of [first, second]) {
    assert.ok(url.startsWith(`${service.baseUrl}/remote/`))
    assert.match(url.slice(`${service.baseUrl}/remote/`.length), /^[0-9a-f]{64}$/)
    assert.ok(!url.includes(admin.adminToken.replaceAll('-', '')))
  }
  assert.notEqual(first, second)
  for (let n = 0; n < 2; n++) assert.equal((await admin.send('DELETE', '/remote')).status, 204)
})

test('it reads the survey with its right answers, and nothing of the admin or of single responses [remote-read]', async () => {
  const { admin, send } = await newRemote()
  assert.equal((await admin.send('PATCH', '', { question_settings: RIGHT })).status, 200)
  const { id } = await kept(service, admin.id, ['Yes', null, 'a text that somebody has written'])
  const answer = await send('GET')
  const owner = apiOf(service, await service.newCaller({ accountId: admin.accountId }))
  const { question_settings } = await admin.get<{ question_settings: unknown }>()
  const more = {
    edited: [],
    opens_at: null,
    paced: false,
    groups: [],
    question_settings,
    language: null,
    found_language: 'en',
  }
  assert.deepEqual(bodyOf(answer), { ...(await owner.aggregate(admin.id)), ...more })
  assert.ok(JSON.stringify(question_settings).includes('"right"'))
  for (const secret of [id, 'a text that', admin.adminToken, 'admin']) assert.ok(!answer.text.includes(secret))
  assert.equal((await send('HEAD')).status, 200)
})

test('a remote conducts: steps, questions of the audience and texts reach the dashboard and the projector [remote-conducts]', async () => {
  const { admin, send } = await newRemote()
  const { id: text } = await kept(service, admin.id, ['Yes', null, 'because'])
  const item = bodyOf<{ id: string }>(
    await call(other, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'Held?' } }),
    201,
  ).id
  const projector = await projectorPathOf(admin)
  const stream = await listenToText(other, `${projector}/events`)
  await stream.until(all => all.includes('event: results'))
  const stepped = bodyOf(await send('PATCH', '/presentation', { body: { screen: '1', revealed: true } }))
  assert.deepEqual(bodyOf(await send('GET', '/presentation')), stepped)
  assert.deepEqual(await admin.get('/presentation'), stepped)
  await stream.until(all => all.includes('event: presentation\ndata: {"revision":1,"live":true,"screen":"1"'))
  await stream.end()
  assert.deepEqual(bodyOf(await send('GET', '/board/1')), await admin.get('/board/1'))
  for (const state of ['shown', 'answered', 'hidden'])
    assert.equal((await send('PATCH', `/board/1/${item}`, { body: { state } })).body.state, state)
  assert.deepEqual(bodyOf(await send('GET', '/texts')), {
    questions: [{ index: 2, texts: [{ id: text, text: 'because' }] }],
  })
  const picked = { questions: [{ index: 2, picks: [{ id: text, text: 'because' }], words: null }] }
  assert.equal((await send('PUT', `/projected-texts/2/${text}`)).status, 204)
  assert.deepEqual(bodyOf(await send('GET', '/projected-texts')), picked)
  assert.equal((await call(other, 'GET', `${projector}/projected-texts`)).text.includes('because'), true)
  assert.equal((await send('DELETE', `/projected-texts/2/${text}`)).status, 204)
  assert.deepEqual(await admin.get('/projected-texts'), { questions: [{ index: 2, picks: [], words: null }] })
})

test('its stream has the questions that wait, as a dashboard’s has [remote-conducts]', async () => {
  const { admin, path } = await newRemote()
  const stream = await listenTo(service, `${path}/events`)
  await stream.next()
  await stream.event()
  await call(other, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'Held?' } })
  while (stream.lastChange().items === undefined) await stream.event()
  assert.deepEqual(
    stream.lastChange().items?.map(({ text, state }) => ({ text, state })),
    [{ text: 'Held?', state: 'held' }],
  )
  await stream.end()
})

test('its stream has the counts as they come, without the steps of a projector link [remote-conducts]', async () => {
  const { admin, path } = await newRemote()
  const [stream, projector] = [
    await listenTo(service, `${path}/events`),
    await listenToText(service, `${await projectorPathOf(admin)}/events`),
  ]
  await stream.next()
  const ANSWERS = 4
  for (let n = 1; n <= ANSWERS; n++) {
    await kept(other, admin.id, ['Yes'])
    assert.equal((await stream.next()).response_count, n)
  }
  const onProjector = await projector.until(all => all.includes(`"response_count":${ANSWERS}`))
  assert.ok(onProjector.split('"response_count":').length - 1 < 1 + ANSWERS)
  await stream.end()
  await projector.end()
})

test('a remote link has exactly the listed rights [remote-rights]', async () => {
  const named = (await everyRemoteRoute()).map(({ method, path }) => `${method} ${path.replace(/[\w-]{36}/, 'id')}`)
  assert.deepEqual(named.sort(), [...RIGHTS].sort())
})

for (const { method, path } of await everyRoute()) {
  const name = `${method} ${path.replace(/[\w-]{36}/, 'id')}`
  test(`${name} of a dashboard refuses the token of a remote link [remote-rights]`, async () => {
    const { admin, token, send } = await newRemote()
    const before = await admin.get()
    const more = method === 'GET' ? {} : { body: {} }
    for (const one of [token, token.slice(0, 32)])
      assertRefused(await admin.bare(method, path, { ...more, token: one }), 404, 'not found')
    if (!RIGHTS.includes(name)) {
      const { status } = await send(method, path, more)
      assert.ok([404, 405].includes(status), `${status}`)
    }
    assert.deepEqual(await admin.get(), before)
  })
}

for (const path of PATHS)
  test(`${path}: a wrong, malformed, withdrawn or foreign token and that of a deleted survey get the same 404 [remote-missing]`, async () => {
    const [replaced, withdrawn, deleted] = [await newRemote(), await newRemote(), await newRemote()]
    const { admin, token, send } = await newRemote()
    await replaced.admin.send('POST', '/remote')
    await withdrawn.admin.send('DELETE', '/remote')
    await deleted.admin.send('DELETE')
    const projector = (await projectorPathOf(admin)).slice(-64)
    const half = token.slice(0, 32)
    const tokens = [
      randomBytes(32).toString('hex'),
      half + randomBytes(16).toString('hex'),
      half + replaced.token.slice(32),
      half + projector.slice(32),
      ...[half, `${token}0`, token.toUpperCase(), 'no-token', '%00', '0'.repeat(64), admin.adminToken, admin.id],
      ...[projector, replaced.token, withdrawn.token, deleted.token],
    ]
    const answers = []
    for (const one of tokens) answers.push(await call(service, 'GET', `/remote/api/${one}${path}`))
    const [first] = answers.map(({ status, text, headers }) => ({ status, text, names: [...headers.keys()] }))
    assert.deepEqual([first?.status, first?.text], [404, '{"error":"not found"}'])
    for (const { status, text, headers } of answers)
      assert.deepEqual({ status, text, names: [...headers.keys()] }, first)
    assert.equal((await send('HEAD', path)).status, 200)
    assertRefused(await call(service, 'GET', `/p/api/${token}${path}`), 404, 'not found')
  })

test('no cookie is set, browsers cache nothing, and other methods are refused [remote-missing]', async () => {
  const { admin, send } = await newRemote()
  for (const path of PATHS) {
    const { headers } = await send('HEAD', path)
    assert.deepEqual([headers.get('cache-control'), headers.get('set-cookie')], ['no-store', null])
    const answer = await send('POST', path, { token: admin.adminToken, body: { status: 'closed' } })
    assertRefused(answer, 405, 'method not allowed')
    assert.equal(answer.headers.get('allow'), path === '/presentation' ? 'GET, HEAD, PATCH' : 'GET, HEAD')
  }
})

for (const [what, method, path] of [
  ['a withdrawn link', 'DELETE', '/remote'],
  ['a new link', 'POST', '/remote'],
  ['the deletion of the survey', 'DELETE', ''],
] as const)
  test(`${what} ends the streams and the steps of the remote link before, in every process [remote-ends]`, async () => {
    const { admin, path: remote, token, step } = await newRemote()
    const streams = [await listenTo(service, `${remote}/events`), await listenTo(other, `${remote}/events`)]
    for (const stream of streams) await stream.next()
    assert.equal((await step()).status, 200)
    const done = await call(other, method, `/admin/api/${admin.id}${path}`, { token: admin.adminToken })
    assert.ok(done.status < 300)
    for (const stream of streams) assert.equal(await stream.ended(), true)
    assertRefused(await step(), 404, 'not found')
    assert.equal((await call(other, 'GET', `/remote/${token}`)).status, 404)
    if (path !== '') assert.equal((await admin.get<{ revision: number }>('/presentation')).revision, 1)
  })

test('the streams of a survey’s other links continue, and a new admin token leaves the remote as it is [remote-ends]', async () => {
  const { admin, path } = await newRemote()
  const projector = await projectorPathOf(admin)
  const [own, others] = [await listenTo(service, `${path}/events`), await listenTo(service, `${projector}/events`)]
  for (const stream of [own, others]) await stream.next()
  await admin.send('POST', '/remote')
  assert.equal(await own.ended(), true)
  await kept(service, admin.id, ['Yes'])
  assert.equal((await others.next()).response_count, 1)
  await others.end()
  const now = `/remote/api/${`${(await admin.send('POST', '/remote')).body.url}`.slice(-64)}`
  const stream = await listenTo(service, `${now}/events`)
  await stream.next()
  for (const change of ['/rotate', '/projector']) await admin.send('POST', change)
  await kept(service, admin.id, ['No'])
  assert.equal((await stream.next()).response_count, 2)
  await stream.end()
  assert.equal((await call(service, 'PATCH', `${now}/presentation`, { body: { screen: '1' } })).status, 200)
})

test('a step whose body arrives after the link was withdrawn changes nothing [remote-ends]', async t => {
  const { admin, path } = await newRemote()
  const admissions = t.mock.method(Authentication.prototype, 'conductor').mock
  const body = '{"screen":"1"}'
  const sent = request(`${service.baseUrl}${path}/presentation`, {
    method: 'PATCH',
    headers: { 'content-length': body.length },
  })
  sent.flushHeaders()
  await until(() => admissions.callCount() > 0)
  await admissions.calls[0]?.result
  await admin.send('DELETE', '/remote')
  sent.end(body)
  const [answer] = await once(sent, 'response')
  assert.deepEqual([answer.statusCode, await readAll(answer)], [404, '{"error":"not found"}'])
  assert.equal((await admin.get<{ revision: number }>('/presentation')).revision, 0)
})

for (const [what, hold] of [
  ['that is taken down', ({ id }: AdminClient, held: boolean) => other.takeDown(id, held)],
  ['of a disabled account', ({ accountId }: AdminClient, held: boolean) => other.setDisabled(accountId, held)],
] as const)
  test(`the remote link of a survey ${what} is 404 until this is undone [remote-suspended]`, async () => {
    const { admin, path, send, step } = await newRemote()
    const stream = await listenTo(service, `${path}/events`)
    await stream.next()
    await hold(admin, true)
    assert.equal(await stream.ended(), true)
    for (const one of PATHS) assertRefused(await send('GET', one), 404, 'not found')
    assertRefused(await step(), 404, 'not found')
    await hold(admin, false)
    assert.equal((await admin.get()).remote, true)
    assert.equal((await step()).status, 200)
  })

test('a clone and what is launched of a template begin without a remote link; archiving leaves it [remote-copies]', async () => {
  const { admin, send } = await newRemote()
  const api = apiOf(service, await service.newCaller({ accountId: admin.accountId }))
  const { id: template } = bodyOf<{ id: string }>(await api.post(`/surveys/${admin.id}/save-as-template`, {}), 201)
  const copies = [await api.post(`/surveys/${admin.id}/clone`, {}), await api.post(`/templates/${template}/launch`, {})]
  for (const copy of copies) {
    const { id, admin_token: token } = bodyOf<{ id: string; admin_token: string }>(copy, 201)
    assert.equal((await call(service, 'GET', `/admin/api/${id}`, { token })).body.remote, false)
  }
  await admin.send('PATCH', '', { archived: true })
  assert.deepEqual([(await admin.get()).remote, (await send('GET')).status], [true, 200])
})

test('invalid steps, moderation and picks are refused as on a dashboard [remote-conducts]', async () => {
  const { send } = await newRemote()
  for (const [method, path, body, status] of [
    ['PATCH', '/presentation', {}, 400],
    ['PATCH', '/presentation', '{', 400],
    ['PATCH', '/board/1/none', { state: 'shown' }, 404],
    ['GET', '/board/0', undefined, 404],
    ['PUT', '/projected-texts/0/none', undefined, 404],
  ] as const)
    assert.equal((await send(method, path, { body })).status, status, `${method} ${path}`)
  assert.equal((await send('PATCH', '/presentation', { body: 'x'.repeat(1_048_577) })).status, 413)
})

async function projectorPathOf(admin: AdminClient): Promise<string> {
  return `/p/api/${bodyOf<{ url: string }>(await admin.send('POST', '/projector')).url.slice(-64)}`
}

/** A survey with a remote link; paths are relative to /remote/api/{token}. */
async function newRemote() {
  const admin = await newAdminClient(service, QUESTIONS)
  const token = bodyOf<{ url: string }>(await admin.send('POST', '/remote')).url.slice(-64)
  const path = `/remote/api/${token}`
  const send = (method: string, rest = '', more: Call = {}) => call(service, method, `${path}${rest}`, more)
  const step = () => send('PATCH', '/presentation', { body: { screen: '1' } })
  return { admin, token, path, send, step }
}
