import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { startTwoProcesses } from '../dashboard/two-processes.ts'
import { call, type ServiceOptions, startService } from '../harness.ts'
import { storedBytes } from '../setup/surveys.ts'
import { assertRefused, freeText, newApi, optional, submit } from './fixtures.ts'

/** How long counters are cached. */
const FRESH_MS = 2_000
const KILOBYTE = 1_000

async function start(t: TestContext, options: ServiceOptions) {
  const service = await startService(options)
  t.after(() => service.close())
  return service
}

test('a full survey accepts no responses, questions or votes until there is room again [storage-quota]', async t => {
  const service = await start(t, { surveyStorage: 20 * KILOBYTE })
  const admin = await newAdminClient(service, [freeText('Why?', optional), { type: 'upvoted_question', text: 'Ask' }])
  const send = () => submit(service, admin.id, ['x'.repeat(9_000)])
  const key = 'd3b3f9ea-8f7b-4b39-9d70-0d5d7d2f3a11'
  const first = await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: ['first'], key } })
  const item = (await call(service, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'When?' } })).body
  const vote = (method: string) =>
    call(service, method, `/s/${admin.id}/board/1/${item.id}/vote`, { body: { voter: key } })
  assert.deepEqual([first.status, (await vote('PUT')).status, (await send()).status], [201, 200, 201])
  const last = await send()
  assert.equal(last.status, 201)
  service.clock.advance(FRESH_MS)
  await send()
  service.clock.advance(FRESH_MS)
  const text = 'this survey has reached its storage limit; ask its creator to make room'
  assertRefused(await send(), 409, text, 'storage_limit_reached')
  const asked = await call(service, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'Why?' } })
  assertRefused(asked, 409, text, 'storage_limit_reached')
  assert.equal((await vote('DELETE')).status, 200)
  assertRefused(await vote('PUT'), 409, text, 'storage_limit_reached')
  const repeated = await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: ['first'], key } })
  assert.deepEqual([repeated.status, repeated.body.id], [201, first.body.id])
  const form = await call(service, 'POST', `/s/${admin.id}`, { body: 'q0=kept+as+typed' })
  assert.deepEqual([form.status, /kept as typed/.test(form.text)], [409, true])
  assert.match(form.text, /role="alert"[^>]*><p>This survey has no room for more answers/)

  assert.equal((await admin.send('DELETE', `/responses/${last.body.id}`)).status, 204)
  service.clock.advance(FRESH_MS)
  assert.equal((await send()).status, 201)
})

test('on a full survey a question or vote that is already stored can be sent again [storage-quota, board-ask-once, vote-once]', async t => {
  const service = await start(t, { surveyStorage: 5 * KILOBYTE })
  const { id } = await newAdminClient(service, [freeText('Why?', optional), { type: 'upvoted_question', text: 'Ask' }])
  const key = 'd3b3f9ea-8f7b-4b39-9d70-0d5d7d2f3a11'
  const ask = () => call(service, 'POST', `/s/${id}/board/1`, { body: { text: 'When?', key } })
  const asked = await ask()
  const vote = (method: string) =>
    call(service, method, `/s/${id}/board/1/${asked.body.id}/vote`, { body: { voter: key } })
  assert.deepEqual([asked.status, (await vote('PUT')).status], [201, 200])
  assert.equal((await submit(service, id, ['x'.repeat(9_000)])).status, 201)
  service.clock.advance(FRESH_MS)
  assert.equal((await submit(service, id, ['x'])).status, 409)
  const again = [await ask(), await vote('PUT')]
  assert.deepEqual(
    again.map(({ status, body }) => [status, body]),
    [
      [201, asked.body],
      [200, { votes: 1 }],
    ],
  )
  assert.deepEqual([(await vote('DELETE')).body, (await vote('DELETE')).body], [{ votes: 0 }, { votes: 0 }])
  assert.equal((await vote('PUT')).status, 409)
})

test('simultaneous submissions never exceed the quota, nor do those that arrive while counters are cached [storage-quota]', async t => {
  const service = await start(t, { surveyStorage: 20 * KILOBYTE })
  const { id } = await newAdminClient(service, [freeText('Why?', optional)])
  const send = () => submit(service, id, ['x'.repeat(9_000)])
  const answers = await Promise.all(Array.from({ length: 8 }, send))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, ...Array(5).fill(409)])
  assert.equal((await send()).status, 409)
  service.clock.advance(FRESH_MS)
  assert.equal((await send()).status, 409)
})

test('several processes exceed a quota at most by what each may store until it counts again [storage-quota]', async t => {
  const { service, other, close } = await startTwoProcesses({ surveyStorage: 20 * KILOBYTE })
  t.after(close)
  const { id } = await newAdminClient(service, [freeText('Why?', optional)])
  const send = (at: number) => submit(at % 2 === 0 ? service : other, id, ['x'.repeat(9_000)])
  await Promise.all(Array.from({ length: 16 }, (_, at) => send(at)))
  assert.ok(Number(await storedBytes(service, id)) < 2 * 30 * KILOBYTE)
  service.clock.advance(FRESH_MS)
  assert.deepEqual([(await send(0)).status, (await send(1)).status], [409, 409])
})

test('an account over its quota can create nothing more, and its surveys accept nothing more [storage-quota]', async t => {
  const service = await start(t, { accountStorage: 10 * KILOBYTE })
  const api = await newApi(service)
  const { id } = await api.create([freeText('Why?', optional)])
  const { id: templateId } = await api.saveTemplate([freeText('x'.repeat(9_500))])
  assert.equal((await submit(service, id, ['x'.repeat(500)])).status, 201)
  service.clock.advance(FRESH_MS)
  const refused = [
    await api.post('/surveys', { title: 'One more', questions: [freeText()] }),
    await api.post(`/surveys/${id}/clone`),
    await api.post(`/surveys/${id}/save-as-template`),
    await api.post('/templates', { name: 'One more', questions: [freeText()] }),
    await api.post(`/templates/${templateId}/launch`),
  ]
  const text =
    'this account has reached its storage limit; delete surveys or responses, or ask the operator of this service'
  for (const answer of refused) assertRefused(answer, 409, text, 'storage_limit_reached')
  assert.equal((await submit(service, id, ['x'])).status, 409)
  const edit = (more: string) =>
    api.patch(`/surveys/${id}`, { questions: [{ ...freeText(`Why${more}`, optional), index: 0 }] })
  assertRefused(await edit(' not?'), 409, text, 'storage_limit_reached')
  assert.equal((await edit('')).status, 200, 'an edit that takes less room')
  assert.equal((await api.patch(`/surveys/${id}`, { status: 'closed' })).status, 200)
  const other = await newApi(service)
  await other.create([freeText()])
})

test('on a nearly full disk nothing is stored, but reading and deleting work [disk-nearly-full, readiness-disk]', async t => {
  let isFull = false
  const service = await start(t, { isDiskFull: () => isFull })
  const admin = await newAdminClient(service, [freeText('Why?', optional)])
  const stored = await submit(service, admin.id, ['x'])
  isFull = true
  const refused = await submit(service, admin.id, ['x'])
  assertRefused(refused, 503, 'temporarily unavailable')
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.equal((await call(service, 'GET', `/s/${admin.id}`)).status, 200)
  const notReady = await call(service, 'GET', '/readyz')
  assertRefused(notReady, 503, 'the disk is nearly full: less than FREE_DISK is free')
  assert.equal(notReady.headers.get('retry-after'), '60')
  assert.equal((await call(service, 'GET', '/healthz')).status, 200)
  assert.equal((await admin.send('DELETE', `/responses/${stored.body.id}`)).status, 204)
  const longer = { questions: [{ ...freeText('Why, then?', optional), index: 0 }] }
  assertRefused(await admin.send('PATCH', '', longer), 503, 'temporarily unavailable')
  isFull = false
  assert.equal((await submit(service, admin.id, ['x'])).status, 201)
  assert.equal((await call(service, 'GET', '/readyz')).status, 200)
})

test('stored bytes are counted with every change, and subtracted with every deletion [storage-quota]', async t => {
  const service = await start(t, {})
  const admin = await newAdminClient(service, [freeText('Why?', optional), { type: 'upvoted_question', text: 'Ask' }])
  const vote = (method: string, id: string) =>
    call(service, method, `/s/${admin.id}/board/1/${id}/vote`, {
      body: { voter: 'd3b3f9ea-8f7b-4b39-9d70-0d5d7d2f3a11' },
    })
  const added = async (change: () => Promise<unknown>) => {
    const before = await storedBytes(service, admin.id)
    await change()
    return Number(await storedBytes(service, admin.id)) - Number(before)
  }
  const responses: string[] = []
  const send = async () => responses.push(`${(await submit(service, admin.id, ['é'.repeat(1_000)])).body.id}`)
  const answers = JSON.stringify(['é'.repeat(1_000), null])
  const response = 150 + Buffer.byteLength(answers)
  assert.equal(await added(send), response)
  assert.equal(await added(() => Promise.all([send(), send(), send()])), 3 * response)
  assert.equal(await added(() => admin.send('DELETE', `/responses/${responses[0]}`)), 120 - response)
  assert.equal(await added(() => admin.send('DELETE', `/responses/${responses[0]}`)), 0)
  let item = ''
  const ask = async () => {
    item = (await call(service, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'When?' } })).body
      .id as unknown as string
  }
  assert.equal(await added(ask), 150 + 5)
  assert.deepEqual([await added(() => vote('PUT', item)), await added(() => vote('PUT', item))], [120, 0])
  assert.equal(await added(() => vote('DELETE', item)), -120)
  const questions = [
    { ...freeText('Why, then?', optional), index: 0 },
    { type: 'upvoted_question', text: 'Ask', index: 1 },
  ]
  assert.equal(await added(() => admin.send('PATCH', '', { questions })), ', then'.length)
})

test('settings of questions are counted with the survey and with the template [storage-quota]', async t => {
  const service = await start(t, {})
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([freeText('Why?', optional)])
  const stored = () => service.context.store.storedBytesOfAccount(api.caller.accountId)
  const set = async (question_settings: readonly object[]) => {
    const before = await stored()
    const answer = await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { question_settings } })
    assert.equal(answer.status, 200)
    return (await stored()) - before
  }
  const settings = [{ description: 'é'.repeat(400) }]
  const bytes = Buffer.byteLength(JSON.stringify(settings))
  assert.equal(await set(settings), bytes)
  assert.equal(await set(settings), 0)
  assert.equal((await api.post(`/surveys/${id}/save-as-template`)).status, 201)
  assert.equal(await stored(), 2 * ((await storedBytes(service, id)) ?? 0))
  assert.equal(await set([]), -bytes)
})

test('in a full account, settings of questions may become smaller but not larger [storage-quota]', async t => {
  const service = await start(t, { accountStorage: 2 * KILOBYTE })
  const admin = await newAdminClient(service, [freeText('Why?', optional), freeText('x'.repeat(1_500), optional)])
  const set = (length: number) => admin.send('PATCH', '', { question_settings: [{ description: 'x'.repeat(length) }] })
  assert.equal((await set(400)).status, 200)
  const text =
    'this account has reached its storage limit; delete surveys or responses, or ask the operator of this service'
  assertRefused(await set(401), 409, text, 'storage_limit_reached')
  assert.equal((await set(399)).status, 200)
})
