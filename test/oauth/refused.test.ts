import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CLIENT_BYTES } from '../../src/domain/accounts/application-limits.ts'
import type { Browser } from '../account/browser.ts'
import { call, type Service, startService } from '../harness.ts'
import { clientBytes } from '../setup/accounts.ts'
import {
  type Application,
  authorizationRequest,
  codeFor,
  decide,
  FormBrowser,
  newSubscriber,
  type Request,
  register,
  tokenRequest,
} from './client.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Requests that get no code, by parameter, and what the application is told; undefined if only the person is told. */
const REFUSED: readonly [clause: string, changed: Record<string, string | undefined>, error: string | undefined][] = [
  ['oauth-redirect', { redirect_uri: 'https://evil.example/callback' }, undefined],
  ['oauth-redirect', { redirect_uri: 'https://client.example/callback/more' }, undefined],
  ['oauth-redirect', { redirect_uri: 'https://client.example/callback?x=1' }, undefined],
  ['oauth-redirect', { client_id: 'unknown' }, undefined],
  ['oauth-redirect', { client_id: 'a\0b' }, undefined],
  ['oauth-pkce', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['oauth-pkce', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['oauth-pkce', { code_challenge_method: undefined }, 'invalid_request'],
  ['oauth-code', { response_type: 'token' }, 'unsupported_response_type'],
  ['oauth-code', { prompt: 'none' }, 'login_required'],
  ['oauth-resource', { resource: 'https://elsewhere.example/' }, 'invalid_target'],
]

for (const [clause, changed, error] of REFUSED)
  test(`no code for a request with ${JSON.stringify(changed)} [${clause}]`, async () => {
    const browser = await newSubscriber(service)
    const application = await register(service)
    const { path } = authorizationRequest(application, changed)
    const unknown = await new FormBrowser(service, browser.cookie).get(path)
    assertPage(unknown)
    await decide(service, browser, authorizationRequest(application).path)
    const { at, ...answer } = await new FormBrowser(service, browser.cookie).get(path)
    if (error === undefined) return assertPage({ at, ...answer })
    const { host, searchParams } = new URL(at.replace('#', '?'))
    assert.deepEqual([host, searchParams.get('error'), searchParams.has('code')], ['client.example', error, false])
    assert.equal(searchParams.get('iss'), service.baseUrl)
  })

function assertPage({ at, status, text, headers }: Awaited<ReturnType<FormBrowser['get']>>): void {
  assert.ok(at.startsWith('/oauth/authorize') && status === 400, `${status} ${at}`)
  assert.match(text, /This application can’t be connected/)
  assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
}

test('an application that nobody here has allowed cannot redirect people [oauth-errors-shown]', async () => {
  const application = await register(service, { redirect_uris: ['https://phish.example/login'] })
  const { path } = authorizationRequest(application, { prompt: 'none' })
  // Whether or not the person is signed in, and even if the application’s own maker has allowed it.
  await decide(service, await newSubscriber(service), authorizationRequest(application).path)
  for (const cookie of ['', (await newSubscriber(service)).cookie])
    assertPage(await new FormBrowser(service, cookie).get(path))
})

/** The body that redeems a code. */
function redemption({ client, redirect }: Application, code: string, { verifier }: Request): Record<string, string> {
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier }
  return { ...grant, redirect_uri: redirect, client_id: client.client_id }
}

/** Redemptions that get no token, by field. `other` is another client. */
const UNREDEEMED: readonly [clause: string, changed: (other: string) => Record<string, string>, error: string][] = [
  ['oauth-pkce', () => ({ code_verifier: 'x'.repeat(43) }), 'invalid_grant'],
  ['oauth-redirect', () => ({ redirect_uri: 'https://evil.example/' }), 'invalid_grant'],
  ['oauth-code', other => ({ client_id: other }), 'invalid_grant'],
  ['oauth-code', () => ({ code: 'none' }), 'invalid_grant'],
  ['oauth-resource', () => ({ resource: 'https://elsewhere.example/' }), 'invalid_target'],
]

for (const [index, [clause, changed, error]] of UNREDEEMED.entries())
  test(`a code is not redeemed by a wrong request ${index} [${clause}]`, async () => {
    const [application, other] = [await register(service), await register(service)]
    const request = authorizationRequest(application)
    const parameters = await codeFor(service, await newSubscriber(service), application, request)
    const fields = redemption(application, parameters.get('code') ?? '', request)
    const { status, body } = await tokenRequest(service, { ...fields, ...changed(other.client.client_id) })
    assert.deepEqual([status, body.error], [400, error])
  })

test('a client that is not registered cannot redeem anything, whatever its id [oauth-code]', async () => {
  for (const id of ['unknown', 'a\0b'])
    for (const grant of [
      { grant_type: 'authorization_code', code: 'none' },
      { grant_type: 'refresh_token', refresh_token: 'none' },
    ]) {
      const { status, body } = await tokenRequest(service, { ...grant, client_id: id })
      assert.deepEqual([status, body.error], [401, 'invalid_client'])
    }
})

test('a code that is used again is refused, and revokes the tokens it led to [oauth-code-reuse]', async () => {
  const application = await register(service)
  const request = authorizationRequest(application)
  const parameters = await codeFor(service, await newSubscriber(service), application, request)
  const fields = redemption(application, parameters.get('code') ?? '', request)
  const { body: tokens } = await tokenRequest(service, fields)
  const token = String(tokens.access_token)
  assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 200)
  assert.equal((await tokenRequest(service, fields)).body.error, 'invalid_grant')
  assert.equal((await call(service, 'GET', '/api/v1/me', { token })).status, 401)
  const renewal = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) }
  const { body } = await tokenRequest(service, { ...renewal, client_id: application.client.client_id })
  assert.equal(body.error, 'invalid_grant')
})

test('a code works for a minute [oauth-code]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const application = await register(own)
  const request = authorizationRequest(application)
  const redeem = async (browser: Browser, milliseconds: number) => {
    const parameters = await codeFor(own, browser, application, request)
    own.clock.advance(milliseconds)
    return tokenRequest(own, redemption(application, parameters.get('code') ?? '', request))
  }
  assert.equal((await redeem(await newSubscriber(own), 59_000)).status, 200)
  assert.equal((await redeem(await newSubscriber(own), 60_000)).body.error, 'invalid_grant')
})

test('a refresh token does not work for another client [oauth-refresh]', async () => {
  const [application, other] = [await register(service), await register(service)]
  const request = authorizationRequest(application)
  const parameters = await codeFor(service, await newSubscriber(service), application, request)
  const { body } = await tokenRequest(service, redemption(application, parameters.get('code') ?? '', request))
  const renewal = { grant_type: 'refresh_token', refresh_token: String(body.refresh_token) }
  const answer = await tokenRequest(service, { ...renewal, client_id: other.client.client_id })
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_grant'])
})

const registered = (metadata: object) =>
  call(service, 'POST', '/oauth/register', { body: metadata, headers: { 'content-type': 'application/json' } })

test('programs on this device and schemes of their own can register; other addresses need https [oauth-registration]', async () => {
  for (const uris of [
    ['http://127.0.0.1/callback'],
    ['http://localhost:1234/callback', 'https://editor.example/redirect'],
    ['cursor://anysphere.cursor-mcp/oauth/callback'],
    ['com.example.app:/callback'],
  ])
    assert.equal((await registered({ redirect_uris: uris })).status, 201, String(uris))
  for (const uris of [
    ['http://client.example/callback'],
    ['javascript:alert(1)'],
    ['data:text/html,hello'],
    ...[
      'ms-msdt:/id',
      'view-source:https://client.example/',
      'ftp://client.example/',
      'ws://client.example/',
      'mailto:a@b.c',
      'sms:1',
      'x:y',
      'file:///etc/passwd',
      'intent://a',
      'com..app:/a',
    ].map(uri => [uri]),
    ['https://a@client.example/'],
    ['https://a:b@client.example/'],
    ['https://*.client.example/'],
    ['https://client.example/\r\nSet-Cookie: a=b'],
    ['http://127.0.0.1.client.example/'],
    ['http://localhost@client.example/'],
    ['https://client.example/#fragment'],
    [`https://client.example/${'x'.repeat(1_000)}`],
    [],
    Array.from({ length: 10 }, (_, at) => `https://client.example/${at}${'x'.repeat(500)}`),
    'https://client.example/',
    undefined,
  ]) {
    const { status, body } = await registered({ redirect_uris: uris })
    assert.equal(status, 400, String(uris))
    assert.match(String(body.error), /^invalid_(client_metadata|redirect_uri)$/)
  }
})

test('an application has 20 redirect addresses and 5 KiB of stored metadata, and neither one more [oauth-registration]', async () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, at) => `https://client.example/${at}`)
  assert.equal((await registered({ redirect_uris: addresses(20) })).status, 201)
  const many = await registered({ redirect_uris: addresses(21) })
  const description = 'redirect_uris must be at most 20 addresses of at most 1000 characters'
  assert.deepEqual([many.status, many.body.error_description], [400, description])
  // Longer by this many characters, of which each address takes a hundred at most.
  const longer = (by: number) =>
    addresses(5).map((address, at) => address.padEnd(900 + Math.min(100, Math.max(0, by - 100 * at)), 'x'))
  const { body } = await registered({ redirect_uris: longer(0) })
  const left = CLIENT_BYTES - (await clientBytes(service, String(body.client_id)))
  assert.equal((await registered({ redirect_uris: longer(left) })).status, 201)
  const large = await registered({ redirect_uris: longer(left + 1) })
  assert.deepEqual(
    [large.status, large.body.error_description],
    [400, `the metadata may have at most ${CLIENT_BYTES} bytes`],
  )
})

test('a client has no secret, whatever it asks for, and nothing that it names is fetched [oauth-registration]', async () => {
  const { status, body } = await registered({
    redirect_uris: ['https://client.example/callback'],
    token_endpoint_auth_method: 'client_secret_post',
    grant_types: ['authorization_code', 'client_credentials', 'implicit'],
    sector_identifier_uri: 'http://127.0.0.1:1/sector',
    jwks_uri: 'http://127.0.0.1:1/keys',
    logo_uri: 'https://evil.example/logo.png',
    scope: 'openid everything',
  })
  assert.equal(status, 201)
  const { token_endpoint_auth_method, grant_types } = body
  assert.deepEqual([token_endpoint_auth_method, grant_types], ['none', ['authorization_code', 'refresh_token']])
  for (const name of ['client_secret', 'jwks_uri', 'logo_uri', 'sector_identifier_uri', 'scope'])
    assert.equal(name in body, false, name)
})

test('a code is sent in the query of the redirect, whatever response mode a request names [oauth-code]', async () => {
  for (const response_mode of ['form_post', 'fragment', 'web_message']) {
    const { path } = authorizationRequest(await register(service), { response_mode })
    assert.match(
      (await decide(service, await newSubscriber(service), path)).at,
      /^https:\/\/client\.example\/callback\?code=/,
    )
  }
})

test('a program on this device may listen at any port, or open links of its own [oauth-redirect, applications-list]', async () => {
  const browser = await newSubscriber(service)
  for (const [registered, redirect, host] of [
    ['http://127.0.0.1/callback', 'http://127.0.0.1:51234/callback', '127.0.0.1:51234'],
    ['com.example.app:/callback', 'com.example.app:/callback', 'com.example.app:'],
  ] as const) {
    const application = await register(service, { redirect_uris: [registered] })
    const { at } = await decide(service, browser, authorizationRequest({ ...application, redirect }).path)
    assert.ok(at.startsWith(`${redirect}?code=`), at)
    const { applications } = (await browser.send('GET', '/applications')).body
    assert.ok(applications?.some(one => String(one.host) === host))
  }
})
