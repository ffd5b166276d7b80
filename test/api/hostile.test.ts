import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, call, startService } from '../harness.ts'
import { assertRefused, bodyOf, choice, freeText, HOUR, kept, newApi, optional, rating, submit } from './fixtures.ts'
import { type RawAnswer, sendRaw } from './raw.ts'

const service = await startService()
after(() => service.close())

const MIB = 1_048_576
const HOST = `Host: ${new URL(service.baseUrl).host}`

// It takes as long as the service waits for a slow sender, so it starts before everything else.
const tooSlow = sendRaw(service, `GET /api/v1/me HTTP/1.1\r\n${HOST}\r\nX-Slow: `)

/** Every route that reads a body, with existing ids. */
async function bodyPlaces() {
  const api = await newApi(service)
  const survey = await api.create([freeText('Why?', optional)])
  const template = await api.saveTemplate([rating()])
  const token = api.caller.token
  const sendTo = (method: string, path: string) => (body: string) => call(service, method, path, { token, body })
  const sends = [
    sendTo('POST', '/api/v1/surveys'),
    sendTo('PATCH', `/api/v1/surveys/${survey.id}`),
    sendTo('POST', `/api/v1/surveys/${survey.id}/clone`),
    sendTo('POST', `/api/v1/surveys/${survey.id}/save-as-template`),
    sendTo('POST', '/api/v1/templates'),
    sendTo('POST', `/api/v1/templates/${template.id}/launch`),
    sendTo('POST', `/s/${survey.id}/responses`),
  ]
  const state = async () => ({
    surveys: await api.list(),
    templates: await api.templates(),
    survey: await api.read(survey.id),
  })
  return { sends, state }
}

test('a body of 10 MB is 413 on every route that reads one, and changes nothing [body-size-limit]', async () => {
  const { sends, state } = await bodyPlaces()
  const before = await state()
  const body = `{"title":"${'x'.repeat(10_000_000)}"}`
  for (const send of sends) assertRefused(await send(body), 413, 'request body too large')
  assert.deepEqual(await state(), before)
})

for (const [what, deep] of [
  ['arrays', `{"title":"x","answers":[],"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['arrays that never end', '['.repeat(MIB)],
  ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
] as const) {
  test(`JSON nested 100,000 deep is refused everywhere and changes nothing: ${what} [json-nesting-200]`, async () => {
    const { sends, state } = await bodyPlaces()
    const before = await state()
    for (const send of sends) assertRefused(await send(deep), 400, 'invalid JSON')
    assert.deepEqual(await state(), before)
  })
}

test('1,000 options work: created, read, answered, counted [create-survey, aggregate-tally]', async () => {
  const api = await newApi(service)
  const options = Array.from({ length: 1_000 }, (_, place) => `Option ${place}`)
  const { id } = await api.create([choice('Which?', options)])
  await kept(service, id, ['Option 999'])
  const { questions, responses } = await api.read(id)
  assert.deepEqual([questions[0]?.options, responses[0]?.answers], [options, ['Option 999']])
  const tally = (await api.aggregate(id)).results[0]?.tally ?? []
  assert.equal(tally.length, 1_000)
  assert.deepEqual(
    tally.filter(({ count }) => count > 0),
    [{ option: 'Option 999', count: 1 }],
  )
})

test('hundreds of questions work, and each is found by its index [create-survey, edit-answered-keeps-meaning]', async () => {
  const api = await newApi(service)
  const questions = Array.from({ length: 999 }, (_, place) => rating(`Question ${place}`, optional))
  const { id } = await api.create(questions)
  assert.deepEqual((await kept(service, id, [5])).answers.length, 999)
  const carried = questions.map((question, index) => ({ ...question, index }))
  bodyOf(await api.patch(`/surveys/${id}`, { questions: [...carried, rating('Last')] }))
  assert.equal((await api.read(id)).questions.length, 1_000)
  assert.equal((await api.aggregate(id)).results.length, 1_000)
})

test('nearly 1 MiB of numbers in an unknown property is kept [unknown-properties-any-depth, body-size-limit]', async () => {
  const api = await newApi(service)
  const numbers = Array.from({ length: 150_000 }, (_, n) => n)
  const { id } = await api.create([rating('How good?', { numbers })])
  assert.deepEqual((await api.read(id)).questions[0]?.numbers, numbers)
})

test('headers of 100 kB are 431 with the error body [large-headers-431, request-id]', async () => {
  assertRefusedByParser(
    await sendRaw(service, `GET /api/v1/me HTTP/1.1\r\n${HOST}\r\nX-Big: ${'x'.repeat(100_000)}\r\n\r\n`),
    431,
  )
})

test('a URL of 100 kB is refused with the error body [large-headers-431]', async () => {
  assertRefusedByParser(await sendRaw(service, `GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n\r\n`), 431)
})

const get = 'GET /api/v1/me HTTP/1.1'
const malformed: [what: string, bytes: string][] = [
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['an unknown method', `NONSENSE /api/v1/me HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['an unknown version', 'GET /api/v1/me HTTP/9.9\r\n\r\n'],
  ['a NUL in the path', `GET /api/v1/surveys/a\u0000b HTTP/1.1\r\n${HOST}\r\n\r\n`],
  ['no host', `${get}\r\n\r\n`],
  ['a header without a colon', `${get}\r\n${HOST}\r\nnonsense\r\n\r\n`],
  ['a header with a blank in its name', `${get}\r\n${HOST}\r\nbad name: x\r\n\r\n`],
  ['a NUL in a header', `${get}\r\n${HOST}\r\nX-Nul: a\u0000b\r\n\r\n`],
  ['a length that is no number', `POST /api/v1/surveys HTTP/1.1\r\n${HOST}\r\nContent-Length: x\r\n\r\n`],
  ['two lengths', `POST /api/v1/surveys HTTP/1.1\r\n${HOST}\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  [
    'a length and chunks',
    `POST /api/v1/surveys HTTP/1.1\r\n${HOST}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
]
for (const [what, bytes] of malformed) {
  test(`a malformed request is 400 with the error body: ${what} [malformed-request-400, request-id]`, async () => {
    assertRefusedByParser(await sendRaw(service, bytes), 400)
  })
}

test('a body whose chunks are broken is 400 with the error body [malformed-request-400]', async () => {
  const { caller } = await newApi(service)
  const head = `POST /api/v1/surveys HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer ${caller.token}`
  assertRefusedByParser(await sendRaw(service, `${head}\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n`), 400)
})

test('a malformed request after a long read does not corrupt its response [malformed-request-400]', async () => {
  const api = await newApi(service)
  const { id } = await api.create(Array.from({ length: 20 }, (_, place) => freeText(`Question ${place}`)))
  const answers = Array.from({ length: 20 }, () => '😀'.repeat(10_000))
  for (let times = 0; times < 20; times++) await kept(service, id, answers)
  const read = `GET /api/v1/surveys/${id} HTTP/1.1\r\n${HOST}\r\nAuthorization: Bearer ${api.caller.token}\r\n\r\n`
  const { status, text } = await sendRaw(service, read, 'nonsense\r\n\r\n')
  assert.equal(status, 200)
  const [answer = ''] = text.split('\r\n0\r\n\r\n')
  assert.ok(!answer.includes('HTTP/1.1'), answer.slice(-300))
})

test('an unsupported Expect header is answered with the error body [request-id]', async () => {
  for (const line of [get, get.replace('GET', 'PROPFIND')]) {
    const request = `${line}\r\n${HOST}\r\nConnection: close\r\nExpect: wonders\r\n\r\n`
    assertRefusedByParser(await sendRaw(service, request), 417)
  }
})

test('whoever waits before sending a body is refused at once if it would be too large, and asked for it otherwise [body-size-limit]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([choice()])
  const head = (length: number) =>
    `POST /s/${id}/responses HTTP/1.1\r\n${HOST}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n`
  const refused = await sendRaw(service, `${head(MIB + 1)}\r\n`)
  assert.equal(refused.headers.connection, 'close')
  assertRefusedByParser(refused, 413)
  const body = JSON.stringify({ answers: ['Yes'] })
  const asked = await sendRaw(service, `${head(body.length)}Connection: close\r\n\r\n`, body)
  assert.equal(asked.status, 100)
  assert.match(asked.text, /^HTTP\/1\.1 201 /)
})

test('a request that arrives too slowly is 408 with the error body [slow-request-408, request-id]', async () => {
  assertRefusedByParser(await tooSlow, 408)
})

function assertRefusedByParser({ status, headers, text }: RawAnswer, expected: number): void {
  assert.equal(status, expected, text)
  assert.match(headers['x-request-id'] ?? '', /^[\w-]{8,}$/)
  assert.match(headers['content-type'] ?? '', /^application\/json\b/)
  const { error, ...rest } = JSON.parse(text)
  assert.match(error, /\S/)
  assert.deepEqual(rest, {})
}

const impossible = [
  '%00',
  'a%00b',
  'x'.repeat(10_000),
  `${'x'.repeat(64)}x`,
  '%zz',
  '%',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%2e%2e%2f',
  '..%2f..%2fetc%2fpasswd',
  '%20',
  '*',
  "'%20or%201=1--",
  '__proto__',
  'constructor',
  '%F0%9F%98%80',
]
for (const id of impossible) {
  test(`an impossible id in a path is 404: ${id.slice(0, 30)} [impossible-id-404]`, async () => {
    const { get, patch, post } = await newApi(service)
    const answers = [
      await get(`/surveys/${id}`),
      await get(`/surveys/${id}?view=aggregate`),
      await patch(`/surveys/${id}`, { status: 'closed' }),
      await post(`/surveys/${id}/clone`),
      await post(`/surveys/${id}/save-as-template`),
      await post(`/templates/${id}/launch`),
      await submit(service, id, []),
    ]
    for (const answer of answers) assertRefused(answer, 404, 'not found')
  })
}

test('an id that cannot be decoded is refused after authentication [impossible-id-404, cors-any-origin]', async () => {
  const { caller } = await newApi(service)
  const anonymous = await call(service, 'GET', '/api/v1/surveys/%E0%A4%A')
  assertRefused(anonymous, 401, 'authentication required')
  assert.equal(anonymous.headers.get('access-control-allow-origin'), '*')
  assertRefused(await call(service, 'GET', '/api/v1/surveys/%E0%A4%A', { token: caller.token }), 404, 'not found')
})

for (const path of ['/surveys/', '/templates/', '/surveys//clone'])
  test(`${path} is an unknown path and needs no token [empty-id-unknown-path]`, async () => {
    for (const method of ['GET', 'POST', 'DELETE'])
      assertRefused(await call(service, method, `/api/v1${path}`), 404, 'not found')
  })

const queries = [
  '?view=aggregate&view=full',
  '?view[]=x',
  '?__proto__=x',
  '?view=%00',
  '?view=%zz',
  '?%',
  `?${'a=1&'.repeat(2000)}`,
]
for (const query of queries) {
  test(`an unknown query is ignored: ${query.slice(0, 30)} [unknown-query-ignored]`, async () => {
    const api = await newApi(service)
    const { id } = await api.create([rating()])
    for (const path of ['/me', '/surveys', `/surveys/${id}`, '/templates']) {
      assert.deepEqual(bodyOf(await api.get(`${path}${query}`)), bodyOf(await api.get(path)))
    }
  })
}

test('bytes that are not UTF-8 are refused as invalid JSON [body-utf8, error-invalid-json]', async () => {
  const api = await newApi(service)
  const body = Buffer.concat([
    Buffer.from('{"questions":[{"type":"rating","text":"?"}],"title":"a'),
    Buffer.from([0xff, 0xc0]),
    Buffer.from('"}'),
  ])
  const head = `POST /api/v1/surveys HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nAuthorization: Bearer ${api.caller.token}`
  const { status, text } = await sendRaw(
    service,
    Buffer.concat([Buffer.from(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`), body]),
  )
  assert.deepEqual([status, JSON.parse(text)], [400, { error: 'invalid JSON' }])
  assert.deepEqual(await api.list(), [])
})

test('names of object internals in any body change nothing [object-internal-names-kept, submission-unknown-dropped]', async () => {
  const { sends, state } = await bodyPlaces()
  const internals =
    '"__proto__":{"title":"x","name":"x","status":"closed","answers":[],"slug":"!","theme":"plaid"},"constructor":{"prototype":{"x":1}}'
  const answers: Answer[] = []
  for (const send of sends) answers.push(await send(`{${internals}}`))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 400, 201, 201, 400, 201, 400],
  )
  assert.equal((await state()).surveys.length, 3)
  assert.deepEqual([Reflect.get({}, 'x'), Reflect.get({}, 'status')], [undefined, undefined])
})

test('after all of this the service answers as before [request-id]', async () => {
  service.clock.advance(HOUR)
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  await kept(service, id, ['x'])
  assert.equal((await api.read(id)).response_count, 1)
})
