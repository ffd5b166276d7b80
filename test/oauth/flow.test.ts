import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import * as oauth from 'oauth4webapi'
import { TOKENS_PER_GRANT } from '../../src/domain/accounts/application-limits.ts'
import { Refusal } from '../../src/domain/values/refusal.ts'
import type { Engine } from '../../src/store/engine.ts'
import { newBrowser, submitForm } from '../account/browser.ts'
import { bodyOf, HOUR } from '../api/fixtures.ts'
import { newDatabase } from '../database.ts'
import { call, type Service, startService } from '../harness.ts'
import {
  authorizationRequest,
  codeFor,
  connect,
  FormBrowser,
  newSubscriber,
  refresh,
  register,
  tokenRequest,
} from './client.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const me = (token: string, at = service) => call(at, 'GET', '/api/v1/me', { token })

test('the metadata names the public address, whatever host a request names [oauth-metadata, oauth-issuer]', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const { body } = await call(service, 'GET', '/.well-known/oauth-authorization-server', { headers })
  assert.deepEqual(
    { ...body },
    {
      issuer: service.baseUrl,
      authorization_endpoint: `${service.baseUrl}/oauth/authorize`,
      token_endpoint: `${service.baseUrl}/oauth/token`,
      registration_endpoint: `${service.baseUrl}/oauth/register`,
      revocation_endpoint: `${service.baseUrl}/oauth/revoke`,
      jwks_uri: `${service.baseUrl}/oauth/jwks`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: ['surveys:read', 'surveys:write', 'surveys:delete', 'offline_access'],
    },
  )
})

test('each resource names its authorization server, and /mcp says where to find that [oauth-resource-metadata, oauth-tools-challenge]', async () => {
  for (const path of ['', '/mcp', '/api/v1']) {
    const { body, headers } = await call(service, 'GET', `/.well-known/oauth-protected-resource${path}`)
    assert.deepEqual(
      [body.resource, body.authorization_servers, headers.get('access-control-allow-origin')],
      [service.baseUrl + path, [service.baseUrl], '*'],
    )
  }
  const { status, headers } = await call(service, 'POST', '/mcp', { body: {} })
  const metadata = `${service.baseUrl}/.well-known/oauth-protected-resource/mcp`
  assert.deepEqual([status, headers.get('www-authenticate')], [401, `Bearer resource_metadata="${metadata}"`])
  assert.equal((await call(service, 'GET', '/api/v1/me')).headers.get('www-authenticate'), 'Bearer')
})

test('a client registers, is allowed, and calls the API for an hour [oauth-code, oauth-access-token]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const browser = await newSubscriber(own)
  const tokens = await connect(own, browser, await register(own))
  const expected = { user_id: browser.accountId, scope: 'surveys:read surveys:write', kind: 'oauth' }
  assert.deepEqual({ ...(await me(tokens.access, own)).body }, expected)
  own.clock.advance(HOUR - 1)
  assert.equal((await me(tokens.access, own)).status, 200)
  own.clock.advance(1)
  assert.equal((await me(tokens.access, own)).status, 401)
})

test('a token may do what was asked for; scopes of others are ignored, and without one of ours both are asked for [oauth-scopes]', async () => {
  const application = await register(service)
  const subscriber = () => newSubscriber(service)
  const read = await connect(service, await subscriber(), application, { scope: 'openid surveys:read' })
  assert.equal(read.scope, 'surveys:read')
  const { status, body } = await call(service, 'POST', '/api/v1/surveys', { token: read.access, body: { title: 'No' } })
  assert.deepEqual([status, body.code], [403, 'insufficient_scope'])
  const both = await connect(service, await subscriber(), application, { scope: undefined })
  assert.equal(both.scope, 'surveys:read surveys:write')
})

test('tokens can be asked for by resource: the API, the tools, or the service [oauth-resource]', async () => {
  const application = await register(service)
  for (const path of ['/api/v1', '/mcp', '/', '']) {
    const browser = await newSubscriber(service)
    const { access } = await connect(service, browser, application, { resource: service.baseUrl + path })
    assert.equal((await me(access)).status, 200)
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    assert.equal((await call(service, 'POST', '/mcp', { token: access, body, headers })).status, 200)
  }
})

test('refresh tokens rotate for thirty days after the last use, even while the subscription has lapsed [oauth-refresh, oauth-lapse]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const browser = await newSubscriber(own)
  const application = await register(own)
  let tokens = await connect(own, browser, application)
  for (const days of [29, 29]) {
    own.clock.advance(days * 24 * HOUR)
    tokens = await refresh(application, tokens.refresh)
  }
  await own.setEntitledUntil(browser.accountId, null)
  tokens = await refresh(application, tokens.refresh)
  const { status, body } = await me(tokens.access, own)
  assert.deepEqual([status, body.code], [403, 'entitlement_required'])
  await own.setEntitledUntil(browser.accountId, own.clock.now() + HOUR)
  assert.equal((await me(tokens.access, own)).status, 200)
  own.clock.advance(30 * 24 * HOUR)
  await assert.rejects(refresh(application, tokens.refresh), { error: 'invalid_grant' })
})

test('a refresh token sent again ends the family, but not within ten seconds [oauth-double-send, oauth-refresh-reuse]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const application = await register(own)
  const first = await connect(own, await newSubscriber(own), application)
  const second = await refresh(application, first.refresh)
  own.clock.advance(9_999)
  await assert.rejects(refresh(application, first.refresh), { error: 'invalid_grant' })
  assert.equal((await me(second.access, own)).status, 200)
  own.clock.advance(1)
  await assert.rejects(refresh(application, first.refresh), { error: 'invalid_grant' })
  assert.deepEqual([(await me(first.access, own)).status, (await me(second.access, own)).status], [401, 401])
  await assert.rejects(refresh(application, second.refresh), { error: 'invalid_grant' })
})

test('of parallel renewals with one token exactly one succeeds, and the grant survives [oauth-refresh-once]', async () => {
  const application = await register(service)
  const { refresh: token } = await connect(service, await newSubscriber(service), application)
  const sent = Array.from({ length: 10 }, () => refresh(application, token))
  const done = (await Promise.allSettled(sent)).filter(one => one.status === 'fulfilled')
  assert.equal(done.length, 1)
  assert.equal((await me(done[0]?.value.access ?? '')).status, 200)
})

test('a renewal that is refused does not use up its token [oauth-refresh-failed]', async () => {
  const application = await register(service)
  const { refresh: token } = await connect(service, await newSubscriber(service), application)
  const { client } = application
  const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: client.client_id }
  // As many tokens as a grant may have: no trace of any remains.
  for (let times = 0; times < TOKENS_PER_GRANT; times++) {
    const refused = await tokenRequest(service, { ...fields, resource: 'https://elsewhere.example' })
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_target'])
  }
  const { access } = await refresh(application, token)
  assert.equal((await me(access)).status, 200)
})

test('a renewal interrupted by the database does not use up its token [oauth-refresh-failed, oauth-refresh-reuse]', async t => {
  const database = await newDatabase()
  let writesLeft = Number.POSITIVE_INFINITY
  let fault = new Error('unforeseen')
  const open = async (): Promise<Engine> => {
    const engine = await database.open()
    return {
      ...engine,
      write: run => (writesLeft-- > 0 ? engine.write(run) : Promise.reject(fault)),
    }
  }
  const own = await startService({ database: { ...database, open } })
  t.after(async () => {
    await own.close()
    await database.drop()
  })
  const application = await register(own)
  const browser = await newSubscriber(own)
  const first = await connect(own, browser, application)
  const fields = { grant_type: 'refresh_token', refresh_token: first.refresh, client_id: application.client.client_id }
  const { path } = authorizationRequest(application)
  const forms = new FormBrowser(own, browser.cookie)
  const page = await forms.get(path)
  writesLeft = 0
  const failed = await tokenRequest(own, fields)
  assert.deepEqual([failed.status, failed.body.error], [500, 'server_error'])
  fault = new Refusal('unavailable')
  for (const answer of [
    await forms.get(path),
    await forms.post(page.at, { decision: 'allow', account: browser.accountId }),
  ])
    assert.deepEqual([answer.status, /Soundings is busy/.test(answer.text)], [503, true])
  for (const writes of [1, 2, 3]) {
    writesLeft = writes
    const { status, body } = await tokenRequest(own, fields)
    assert.deepEqual([status, body.error], [503, 'temporarily_unavailable'], `after ${writes} writes`)
    writesLeft = Number.POSITIVE_INFINITY
    await assert.rejects(refresh(application, first.refresh), { error: 'invalid_grant' })
    own.clock.advance(10_000)
  }
  const second = await refresh(application, first.refresh)
  assert.equal((await me(second.access, own)).status, 200)
  own.clock.advance(10_000)
  await assert.rejects(refresh(application, first.refresh), { error: 'invalid_grant' })
  assert.equal((await me(second.access, own)).status, 401)
})

test('of twenty parallel redemptions of a code exactly one succeeds [oauth-code-once]', async () => {
  const application = await register(service)
  const request = authorizationRequest(application)
  const parameters = await codeFor(service, await newSubscriber(service), application, request)
  const fields = {
    grant_type: 'authorization_code',
    code: parameters.get('code') ?? '',
    redirect_uri: application.redirect,
    client_id: application.client.client_id,
    code_verifier: request.verifier,
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => tokenRequest(service, fields)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const { status, body } of answers)
    if (status !== 200) assert.deepEqual([status, body.error], [400, 'invalid_grant'])
})

test('all tokens of an application share one call limit [oauth-shared-limit]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const application = await register(own)
  const first = await connect(own, await newSubscriber(own), application)
  for (let calls = 0; calls < 600; calls++) assert.equal((await me(first.access, own)).status, 200)
  const second = await refresh(application, first.refresh)
  assert.equal((await me(second.access, own)).status, 429)
})

test('a new password disconnects applications if requested, and a reset always does [account-password, password-reset]', async () => {
  const browser = await newSubscriber(service)
  const application = await register(service)
  const { access } = await connect(service, browser, application)
  const personal = bodyOf<{ token: string }>(await browser.send('POST', '/tokens', {}), 201)
  const change = (more: object) => browser.send('PUT', '/password', { password: 'another good one', ...more })
  assert.equal((await change({ disconnect_applications: false })).status, 204)
  assert.equal((await me(access)).status, 200)
  assert.equal((await change({ disconnect_applications: true })).status, 204)
  assert.deepEqual([(await me(access)).status, (await me(personal.token)).status], [401, 200])
  assert.deepEqual((await browser.send('GET', '/applications')).body.applications, [])
  const again = await connect(service, browser, application)
  await submitForm(service, await service.resetLink(browser.email), { password: 'a third good one' })
  assert.equal((await me(again.access)).status, 401)
  await assert.rejects(refresh(application, again.refresh), { error: 'invalid_grant' })
})

test('a client that revokes either token is disconnected [oauth-revocation]', async () => {
  for (const name of ['access', 'refresh'] as const) {
    const browser = await newSubscriber(service)
    const application = await register(service)
    const tokens = await connect(service, browser, application)
    const { server, client } = application
    const insecure = { [oauth.allowInsecureRequests]: true }
    const response = await oauth.revocationRequest(server, client, oauth.None(), tokens[name], insecure)
    await oauth.processRevocationResponse(response)
    assert.equal((await me(tokens.access)).status, 401)
    await assert.rejects(refresh(application, tokens.refresh), { error: 'invalid_grant' })
    assert.deepEqual((await browser.send('GET', '/applications')).body.applications, [])
  }
})

test('connected applications are listed, and cut off at once [applications-list, applications-disconnect]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const [browser, stranger] = [await newSubscriber(own), await newBrowser(own)]
  const application = await register(own, { client_name: 'Robin' })
  const tokens = await connect(own, browser, application, { scope: 'surveys:read' })
  await me(tokens.access, own)
  const list = async () => (await browser.send('GET', '/applications')).body.applications
  // Uses are written once a second.
  while ((await list())?.[0]?.last_used_at === null) await setImmediate()
  const [{ id, ...shown } = { id: '' }] = (await list()) as unknown as { id: string }[]
  const now = new Date(own.clock.now()).toISOString()
  const times = { connected_at: now, last_used_at: now }
  assert.deepEqual(shown, { name: 'Robin', host: 'client.example', scopes: ['surveys:read'], ...times })
  assert.deepEqual((await stranger.send('GET', '/applications')).body.applications, [])
  assert.equal((await stranger.send('DELETE', `/applications/${id}`)).status, 404)
  assert.equal((await me(tokens.access, own)).status, 200)
  assert.equal((await browser.send('DELETE', `/applications/${id}`)).status, 204)
  assert.equal((await me(tokens.access, own)).status, 401)
  await assert.rejects(refresh(application, tokens.refresh), { error: 'invalid_grant' })
  assert.deepEqual(await list(), [])
})

test('tokens of a disabled account are refused and not renewed; they work again once it is enabled [oauth-disabled]', async () => {
  const browser = await newSubscriber(service)
  const application = await register(service)
  const tokens = await connect(service, browser, application)
  await service.setDisabled(browser.accountId, true)
  assert.equal((await me(tokens.access)).status, 401)
  await assert.rejects(refresh(application, tokens.refresh), { error: 'invalid_grant' })
  await service.setDisabled(browser.accountId, false)
  assert.equal((await me(tokens.access)).status, 200)
})

test('the database holds no token, code, session, open request or key in plain text [oauth-stored]', async () => {
  const browser = await newSubscriber(service)
  const application = await register(service)
  const request = authorizationRequest(application)
  const parameters = await codeFor(service, browser, application, request)
  const second = await connect(service, browser, application)
  const third = await refresh(application, second.refresh)
  const open = await new FormBrowser(service, browser.cookie).get(authorizationRequest(application).path)
  const ids = [parameters.get('code'), open.at.split('/').at(-1), browser.cookie.split('=')[1]].map(id => id ?? '')
  const canaries = [...ids, second.access, second.refresh, third.access, third.refresh]
  const written = await service.database.written()
  assert.ok(written.includes(application.client.client_id))
  for (const canary of canaries) assert.equal(written.includes(canary) || canary.length < 20, false)
  const { keys } = JSON.parse((await call(service, 'GET', '/oauth/jwks')).text)
  assert.deepEqual([keys.length, keys[0].d], [1, undefined])
  assert.equal(written.includes(keys[0].x), false)
})

test('a client that nobody allows is forgotten after a week [oauth-registration]', async t => {
  const own = await startService()
  t.after(() => own.close())
  const [unknown, known, late] = [await register(own), await register(own), await register(own)]
  await connect(own, await newSubscriber(own), known)
  own.clock.advance(7 * 24 * HOUR - 1)
  await connect(own, await newSubscriber(own), late)
  own.clock.advance(1)
  const browser = await newSubscriber(own)
  await connect(own, browser, known)
  const { status, text } = await new FormBrowser(own, browser.cookie).get(authorizationRequest(unknown).path)
  assert.equal(status, 400)
  assert.match(text, /can’t be connected/)
})
