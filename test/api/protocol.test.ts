import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, test } from 'node:test'
import { type Answer, call, startService } from '../harness.ts'
import { assertRefused, bodyOf, endpoints, newApi, rating } from './fixtures.ts'

const service = await startService()
after(() => service.close())

const MIB = 1_048_576

test('an unknown path is 404 with and without a token [unknown-path, order-routing-first]', async () => {
  const { caller } = await newApi(service)
  const unknown = [
    '/api/v1',
    '/api/v1/nothing',
    '/api/v1/surveys/a/b/c',
    '/api/v1/templates/a',
    '/api/v2/me',
    '/nothing',
  ]
  for (const path of unknown) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      assertRefused(await call(service, method, path), 404, 'not found')
      assertRefused(await call(service, method, path, { token: caller.token }), 404, 'not found')
    }
  }
})

test('an unknown path is 404 whatever is sent to it [unknown-path]', async () => {
  for (const path of ['/api/v1/nothing', '/nothing']) {
    for (const type of ['nonsense', 'application/json', 'application/x-www-form-urlencoded']) {
      for (const body of ['{', 'x'.repeat(2 * MIB)])
        assertRefused(await call(service, 'POST', path, { body, headers: { 'content-type': type } }), 404, 'not found')
    }
  }
})

const known: [path: string, methods: string[]][] = [
  ['/api/v1/me', ['GET']],
  ['/api/v1/surveys', ['GET', 'POST']],
  ['/api/v1/surveys/some-id', ['GET', 'PATCH']],
  ['/api/v1/surveys/some-id/clone', ['POST']],
  ['/api/v1/surveys/some-id/save-as-template', ['POST']],
  ['/api/v1/templates', ['GET', 'POST']],
  ['/api/v1/templates/some-id/launch', ['POST']],
  ['/openapi.json', ['GET']],
  ['/s/some-id/responses', ['POST']],
]
for (const [path, methods] of known) {
  test(`other methods on ${path} are 405 with Allow [wrong-method, order-routing-first]`, async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      const answer = await call(service, method, path)
      if (methods.includes(method)) {
        assert.notEqual(answer.status, 405, method)
        continue
      }
      assertRefused(answer, 405, 'method not allowed')
      const allowed = (answer.headers.get('allow') ?? '').split(/, ?/)
      assert.deepEqual(
        allowed.filter(name => name !== 'OPTIONS').sort(),
        [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort(),
      )
    }
  })
}

test('every other HTTP method is refused in the same way, even if no route could support it [wrong-method, unknown-path]', async () => {
  const without = ['GET', 'HEAD', 'OPTIONS', 'CONNECT']
  for (const method of METHODS.filter(one => !without.includes(one))) {
    const answer = await call(service, method, '/api/v1/me')
    assertRefused(answer, 405, 'method not allowed')
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS', method)
    assertRefused(await call(service, method, '/api/v1/nothing'), 404, 'not found')
  }
})

test('HEAD answers as GET does, without the body [head-like-get]', async () => {
  const { caller, create } = await newApi(service)
  const { id } = await create([rating()])
  const paths = [
    '/me',
    '/surveys',
    `/surveys/${id}`,
    `/surveys/${id}?view=aggregate`,
    '/templates',
    '/surveys/none-here',
  ]
  for (const path of [...paths.map(path => `/api/v1${path}`), '/openapi.json']) {
    const get = await call(service, 'GET', path, { token: caller.token })
    const head = await call(service, 'HEAD', path, { token: caller.token })
    assert.deepEqual([head.status, head.text], [get.status, ''])
    assert.deepEqual(comparable(head), comparable(get), path)
  }
  const refused = await call(service, 'HEAD', '/api/v1/me')
  assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer'])
})

/** The headers, without those that vary between responses or frame a body. */
function comparable({ headers }: Answer): [string, string][] {
  const own = ['x-request-id', 'date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
  return [...headers].filter(([name]) => !own.includes(name))
}

test('every answer under /api/v1 can be read from any origin, without credentials [cors-any-origin, cors-exposed]', async () => {
  const { caller } = await newApi(service)
  const headers = { origin: 'https://elsewhere.example' }
  const answers = [
    await call(service, 'GET', '/api/v1/me', { token: caller.token, headers }),
    await call(service, 'GET', '/api/v1/me', { headers }),
    await call(service, 'GET', '/api/v1/surveys/none-such-here', { token: caller.token, headers }),
    await call(service, 'POST', '/api/v1/surveys', { token: caller.token, headers, body: '{' }),
    await call(service, 'POST', '/api/v1/surveys', { token: caller.token, headers, body: 'x'.repeat(MIB + 1) }),
    await call(service, 'GET', '/api/v1/nothing', { headers }),
    await call(service, 'DELETE', '/api/v1/me', { headers }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 401, 404, 400, 413, 404, 405],
  )
  for (const answer of answers) {
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.deepEqual(names(answer.headers.get('access-control-expose-headers')), [
      'etag',
      'retry-after',
      'x-request-id',
    ])
  }
})

test('a preflight needs no token and allows the five headers by name [cors-preflight]', async () => {
  for (const { method, path } of endpoints) {
    const answer = await call(service, 'OPTIONS', `/api/v1${path.replace(/\{.*\}/, 'some-id')}`, {
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,idempotency-key,if-match,if-none-match',
      },
    })
    assert.ok([200, 204].includes(answer.status), `${answer.status}`)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.ok(names(answer.headers.get('access-control-allow-methods')).includes(method.toLowerCase()))
    assert.deepEqual(names(answer.headers.get('access-control-allow-headers')), [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
    ])
    assert.ok(answer.headers.get('x-request-id'))
  }
})

function names(header: string | null): string[] {
  return (header ?? '').toLowerCase().split(/, */).sort()
}

test('every response has a new X-Request-Id, whatever id is sent [request-id]', async () => {
  const { caller, create } = await newApi(service)
  const { id } = await create([rating()])
  const own = { 'x-request-id': 'mine', 'request-id': 'mine' }
  const sends: [method: string, path: string, more?: object][] = [
    ['GET', '/api/v1/me', { token: caller.token, headers: own }],
    ['GET', '/api/v1/me'],
    ['HEAD', '/api/v1/me', { token: caller.token }],
    ['GET', `/api/v1/surveys/${id}`, { token: caller.token }],
    ['POST', '/api/v1/surveys', { token: caller.token, body: '{' }],
    ['GET', '/api/v1/nothing'],
    ['DELETE', '/api/v1/me'],
    ['OPTIONS', '/api/v1/me'],
    ['GET', '/openapi.json'],
    ['GET', `/s/${id}`],
    ['GET', '/s/none-such-here'],
    ['GET', `/s/${id}/thanks`],
    ['POST', `/s/${id}`, { body: '' }],
    ['POST', `/s/${id}/responses`, { body: { answers: [5] } }],
    ['POST', `/s/${id}/responses`, { body: '{' }],
    ['GET', '/nothing'],
  ]
  const seen = new Set<string>()
  for (const [method, path, more] of [...sends, ...sends]) {
    const requestId = (await call(service, method, path, more)).headers.get('x-request-id') ?? ''
    assert.match(requestId, /^[\w-]{8,}$/, `${method} ${path}`)
    seen.add(requestId)
  }
  assert.equal(seen.size, 2 * sends.length)
})

test('answers and refusals are JSON and say so [bodies-are-json, error-body]', async () => {
  const { caller } = await newApi(service)
  for (const token of [caller.token, undefined]) {
    for (const { method, path } of endpoints) {
      const answer = await call(service, method, `/api/v1${path}`, token === undefined ? {} : { token })
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/)
      assert.equal(JSON.stringify(answer.body), answer.text)
      if (answer.status >= 400) assert.equal(typeof answer.body.error, 'string')
    }
  }
})

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'nonsense',
  'multipart/form-data',
]) {
  test(`a body is read as JSON even if it says ${type} [body-any-content-type]`, async () => {
    const { caller } = await newApi(service)
    const body = JSON.stringify({ title: 'Survey', questions: [rating()] })
    const headers = { 'content-type': type }
    bodyOf(await call(service, 'POST', '/api/v1/surveys', { token: caller.token, body, headers }), 201)
    const broken = await call(service, 'POST', '/api/v1/surveys', { token: caller.token, body: 'a=b', headers })
    assertRefused(broken, 400, 'invalid JSON')
  })
}

test('the description may be loaded from any origin [description-any-origin]', async () => {
  const { status, headers } = await call(service, 'GET', '/openapi.json')
  assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, '*'])
})

test('a byte-order mark before a body is skipped [body-utf8]', async () => {
  const { caller } = await newApi(service)
  const body = `\ufeff${JSON.stringify({ title: 'Survey', questions: [rating()] })}`
  bodyOf(await call(service, 'POST', '/api/v1/surveys', { token: caller.token, body }), 201)
})

test('a compressed body is refused only where a body is read [content-encoding-415]', async () => {
  const api = await newApi(service)
  const { token } = api.caller
  const { id } = await api.create([rating()])
  const body = JSON.stringify({ title: 'Survey', questions: [rating()] })
  const send = (encoding: string, path = '/api/v1/surveys', sent = body) =>
    call(service, 'POST', path, { token, body: sent, headers: { 'content-encoding': encoding } })
  bodyOf(await send('Identity'), 201)
  assertRefused(await send('gzip'), 415, 'unsupported content encoding')
  assertRefused(await send('br', `/s/${id}/responses`, '{"answers":[5]}'), 415, 'unsupported content encoding')
  bodyOf(await send('gzip', `/api/v1/surveys/${id}/clone`, ''), 201)
  assert.equal((await api.read(id)).response_count, 0)
})

test('a body that does not parse is refused at each endpoint that reads one [error-invalid-json]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  const broken = [
    '{',
    '{"title":}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":"\n"}',
    '{}{}',
    'undefined',
    '{"a":NaN}',
    '[1',
  ]
  for (const { method, path } of endpoints.filter(({ method }) => method !== 'GET')) {
    const to = path.replace('{survey}', survey.id).replace('{template}', template.id)
    for (const body of broken) {
      assertRefused(await (method === 'PATCH' ? api.patch : api.post)(to, body), 400, 'invalid JSON')
    }
  }
  assert.equal((await api.list()).length, 1)
})

const requiredBodies: [method: 'post' | 'patch', path: string, error: string][] = [
  ['post', '/surveys', 'title is required'],
  ['post', '/templates', 'name is required'],
  ['patch', '/surveys/{survey}', 'nothing to change: send status, theme, questions or archived'],
]
for (const [method, path, error] of requiredBodies) {
  test(`JSON that is not an object counts as an empty one: ${method} ${path} [body-non-object-required]`, async () => {
    const api = await newApi(service)
    const { id } = await api.create([rating()])
    for (const body of ['[]', '[{"title":"Survey"}]', 'null', '"title"', '5', 'true', '{}']) {
      assertRefused(await api[method](path.replace('{survey}', id), body), 400, error)
    }
    assertRefused(await api[method](path.replace('{survey}', id), ''), 400, 'invalid JSON')
  })
}

test('an optional body must be an object or empty [body-non-object-optional, body-empty-optional]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  const paths = [
    `/surveys/${survey.id}/clone`,
    `/surveys/${survey.id}/save-as-template`,
    `/templates/${template.id}/launch`,
  ]
  for (const path of paths) {
    for (const body of ['[]', 'null', '"x"', '5', 'true']) {
      assertRefused(await api.post(path, body), 400, 'body must be a JSON object')
    }
    for (const body of [undefined, '', '{}', ' {} ']) bodyOf(await api.post(path, body), 201)
  }
})

test('a body of 1 MiB is read, and one byte more is 413 [body-size-limit]', async () => {
  const api = await newApi(service)
  const body = JSON.stringify({ title: 'Survey', questions: [rating()] })
  bodyOf(await api.post('/surveys', body.padEnd(MIB)), 201)
  assertRefused(await api.post('/surveys', body.padEnd(MIB + 1)), 413, 'request body too large')
  assert.equal((await api.list()).length, 1)
})

for (const [what, open, close] of [
  ['arrays', '[', ']'],
  ['objects', '{"a":', '}'],
] as const) {
  test(`200 levels are accepted, 201 are not: ${what} [json-nesting-200]`, async () => {
    const api = await newApi(service)
    // The body, the list and the question add three levels.
    const deep = (levels: number) => `${open.repeat(levels - 4)}[]${close.repeat(levels - 4)}`
    const body = (levels: number) =>
      `{"title":"Survey","questions":[{"type":"rating","text":"?","deep":${deep(levels)}}]}`
    const { id } = bodyOf<{ id: string }>(await api.post('/surveys', body(200)), 201)
    assert.equal(JSON.stringify((await api.read(id)).questions[0]?.deep), deep(200))
    assertRefused(await api.post('/surveys', body(201)), 400, 'invalid JSON')
  })
}

/** What pages and orders other services have. */
const UNPAGED = ['?limit=1', '?page=2', '?offset=1', '?since=2030-01-01T00:00:00Z', '?sort=title', '?order=asc']

test('unknown query values and parameters fall back to the default [unknown-query-ignored]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  await api.patch(`/surveys/${id}`, { status: 'closed' })
  const list = await api.list()
  assert.equal(list.length, 1)
  for (const query of [
    '?include_admin=true',
    '?include_admin=',
    '?include_admin=2',
    '?include_admin=1&include_admin=1',
    '?include_admin=0',
    '?include_closed=1',
    '?include_closed=no',
    ...UNPAGED,
  ]) {
    assert.deepEqual(await api.list(query), list, query)
  }
  for (const query of ['?view=full', '?view=Aggregate', '?view=', '?view=all', ...UNPAGED]) {
    assert.deepEqual(bodyOf(await api.get(`/surveys/${id}${query}`)), await api.read(id), query)
  }
})
