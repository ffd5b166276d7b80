import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { apiOf, assertRefused, board, bodyOf, choice, freeText, kept, optional } from '../api/fixtures.ts'
import { type Call, call } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { listenTo } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const PATHS = ['', '/events', '/board/1', '/projected-texts']
const ANSWERS = 'a text that somebody has written'
/** For which a projector link shows the same results, in milliseconds. */
const STEP_MS = 1_000

const { service, other, close } = await startTwoProcesses()
after(close)

test('a projector link reads the aggregate of the API with the language, and neither texts nor what admins see [projector-read]', async () => {
  const { admin, projector, owner } = await newSurvey([choice(), board(), freeText('Why?', optional)])
  const { id } = await kept(service, admin.id, ['Yes', null, ANSWERS])
  const answer = await projector('GET')
  const more = {
    edited: [],
    opens_at: null,
    paced: false,
    groups: [],
    question_settings: [],
    language: null,
    found_language: 'en',
  }
  assert.deepEqual(bodyOf(answer), { ...(await owner.aggregate(admin.id)), ...more })
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  for (const secret of [ANSWERS, id, admin.adminToken, 'admin']) assert.ok(!answer.text.includes(secret))
  assert.equal((await projector('HEAD')).status, 200)
})

test('it shows a survey that is closed, archived or expired [projector-read]', async () => {
  const { admin, projector } = await newSurvey()
  for (const [change, status] of [
    [{ status: 'closed', archived: true }, 'closed'],
    [{ status: 'open' }, 'open'],
    [{ expires_at: '2026-01-01T00:00:00Z' }, 'expired'],
  ] as const) {
    assert.equal((await admin.send('PATCH', '', change)).status, 200)
    assert.equal((await projector('GET')).body.status, status)
  }
})

for (const path of PATHS) {
  test(`${path}: a wrong, malformed or withdrawn token and that of a deleted survey get the same 404 [projector-missing]`, async () => {
    const replaced = await newSurvey()
    const withdrawn = await newSurvey()
    const deleted = await newSurvey()
    const { token, projector, admin } = await newSurvey()
    await project(replaced.admin)
    await withdrawn.admin.send('DELETE', '/projector')
    await deleted.admin.send('DELETE')
    const half = token.slice(0, 32)
    const tokens = [
      randomBytes(32).toString('hex'),
      half + randomBytes(16).toString('hex'),
      half + replaced.token.slice(32),
      `${half}${half}`,
      ...[half, `${token}0`, token.toUpperCase(), 'no-token', '%00', '0'.repeat(64), admin.adminToken, admin.id],
      ...[replaced.token, withdrawn.token, deleted.token],
    ]
    for (const method of ['GET', 'HEAD']) {
      const answers = []
      for (const one of tokens) answers.push(await call(service, method, `/p/api/${one}${path}`))
      const [first] = answers.map(({ status, text, headers }) => ({ status, text, names: [...headers.keys()] }))
      assert.deepEqual([first?.status, first?.text], [404, method === 'GET' ? '{"error":"not found"}' : ''])
      for (const { status, text, headers } of answers)
        assert.deepEqual({ status, text, names: [...headers.keys()] }, first)
    }
    assert.equal((await projector('HEAD', path)).status, 200)
  })

  test(`${path}: only reads are allowed, no cookie is set, and browsers cache nothing [projector-read-only]`, async () => {
    const { admin, token, projector } = await newSurvey()
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await projector(method, path, { token: admin.adminToken, body: '{"status":"closed"}' })
      assertRefused(answer, 405, 'method not allowed')
      assert.equal(answer.headers.get('allow'), 'GET, HEAD')
    }
    for (const { headers } of [await projector('HEAD', path), await call(service, 'GET', `/p/api/${token}0${path}`)]) {
      assert.deepEqual([headers.get('cache-control'), headers.get('set-cookie')], ['no-store', null])
      assert.equal(headers.get('access-control-allow-origin'), null)
    }
    assert.equal((await admin.get()).status, 'open')
    assert.equal((await call(service, 'GET', `/admin/api/${admin.id}`, { token })).status, 404)
  })
}

test('a projector link reads what respondents see of a board, most votes first [projector-board]', async () => {
  const { admin, projector } = await newSurvey([choice(), board('Ask', { moderated: true })])
  const seen = async () => bodyOf<{ items: unknown[] }>(await projector('GET', '/board/1')).items
  const [first, second, third] = [await ask(admin, 'First?'), await ask(admin, 'Second?'), await ask(admin, 'Third?')]
  assert.deepEqual(await seen(), [])
  for (const state of ['shown', 'answered']) await moderate(admin, first, state)
  await moderate(admin, second, 'shown')
  await moderate(admin, third, 'hidden')
  await call(service, 'PUT', `/s/${admin.id}/board/1/${second}/vote`, { body: { voter: randomUUID() } })
  assert.deepEqual(await seen(), [
    { id: second, text: 'Second?', votes: 1, answered: false, sequence: 2 },
    { id: first, text: 'First?', votes: 0, answered: true, sequence: 2 },
  ])
  assert.deepEqual(await seen(), (await call(service, 'GET', `/s/${admin.id}/board/1`)).body.items)
  for (const index of ['0', '2', '01', 'x', '-1'])
    assertRefused(await projector('GET', `/board/${index}`), 404, 'not found')
})

test('dashboard and projector get the same events, whoever made the change [projector-events, dashboard-events-board]', async () => {
  const { admin, token } = await newSurvey()
  const streams = [
    await listenTo(service, `/admin/api/${admin.id}/events`, { authorization: `Bearer ${admin.adminToken}` }),
    await listenTo(other, `/p/api/${token}/events`),
  ]
  const { status, response_count, results } = await admin.get()
  const sharing = { share_results: 'never', results_revealed: false }
  for (const stream of streams) {
    assert.deepEqual(await stream.event(), { results: { status, response_count, results, edited: [], ...sharing } })
    assert.deepEqual(await stream.event(), { board: 1 })
  }
  await kept(other, admin.id, ['Yes'])
  for (const stream of streams) assert.equal((await stream.next()).response_count, 1)
  await admin.send('PATCH', '', { status: 'closed' })
  for (const stream of streams) assert.equal((await stream.next()).status, 'closed')
  for (const stream of streams) await stream.end()
})

test('what a projector link shows stays the same for a second, on its stream and when read again [projector-steps]', async () => {
  const { admin, projector, token } = await newSurvey()
  // The step begins when the stream is opened, or later.
  const since = performance.now()
  const stream = await listenTo(service, `/p/api/${token}/events`)
  await stream.next()
  for (let n = 1; n <= 3; n++) {
    await kept(service, admin.id, ['Yes'])
    const { response_count } = (await projector('GET')).body
    // On a slow machine the step may have ended by now.
    if (performance.now() - since < STEP_MS) assert.equal(response_count, 0)
    assert.equal((await admin.get()).response_count, n)
  }
  while ((await stream.next()).response_count !== 3) assert.ok(performance.now() - since >= STEP_MS)
  assert.ok(performance.now() - since >= STEP_MS)
  assert.equal((await projector('GET')).body.response_count, 3)
  await stream.end()
})

test('a dashboard is sent the questions that changed, and a projector learns only that some did that it shows [dashboard-events-change, projector-events]', async () => {
  const { admin, token } = await newSurvey([choice(), board('Ask', { moderated: true })])
  const dashboard = await listenTo(service, `/admin/api/${admin.id}/events`, {
    authorization: `Bearer ${admin.adminToken}`,
  })
  const projector = await listenTo(service, `/p/api/${token}/events`)
  for (const stream of [dashboard, projector]) {
    await stream.next()
    await stream.event()
    assert.deepEqual(stream.lastChange(), { index: 1 })
  }
  const item = await ask(admin, 'Held?')
  const question = { id: item, text: 'Held?', votes: 0 }
  const moderated = async (state: string) => {
    while ('results' in (await dashboard.event()));
    assert.deepEqual(dashboard.lastChange(), { index: 1, items: [{ ...question, state }] })
  }
  await moderated('held')
  await moderate(admin, item, 'hidden')
  await moderated('hidden')
  await moderate(admin, item, 'shown')
  await moderated('shown')
  await projector.event()
  assert.deepEqual(projector.lastChange(), { index: 1 })
  for (const stream of [dashboard, projector]) await stream.end()
})

test('every change of a board is reported to those who see it, even if no result changes [dashboard-events-board, projector-events]', async () => {
  const { admin, token } = await newSurvey([
    board('Ask', { moderated: true }),
    board('Ask, moderated', { moderated: true }),
  ])
  const dashboard = await listenTo(service, `/admin/api/${admin.id}/events`, {
    authorization: `Bearer ${admin.adminToken}`,
  })
  const projector = await listenTo(service, `/p/api/${token}/events`)
  const streams = [dashboard, projector]
  for (const stream of streams) {
    await stream.next()
    for (const index of [0, 1]) assert.deepEqual(await stream.event(), { board: index })
  }
  const assertEvents = async (events: readonly ('results' | 'board')[], isProjected = true) => {
    for (const name of events) {
      const event = await dashboard.event()
      assert.ok(name in event, JSON.stringify(event))
      if ('board' in event) assert.equal(event.board, 1)
    }
    if (!isProjected) return
    // Its results come with their next step.
    let event = await projector.event()
    while (!('board' in event)) event = await projector.event()
    assert.equal(event.board, 1)
  }
  const item = await ask(admin, 'Held?')
  await assertEvents(['board'], false)
  assert.equal((await admin.get('/board/1')).items?.[0]?.state, 'held')
  await moderate(admin, item, 'shown')
  await assertEvents(['results', 'board'])
  const voter = { body: { voter: randomUUID() } }
  await call(other, 'PUT', `/s/${admin.id}/board/1/${item}/vote`, voter)
  await assertEvents(['results', 'board'])
  await moderate(admin, item, 'answered')
  await assertEvents(['board'])
  await call(other, 'DELETE', `/s/${admin.id}/board/1/${item}/vote`, voter)
  await assertEvents(['results', 'board'])
  await moderate(admin, item, 'hidden')
  await assertEvents(['results', 'board'])
  await moderate(admin, item, 'held')
  await assertEvents(['board'], false)
  for (const stream of streams) await stream.end()
})

for (const [what, method, path] of [
  ['a withdrawn link', 'DELETE', '/projector'],
  ['a new link', 'POST', '/projector'],
  ['the deletion of the survey', 'DELETE', ''],
] as const) {
  test(`${what} ends the earlier streams [projector-events-end]`, async () => {
    const { admin, token } = await newSurvey()
    const streams = [
      await listenTo(service, `/p/api/${token}/events`),
      await listenTo(service, `/p/api/${token}/events`),
    ]
    for (const stream of streams) await stream.next()
    const done = await call(other, method, `/admin/api/${admin.id}${path}`, { token: admin.adminToken })
    assert.ok(done.status < 300)
    for (const stream of streams) assert.equal(await stream.ended(), true)
    assert.equal((await call(service, 'GET', `/p/api/${token}`)).status, 404)
  })
}

test('the streams of a survey’s other link continue [projector-events-end, dashboard-events-end]', async () => {
  const { admin, token } = await newSurvey()
  const dashboardStream = await listenTo(service, `/admin/api/${admin.id}/events`, {
    authorization: `Bearer ${admin.adminToken}`,
  })
  const former = await listenTo(service, `/p/api/${token}/events`)
  for (const stream of [dashboardStream, former]) await stream.next()
  const projector = await listenTo(service, `/p/api/${await project(admin)}/events`)
  await projector.next()
  assert.equal(await former.ended(), true)
  await kept(service, admin.id, ['Yes'])
  for (const stream of [dashboardStream, projector]) assert.equal((await stream.next()).response_count, 1)
  await admin.send('POST', '/rotate')
  assert.equal(await dashboardStream.ended(), true)
  await kept(service, admin.id, ['No'])
  assert.equal((await projector.next()).response_count, 2)
  await projector.end()
})

for (const [what, dashboardStatus, hold] of [
  ['that is taken down', 200, ({ id }: AdminClient, held: boolean) => other.takeDown(id, held)],
  ['of a disabled account', 404, ({ accountId }: AdminClient, held: boolean) => other.setDisabled(accountId, held)],
] as const) {
  test(`the projector link of a survey ${what} is 404 until this is undone [projector-suspended]`, async () => {
    const { admin, token, projector } = await newSurvey()
    const stream = await listenTo(service, `/p/api/${token}/events`)
    await stream.next()
    await hold(admin, true)
    assert.equal(await stream.ended(), true)
    for (const path of PATHS) assertRefused(await projector('GET', path), 404, 'not found')
    const dashboard = await admin.send('GET')
    assert.deepEqual(
      [dashboard.status, dashboard.body.projector],
      [dashboardStatus, dashboardStatus === 200 || undefined],
    )
    await hold(admin, false)
    assert.equal((await admin.get()).projector, true)
    assert.equal((await projector('GET')).body.status, 'open')
  })
}

/** A survey with a projector link; paths are relative to /p/api/{token}. */
async function newSurvey(questions: readonly object[] = [choice(), board()]) {
  const admin = await newAdminClient(service, questions)
  const owner = apiOf(service, await service.newCaller({ accountId: admin.accountId }))
  const token = await project(admin)
  const projector = (method: string, path = '', more: Call = {}) =>
    call(service, method, `/p/api/${token}${path}`, more)
  return { admin, owner, token, projector }
}

async function project(admin: AdminClient): Promise<string> {
  return bodyOf<{ url: string }>(await admin.send('POST', '/projector')).url.slice(-64)
}

async function ask({ id }: AdminClient, text: string): Promise<string> {
  return bodyOf<{ id: string }>(await call(other, 'POST', `/s/${id}/board/1`, { body: { text } }), 201).id
}

async function moderate(admin: AdminClient, item: string, state: string): Promise<void> {
  assert.equal((await admin.send('PATCH', `/board/1/${item}`, { state })).status, 200)
}
