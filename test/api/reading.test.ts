import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { call, startService } from '../harness.ts'
import {
  type Api,
  assertRefused,
  board,
  bodyOf,
  choice,
  endpoints,
  freeText,
  HOUR,
  kept,
  newApi,
  optional,
  rating,
  TIME,
  UUID_V4,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

const ids = async (api: Api, query?: string) => (await api.list(query)).map(({ id }) => id)

test('a list row has six fields, and two more with include_admin=1 [list-row-fields, list-include-admin]', async () => {
  const api = await newApi(service)
  assert.deepEqual(bodyOf(await api.get('/surveys')), { surveys: [] })
  const { id, title, url, created_at, admin_token, admin_url } = await api.create([rating()])
  await kept(service, id, [5])
  const row = { id, title, status: 'open', created_at, response_count: 1, url }
  assert.deepEqual(bodyOf(await api.get('/surveys')), { surveys: [row] })
  assert.deepEqual(bodyOf(await api.get('/surveys?include_admin=1')), { surveys: [{ ...row, admin_token, admin_url }] })
  assert.deepEqual(bodyOf(await api.get('/surveys?include_closed=0&include_admin=1')), {
    surveys: [{ ...row, admin_token, admin_url }],
  })
})

test('the list is newest first by creation, the caller’s own only [list-newest-first, list-order-not-clock, foreign-equals-missing]', async () => {
  const api = await newApi(service)
  const other = await newApi(service)
  const expected: string[] = []
  for (const step of [0, 0, HOUR, -2 * HOUR, 0, -HOUR, 5 * HOUR, 0]) {
    service.clock.advance(step)
    await other.create([rating()])
    expected.unshift((await api.create([rating()])).id)
  }
  service.clock.advance(-HOUR)
  const template = await api.saveTemplate([rating()])
  expected.unshift(bodyOf<{ id: string }>(await api.post(`/surveys/${expected[0]}/clone`), 201).id)
  expected.unshift(bodyOf<{ id: string }>(await api.post(`/templates/${template.id}/launch`), 201).id)
  assert.deepEqual(await ids(api), expected)
  bodyOf(await api.patch(`/surveys/${expected[3]}`, { status: 'closed', theme: 'ocean' }))
  bodyOf(await api.patch(`/surveys/${expected[4]}`, { archived: true }))
  bodyOf(await api.patch(`/surveys/${expected[4]}`, { archived: false }))
  assert.deepEqual(await ids(api), expected)
})

test('include_closed=0 goes by the stored status [list-include-closed, list-include-closed-stored, list-stored-status, expired-is-derived]', async () => {
  const api = await newApi(service)
  const open = await api.create([rating()])
  const closed = await api.create([rating()])
  const expired = await api.create([rating()])
  bodyOf(await api.patch(`/surveys/${closed.id}`, { status: 'closed' }))
  await service.setExpiry(expired.id, service.clock.now() + HOUR)
  assert.equal((await api.read(expired.id)).status, 'open')
  service.clock.advance(HOUR + 1)
  assert.equal((await api.read(expired.id)).status, 'expired')
  assert.equal((await api.aggregate(expired.id)).status, 'expired')
  assert.deepEqual(await ids(api), [expired.id, closed.id, open.id])
  assert.deepEqual(await ids(api, '?include_closed=0'), [expired.id, open.id])
  assert.deepEqual(
    (await api.list()).map(({ status }) => status),
    ['open', 'closed', 'open'],
  )
})

test('expires_at is the time that was set, and null when cleared [survey-fields, expired-is-derived, times-rfc3339]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const expiry = service.clock.now() - HOUR
  await service.setExpiry(id, expiry)
  assert.equal((await api.read(id)).expires_at, new Date(expiry).toISOString())
  await service.setExpiry(id, null)
  const { expires_at, status } = await api.read(id)
  assert.deepEqual({ expires_at, status }, { expires_at: null, status: 'open' })
})

test('the full view has every response [read-full-by-default, response-fields, response-id-uuid, rating-reads-as-number, survey-response-count, response-is-anonymous, uuid-v4-shape]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating('How good?', optional), freeText('Why?', optional)])
  for (let answer = 1; answer <= 10; answer++) await kept(service, id, [answer, `text ${answer}`])
  for (const path of [`/surveys/${id}`, `/surveys/${id}?view=full`]) {
    const { response_count, responses } = bodyOf<Awaited<ReturnType<Api['read']>>>(await api.get(path))
    assert.equal(response_count, 10)
    for (const row of responses) {
      assert.deepEqual(Object.keys(row).sort(), ['answers', 'id', 'submitted_at'])
      assert.match(row.id, UUID_V4)
      assert.match(row.submitted_at, TIME)
    }
    assert.deepEqual(
      responses.map(({ answers }) => answers),
      Array.from({ length: 10 }, (_, place) => [place + 1, `text ${place + 1}`]),
    )
    assert.equal(new Set(responses.map(row => row.id)).size, 10)
  }
})

test('responses read in order of arrival, whatever the clock says [responses-in-order]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  const expected: string[] = []
  for (const step of [0, 0, HOUR, -2 * HOUR, 0, 5 * HOUR]) {
    service.clock.advance(step)
    expected.push((await kept(service, id, [`at ${expected.length}`])).id)
  }
  const { responses } = await api.read(id)
  assert.deepEqual(
    responses.map(row => row.id),
    expected,
  )
})

test('a long read has each response exactly once [read-full-by-default, responses-in-order]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  for (let batch = 0; batch < 10; batch++) {
    await Promise.all(
      Array.from({ length: 50 }, (_, place) => kept(service, id, [`${batch} ${place} ${'x'.repeat(2000)}`])),
    )
  }
  const { response_count, responses } = await api.read(id)
  assert.equal(response_count, 500)
  assert.equal(new Set(responses.map(row => row.answers[0])).size, 500)
  const batches = responses.map(row => Number(String(row.answers[0]).split(' ')[0]))
  assert.deepEqual(
    batches,
    [...batches].sort((a, b) => a - b),
  )
})

test('while answers arrive, each read shows one moment [survey-response-count, aggregate-answered]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const arriving = Promise.all(Array.from({ length: 300 }, () => kept(service, id, [7])))
  for (let times = 0; times < 20; times++) {
    const [full, counted] = await Promise.all([api.read(id), api.aggregate(id)])
    assert.equal(full.responses.length, full.response_count)
    assert.equal(counted.results[0]?.answered, counted.response_count)
  }
  await arriving
  assert.equal((await api.read(id)).responses.length, 300)
})

test('older answers are padded to the present questions, beside newer ones [responses-padded]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  await kept(service, id, [1])
  bodyOf(await api.patch(`/surveys/${id}`, { questions: [rating(), freeText('Why?', optional)] }))
  await kept(service, id, [2, 'because'])
  bodyOf(
    await api.patch(`/surveys/${id}`, {
      questions: [rating(), freeText('Why?', optional), board(), choice('C', ['c'])],
    }),
  )
  await kept(service, id, [3, null, null, 'c'])
  assert.deepEqual(
    (await api.read(id)).responses.map(({ answers }) => answers),
    [
      [1, null, null, null],
      [2, 'because', null, null],
      [3, null, null, 'c'],
    ],
  )
})

test('no read has the admin token in it [read-omits-admin-token, response-is-anonymous]', async () => {
  const api = await newApi(service)
  const { id, admin_token } = await api.create([rating()])
  await kept(service, id, [5])
  for (const path of [`/surveys/${id}`, `/surveys/${id}?view=aggregate`, '/surveys', '/surveys?include_admin=0']) {
    const { text } = await api.get(path)
    assert.ok(!text.includes(admin_token) && !text.includes('admin_'), path)
  }
})

test('url leads to the survey [survey-url]', async () => {
  const { create } = await newApi(service)
  const { id, url } = await create([rating()], { title: 'Lunch' })
  const { pathname, origin } = new URL(url)
  assert.equal(origin, service.baseUrl)
  const answer = await call(service, 'GET', pathname, { headers: { accept: 'application/json' } })
  assert.deepEqual([bodyOf<{ id: string }>(answer).id, answer.body.title], [id, 'Lunch'])
})

test('what belongs to another account is answered like something missing [foreign-equals-missing, error-not-found]', async () => {
  const owner = await newApi(service)
  const stranger = await newApi(service)
  const survey = await owner.create([rating()])
  const template = await owner.saveTemplate([rating()])
  const before = await owner.read(survey.id)
  const aggregate = { method: 'GET', path: '/surveys/{survey}?view=aggregate' }
  for (const { method, path } of [...endpoints.filter(({ path }) => path.includes('{')), aggregate]) {
    for (const body of method === 'GET' ? [undefined] : [{ status: 'closed', archived: true }, { theme: 'plaid' }]) {
      const send = (to: string) => call(service, method, `/api/v1${to}`, { token: stranger.caller.token, body })
      const foreign = await send(path.replace('{survey}', survey.id).replace('{template}', template.id))
      const missing = await send(path.replace('{survey}', 'none-such-here').replace('{template}', '00000000'))
      assertRefused(foreign, 404, 'not found')
      assert.deepEqual([missing.status, missing.text], [foreign.status, foreign.text])
      assert.deepEqual([...missing.headers.keys()], [...foreign.headers.keys()])
    }
  }
  assert.deepEqual(await owner.read(survey.id), before)
  assert.deepEqual([await stranger.list(), await stranger.templates()], [[], []])
})
