import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { call } from '../harness.ts'
import { startLogged } from '../logged-server.ts'

const ID = 'Ab9._-0123456789abcdef'
const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const HEADERS = { 'x-request-id': ID, traceparent: TRACE }
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

type Sent = [method: string, path: string, body?: string, headers?: Record<string, string>]

const KEPT: readonly Sent[] = [
  ['GET', '/api/v1/me'],
  ['DELETE', '/api/v1/me'],
  ['PROPFIND', '/api/v1/me'],
  ['GET', '/api/v1/surveys/lunch?a=b'],
  ['GET', '/admin/api/lunch'],
  ['POST', '/mcp', '{}', JSON_TYPE],
  ['POST', '/oauth/token', 'a=b', FORM_TYPE],
  ['POST', '/webhooks/stripe', '{}', JSON_TYPE],
]
const OWN: readonly Sent[] = [
  ['GET', '//api/v1/me'],
  ['GET', '/apis'],
  ['GET', '/p/api/lunch/board/1'],
  ['GET', '/app'],
  ['POST', '/sign-in', 'email=a', FORM_TYPE],
  ['GET', '/healthz'],
  ['GET', '/'],
]
const UNLOGGED: readonly Sent[] = [
  // The second load of a page, and a submission in its usual form, are answered before the framework.
  ['GET', '/s/lunch'],
  ['GET', '/s/lunch'],
  ['POST', '/s/lunch/responses', '{"answers":["Yes"]}', JSON_TYPE],
  ['POST', '/s/lunch/responses?a=b', '{"answers":["Yes"]}', JSON_TYPE],
  ['POST', '/s/lunch', 'q0=Yes', FORM_TYPE],
  ['GET', '/s/lunch/thanks'],
  ['GET', '/s/lunch/board/1'],
  ['POST', '/s/lunch/board/1', '{"text":"Why?"}', JSON_TYPE],
  ['GET', '/%73/lunch'],
]
const REFUSED_IDS = ['', ' ', 'a b', 'a"b', 'a/b', 'é', '{}', 'x'.repeat(129), `${ID}, ${ID}`]
const REFUSED_TRACES = [
  TRACE.toUpperCase(),
  TRACE.replace(/^00/, 'ff'),
  TRACE.slice(0, -1),
  `${TRACE}-a`,
  TRACE.replace(/-\w{32}-/, `-${'0'.repeat(32)}-`),
  TRACE.replace(/-\w{16}-/, `-${'0'.repeat(16)}-`),
  'canary',
]

const behindProxy = await startLogged({ after }, { TRUST_PROXY: '1' })

// Each waits for the log, which is written once a second.
describe('the ids of requests behind a trusted proxy', { concurrency: 32 }, () => {
  for (const [index, [method, path, body, headers]] of KEPT.entries())
    test(`${method} ${path} keeps the id of the proxy, and its line has the trace [request-id-kept]`, async () => {
      const id = `${ID}-${index}`
      const sent = { ...headers, traceparent: TRACE, 'x-request-id': id }
      const answer = await call(behindProxy, method, path, { body, headers: sent })
      assert.equal(answer.headers.get('x-request-id'), id)
      const [line, ...more] = await behindProxy.lines(id)
      assert.deepEqual([line?.method, line?.traceparent, more], [method, TRACE, []])
    })

  for (const [method, path, body, headers] of OWN)
    test(`${method} ${path} gets a new id and no trace [request-id-kept, response-is-anonymous]`, async () => {
      const answer = await call(behindProxy, method, path, { body, headers: { ...headers, ...HEADERS } })
      const id = answer.headers.get('x-request-id') ?? ''
      assert.match(id, /^[0-9a-f-]{36}$/)
      const [line, ...more] = await behindProxy.lines(id)
      assert.deepEqual([line?.method, line?.traceparent, more], [method, undefined, []])
    })

  for (const [method, path, body, headers] of UNLOGGED)
    test(`${method} ${path} gets a new id, which is not logged [request-id-kept, respondent-logs-counted]`, async () => {
      const answer = await call(behindProxy, method, path, { body, headers: { ...headers, ...HEADERS } })
      const id = answer.headers.get('x-request-id') ?? ''
      assert.match(id, /^[0-9a-f-]{36}$/)
      await behindProxy.lines((await call(behindProxy, 'GET', '/healthz')).headers.get('x-request-id') ?? '')
      assert.equal(behindProxy.talk().includes(id), false)
    })

  test('an id or a trace in another form is not kept [request-id-kept]', async () => {
    for (const id of REFUSED_IDS) {
      const answer = await call(behindProxy, 'GET', '/api/v1/me', { headers: { 'x-request-id': id } })
      assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/, id)
    }
    for (const trace of REFUSED_TRACES) {
      const answer = await call(behindProxy, 'GET', '/api/v1/me', { headers: { traceparent: trace } })
      const [line] = await behindProxy.lines(answer.headers.get('x-request-id') ?? '')
      assert.equal('traceparent' in (line ?? {}), false, trace)
    }
  })
})

for (const [what, env, isKept] of [
  ['no proxy is trusted', {}, false],
  ['another proxy is trusted', { TRUST_PROXY: '192.0.2.1,10.0.0.0/8' }, false],
  ['the sender is a trusted proxy', { TRUST_PROXY: '192.0.2.1,127.0.0.0/8,::1' }, true],
] as const)
  test(`where ${what}, the id is ${isKept ? '' : 'not '}kept [request-id-kept]`, async t => {
    const server = await startLogged(t, env)
    const answer = await call(server, 'GET', '/api/v1/me', { headers: HEADERS })
    assert.equal(answer.headers.get('x-request-id') === ID, isKept)
  })
