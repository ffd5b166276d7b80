import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { type Answer, call, startService } from '../harness.ts'
import {
  type Api,
  assertRefused,
  board,
  bodyOf,
  choice,
  freeText,
  HOUR,
  indexed,
  kept,
  newApi,
  rating,
  submit,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const surveyOf = async (questions: object[]) => (await (await newApi(service)).create(questions)).id

test('a submission to no survey is 404, valid or not [submission-missing, order-missing-before-invalid]', async () => {
  for (const answers of [['Yes'], 'x']) {
    assertRefused(await submit(service, 'none-such-here', answers), 404, 'not found')
  }
})

const shut: [code: string, shut: (api: Api, id: string) => Promise<unknown>][] = [
  ['survey_closed', (api, id) => api.patch(`/surveys/${id}`, { status: 'closed' })],
  ['survey_expired', (_, id) => service.setExpiry(id, service.clock.now() - HOUR)],
]
for (const [code, act] of shut) {
  const clause = code === 'survey_closed' ? '[submission-closed]' : '[submission-expired]'
  test(`${code} answers after invalid answers, and nothing is kept ${clause} [order-invalid-before-conflict]`, async () => {
    const api = await newApi(service)
    const { id } = await api.create([choice()])
    await act(api, id)
    for (const invalid of [['Maybe'], [], 'x']) {
      assert.equal(bodyOf<{ code: string }>(await submit(service, id, invalid), 400).code, 'invalid_answers')
    }
    assertConflict(await submit(service, id, ['Yes']), code)
    assert.equal((await api.read(id)).response_count, 0)
  })
}

function assertConflict(answer: Answer, code: string): void {
  const { error, ...rest } = bodyOf<{ error: string }>(answer, 409)
  assert.match(error, /\S/)
  assert.deepEqual(rest, { code })
}

test('a closed survey past its expiry answers as closed; archived surveys accept answers [closed-beats-expired, submission-closed]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([choice()])
  await service.setExpiry(id, service.clock.now() + HOUR)
  bodyOf(await api.patch(`/surveys/${id}`, { archived: true }))
  await kept(service, id, ['Yes'])
  bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
  service.clock.advance(HOUR + 1)
  assertConflict(await submit(service, id, ['Yes']), 'survey_closed')
})

test('other properties of a submission are stored nowhere [submission-unknown-dropped, response-is-anonymous]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  const canary = 'canary-7f3a'
  const body = {
    answers: ['x'],
    name: canary,
    email: canary,
    submitted_at: canary,
    id: randomUUID(),
    extra: { canary },
  }
  const headers = {
    cookie: `who=${canary}`,
    'user-agent': canary,
    referer: `http://x/${canary}`,
    'x-forwarded-for': canary,
  }
  const answer = await call(service, 'POST', `/s/${id}/responses?who=${canary}`, { body, headers })
  const reads = [await api.get(`/surveys/${id}`), await api.get(`/surveys/${id}?view=aggregate`)]
  for (const { text } of [answer, ...reads]) assert.ok(!text.includes('canary') && !text.includes(body.id), text)
  const rows = (await api.read(id)).responses
  assert.deepEqual(rows, answer.status === 201 ? [answer.body] : [])
})

test('no token is needed, and no cookie is set or read [respondent-no-cookie, respondent-cookie-ignored, order-routing-first]', async () => {
  const id = await surveyOf([freeText()])
  const sends = [
    (headers: Record<string, string>) =>
      call(service, 'GET', `/s/${id}`, { headers: { accept: 'application/json', ...headers } }),
    (headers: Record<string, string>) =>
      call(service, 'POST', `/s/${id}/responses`, { headers, body: { answers: [5] } }),
    (headers: Record<string, string>) =>
      call(service, 'GET', `/s/none-such-here`, { headers: { accept: 'application/json', ...headers } }),
  ]
  for (const send of sends) {
    const plain = await send({})
    const withCookie = await send({ cookie: 'session=1; __Host-session=2', authorization: 'Bearer nonsense' })
    assert.deepEqual([withCookie.status, withCookie.text], [plain.status, plain.text])
    assert.deepEqual([withCookie.headers.get('set-cookie'), plain.headers.get('set-cookie')], [null, null])
  }
  assert.equal((await submit(service, id, ['x'])).headers.get('set-cookie'), null)
})

test('with Accept: application/json the public link returns what a respondent needs [respondent-json]', async () => {
  const api = await newApi(service)
  const questions = [choice(), rating('How good?'), board()]
  const { id } = await api.create(questions, { title: 'Lunch', theme: { primary: '#000000', background: '#ffffff' } })
  await kept(service, id, ['Yes', 5])
  const link = () => call(service, 'GET', `/s/${id}`, { headers: { accept: 'application/json' } })
  const shown = {
    id,
    title: 'Lunch',
    questions: indexed(questions),
    theme: { primary: '#000000', background: '#ffffff' },
  }
  assert.deepEqual(bodyOf(await link()), { ...shown, status: 'open' })
  await service.setExpiry(id, service.clock.now() - HOUR)
  assert.deepEqual(bodyOf(await link()), { ...shown, status: 'expired' })
  bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
  assert.deepEqual(bodyOf(await link()), { ...shown, status: 'closed' })
  const missing = await call(service, 'GET', '/s/none-such-here', { headers: { accept: 'application/json' } })
  assertRefused(missing, 404, 'not found')
})

test('a submission over 1 MiB is 413 and not kept [submission-too-large, body-size-limit]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  const body = JSON.stringify({ answers: ['x'] }).padEnd(1_048_577)
  assertRefused(await call(service, 'POST', `/s/${id}/responses`, { body }), 413, 'request body too large')
  assert.equal((await api.read(id)).response_count, 0)
})

test('a submission is read as JSON whatever its Content-Type says [error-invalid-json, body-any-content-type]', async () => {
  const id = await surveyOf([freeText()])
  const headers = { 'content-type': 'text/plain' }
  bodyOf(await call(service, 'POST', `/s/${id}/responses`, { body: '{"answers":["x"]}', headers }), 201)
  assertRefused(await call(service, 'POST', `/s/${id}/responses`, { body: 'answers=x', headers }), 400, 'invalid JSON')
  assertRefused(await call(service, 'POST', `/s/${id}/responses`, { body: '' }), 400, 'invalid JSON')
})

test('a link in another spelling redirects to the survey [public-link-redirects]', async () => {
  const { create } = await newApi(service)
  await create([freeText()], { slug: 'river-stone-lamp' })
  for (const typed of [
    'River-Stone-Lamp',
    'RIVER-STONE-LAMP',
    'river.stone.lamp',
    'river%20stone%20lamp',
    'River.stone%20lamp',
    'river_stone_lamp',
    'river-stone-lamp/',
    'riverstonelamp',
  ]) {
    const answer = await call(service, 'GET', `/s/${typed}`)
    assert.ok([301, 302, 303, 307, 308].includes(answer.status), typed)
    const { pathname } = new URL(answer.headers.get('location') ?? '', service.baseUrl)
    assert.equal(pathname, '/s/river-stone-lamp')
  }
  for (const other of ['riverstonelam', 'river-stone-lam', 'stonelamp']) {
    assert.equal((await call(service, 'GET', `/s/${other}`)).status, 404)
  }
})
