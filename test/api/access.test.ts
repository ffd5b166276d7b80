import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Answer, call, startService } from '../harness.ts'
import { type Api, apiOf, assertRefused, bodyOf, endpoints, HOUR, newApi, rating } from './fixtures.ts'

const service = await startService()
after(() => service.close())

const me = (headers?: Record<string, string>) => call(service, 'GET', '/api/v1/me', headers && { headers })

function assertUnauthenticated(answer: Answer): void {
  assertRefused(answer, 401, 'authentication required')
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
}

for (const { method, path } of endpoints) {
  test(`${method} ${path} without a token is 401 [token-missing, error-authentication-required, unauthenticated-challenge]`, async () => {
    assertUnauthenticated(await call(service, method, `/api/v1${path}`))
  })
}

const malformed: [name: string, header: (token: string) => string][] = [
  ['the token alone', token => token],
  ['another scheme', token => `Basic ${token}`],
  ['the word alone', () => 'Bearer'],
  ['no blank', token => `Bearer${token}`],
  ['another sign between', token => `Bearer:${token}`],
  ['two tokens', token => `Bearer ${token} ${token}`],
  ['something behind', token => `Bearer ${token}x`],
  ['quotes', token => `Bearer "${token}"`],
  ['a prefix only', () => 'Bearer snd_pat_'],
  ['no prefix', token => `Bearer ${token.slice('snd_pat_'.length)}`],
  ['another kind of secret', () => 'Bearer 7d8f3c7e-3a3e-4bb8-9d2c-0d8f6d7d9c10'],
  ['10 kB', () => `Bearer ${'x'.repeat(10_000)}`],
]
for (const [name, header] of malformed) {
  test(`a malformed Authorization header is 401: ${name} [token-malformed]`, async () => {
    const { caller } = await newApi(service)
    assertUnauthenticated(await me({ authorization: header(caller.token) }))
  })
}

test('a personal token is snd_pat_ and 46 letters and digits [token-format]', async () => {
  const { caller } = await newApi(service)
  assert.match(caller.token, /^snd_pat_[0-9A-Za-z]{46}$/)
})

test('a token with any one character mistyped is 401 [token-checksum]', async () => {
  const { caller } = await newApi(service)
  for (let index = 0; index < caller.token.length; index++) {
    const other = caller.token[index] === 'a' ? 'b' : 'a'
    const token = `${caller.token.slice(0, index)}${other}${caller.token.slice(index + 1)}`
    assertUnauthenticated(await me({ authorization: `Bearer ${token}` }))
  }
})

for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
  test(`${word} is accepted [bearer-any-case]`, async () => {
    const { caller } = await newApi(service)
    bodyOf(await me({ authorization: `${word} ${caller.token}` }))
  })
}

test('a token in the query string counts as no token [token-in-query-ignored]', async () => {
  const { caller } = await newApi(service)
  const none = await me()
  for (const name of ['access_token', 'token', 'bearer', 'authorization']) {
    const answer = await call(service, 'GET', `/api/v1/me?${name}=${caller.token}`)
    assertUnauthenticated(answer)
    assert.deepEqual([...answer.headers.keys()], [...none.headers.keys()])
  }
})

test('a revoked token is 401 on its next call, and other tokens still work [token-revoked]', async () => {
  const first = await newApi(service)
  const second = await newApi(service, { accountId: first.caller.accountId })
  bodyOf(await first.get('/me'))
  await service.revoke(first.caller.tokenId)
  assertUnauthenticated(await first.get('/me'))
  bodyOf(await second.get('/me'))
})

test('a token is 401 past its expiry, and one without an expiry still works [token-expired, token-optional-expiry]', async () => {
  const forever = await newApi(service)
  const expiring = await newApi(service, { expiresAt: service.clock.now() + HOUR })
  service.clock.advance(HOUR - 1)
  bodyOf(await expiring.get('/me'))
  service.clock.advance(2)
  assertUnauthenticated(await expiring.get('/me'))
  bodyOf(await forever.get('/me'))
})

test('every token of an account can use what another one made [token-reaches-whole-account]', async () => {
  const first = await newApi(service)
  const second = await newApi(service, { accountId: first.caller.accountId })
  const { id } = await first.create([rating()])
  assert.equal((await second.read(id)).id, id)
  bodyOf(await second.patch(`/surveys/${id}`, { status: 'closed' }))
  assert.equal((await first.read(id)).status, 'closed')
})

test('/me returns the account, the scopes and the kind of token [me-fields, me-kind, scope-personal-both]', async () => {
  const personal = await newApi(service)
  assert.deepEqual(bodyOf(await personal.get('/me')), {
    user_id: personal.caller.accountId,
    scope: 'surveys:read surveys:write',
    kind: 'pat',
  })
  const granted = await newApi(service, { kind: 'oauth', scope: 'surveys:read' })
  assert.deepEqual(bodyOf(await granted.get('/me')), {
    user_id: granted.caller.accountId,
    scope: 'surveys:read',
    kind: 'oauth',
  })
})

/** Calls every endpoint with existing ids of the account, so that only the access can be at fault. */
async function callEach(api: Api, judge: (answer: Answer, scope: string) => void): Promise<void> {
  const owner = await newApi(service, { accountId: api.caller.accountId })
  const survey = await owner.create([rating()])
  const template = await owner.saveTemplate([rating()])
  const send = apiOf(service, api.caller)
  for (const { method, path, scope } of endpoints) {
    const to = path.replace('{survey}', survey.id).replace('{template}', template.id)
    const body = { title: 'Made', name: 'Made', questions: [rating()] }
    judge(
      await (method === 'GET' ? send.get(to) : method === 'PATCH' ? send.patch(to, body) : send.post(to, body)),
      scope,
    )
  }
}

for (const [held, lacked] of [
  ['surveys:read', 'surveys:write'],
  ['surveys:write', 'surveys:read'],
] as const) {
  test(`with ${held} alone, calls that need ${lacked} are 403 [scope-read, scope-write, scope-me-either, error-insufficient-scope, scope-challenge]`, async () => {
    await callEach(await newApi(service, { scope: held }), (answer, scope) => {
      if (scope !== lacked) return assert.ok(answer.status < 300, answer.text)
      assertLacks(answer, lacked)
    })
  })
}

function assertLacks(answer: Answer, scope: string): void {
  assertRefused(answer, 403, 'insufficient scope', 'insufficient_scope')
  const header = answer.headers.get('www-authenticate') ?? ''
  const named = /^Bearer error="insufficient_scope", scope="([a-z: ]+)"$/.exec(header)?.[1] ?? ''
  assert.ok(named.split(' ').includes(scope), header)
}

test('admin tokens in the list need surveys:write [scope-include-admin]', async () => {
  const reader = await newApi(service, { scope: 'surveys:read' })
  assertLacks(await reader.get('/surveys?include_admin=1'), 'surveys:write')
  for (const query of ['?include_admin=0', '?include_admin=true', '?include_admin=', '?include_closed=0']) {
    assert.deepEqual(bodyOf(await reader.get(`/surveys${query}`)), { surveys: [] })
  }
})

test('every endpoint refuses an account without a subscription [subscription-required-everywhere, error-upgrade-required]', async () => {
  const api = await newApi(service)
  const survey = await api.create([rating()])
  const template = await api.saveTemplate([rating()])
  await service.setEntitledUntil(api.caller.accountId, null)
  for (const { method, path } of endpoints) {
    const to = path.replace('{survey}', survey.id).replace('{template}', template.id)
    const answer = await call(service, method, `/api/v1${to}`, { token: api.caller.token })
    assertRefused(answer, 403, 'upgrade required', 'entitlement_required')
  }
})

test('the first call after a lapse is refused, and the first after payment passes [subscription-checked-each-request, lapse-keeps-tokens]', async () => {
  const api = await newApi(service)
  await service.setEntitledUntil(api.caller.accountId, service.clock.now() + 1000)
  bodyOf(await api.get('/me'))
  service.clock.advance(1000)
  assertRefused(await api.get('/me'), 403, 'upgrade required', 'entitlement_required')
  await service.setEntitledUntil(api.caller.accountId, service.clock.now() + 1000)
  bodyOf(await api.get('/me'))
  await service.setEntitledUntil(api.caller.accountId, null)
  assertRefused(await api.get('/me'), 403, 'upgrade required', 'entitlement_required')
})
