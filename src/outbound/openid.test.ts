import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { OpenIdProvider } from './openid.ts'

const SECRETS = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) }
const CALLBACK = new URL(`http://localhost/back?code=a-code&state=${SECRETS.state}`)
const SECRET = 'of the two of them'

/** A provider whose responses the test controls. */
async function providerOf(t: TestContext, answer: (url: string) => RequestListener) {
  let asked = 0
  let origin = ''
  const server = createServer((request, response) => {
    asked++
    answer(origin)(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { issuer: origin, clientId: 'soundings', clientSecret: SECRET, redirectUri: 'http://localhost/back' }
  return { provider: new OpenIdProvider({ ...settings, timeoutMs: 200 }), asked: () => asked }
}

const json =
  (body: object, status = 200): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
})

test('a provider that is down, slow, broken, endless or a different one is reported as unreachable, in time [provider-bounds]', async t => {
  const failing: [what: string, answer: (url: string) => RequestListener][] = [
    ['silent', () => () => undefined],
    [
      'slow to the end',
      () => (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    ],
    ['broken', () => json({}, 500)],
    ['without metadata', () => json({}, 404)],
    ['no JSON', () => (_, response) => void response.end('<html>')],
    ['endless', url => json({ ...metadataOf(url), more: 'x'.repeat(2 ** 21) })],
    ['somebody else', () => json(metadataOf('https://evil.example'))],
    ['sending elsewhere', url => (_, response) => void response.writeHead(302, { location: `${url}/else` }).end()],
    ['gone', () => request => void request.socket.destroy()],
  ]
  for (const [what, answer] of failing) {
    const { provider } = await providerOf(t, answer)
    await assert.rejects(provider.authorizationUrl(SECRETS, false), { refusal: 'provider_unavailable' }, what)
  }
})

test('an unreachable provider is not asked again for each person who wants to sign in [provider-bounds]', async t => {
  const { provider, asked } = await providerOf(t, () => json({}, 503))
  for (let round = 0; round < 2; round++) {
    const all = Array.from({ length: 150 }, () => provider.authorizationUrl(SECRETS, false))
    const outcomes = await Promise.allSettled(all)
    assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  }
  assert.equal(asked(), 1)
})

test('the number of sign-ins waiting for a slow provider is limited, without delaying people who are only sent there [provider-bounds]', async t => {
  const { provider } = await providerOf(t, url => (request, response) => {
    if (request.url !== '/token') json(metadataOf(url))(request, response)
  })
  let refusedAtOnce = 0
  const waiting = Array.from({ length: 101 }, async () => {
    await provider.identify(CALLBACK, SECRETS).catch(error => {
      if (error.details.retryAfter === 1) refusedAtOnce++
    })
  })
  await provider.authorizationUrl(SECRETS, false)
  await Promise.all(waiting)
  assert.equal(refusedAtOnce, 1)
})

test('the metadata is read once, and the verifier is not sent to the browser [provider-sign-in]', async t => {
  const { provider, asked } = await providerOf(t, url => json(metadataOf(url)))
  for (const isAgain of [false, true]) {
    const { searchParams } = await provider.authorizationUrl(SECRETS, isAgain)
    assert.deepEqual(
      ['state', 'nonce', 'code_challenge_method', 'prompt', 'max_age'].map(name => searchParams.get(name)),
      [SECRETS.state, SECRETS.nonce, 'S256', ...(isAgain ? ['login', '0'] : [null, null])],
    )
    assert.equal(searchParams.toString().includes(SECRETS.verifier), false)
  }
  assert.equal(asked(), 1)
})

test('failures are reported without secrets, and with whether the person signing in is at fault [provider-bounds, provider-stored]', async t => {
  for (const [status, error, refusal] of [
    [400, 'invalid_grant', 'provider_refused'],
    [401, 'invalid_client', 'provider_unavailable'],
    [500, 'unexpected HTTP response status code, OAUTH_RESPONSE_IS_NOT_CONFORM, 500', 'provider_unavailable'],
  ] as const) {
    const { provider } = await providerOf(t, url => (request, response) => {
      const answer =
        request.url === '/token' ? json({ error, error_description: SECRET }, status) : json(metadataOf(url))
      answer(request, response)
    })
    await assert.rejects(provider.identify(CALLBACK, SECRETS), failure => {
      const { refusal: name, details } = failure as { refusal: string; details: { cause: Error } }
      assert.equal(name, refusal)
      assert.ok(details.cause.message.includes(error))
      for (const secret of [SECRET, 'a-code', SECRETS.verifier])
        assert.doesNotMatch(details.cause.stack ?? '', new RegExp(secret))
      assert.equal(details.cause.cause, undefined)
      return true
    })
  }
})
