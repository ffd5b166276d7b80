import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, describe, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { BODY_BYTES, MISSES_PER_MINUTE } from '../../src/domain/limits.ts'
import { choice, freeText, newApi, optional, UUID_V4 } from '../api/fixtures.ts'
import { type Service, type ServiceOptions, startService } from '../harness.ts'
import { until, WAIT_MS } from '../until.ts'

/** A submission as it is written to the socket. The defaults are those of an accepted one. */
interface Sent {
  /** A survey of the test, or a slug. */
  readonly to?: string
  readonly body?: string | Buffer
  /** Names and values in turn, besides `Host` and `Content-Length`. */
  readonly headers?: readonly string[]
  readonly hosts?: readonly string[]
}

/** What the service is started with, and how full its disk is once there are surveys. */
type Settings = ServiceOptions & { readonly disk?: () => boolean }

interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly line: Readonly<Record<string, unknown>>
}

/** A service with surveys in each state, by name. */
interface Logged {
  readonly service: Service
  readonly slugs: Readonly<Record<string, string>>
  readonly lines: Record<string, unknown>[]
}

const ANY_UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const KEY = 'b3a1d1c2-5f0e-4b7a-9c3d-1e2f3a4b5c6d'
const ANSWERS = ['Yes', 'Grüße\n🎈']
const BODY = JSON.stringify({ answers: ANSWERS })
const PAGE = ['accept', 'text/html']

const agent = new Agent({ keepAlive: true })
after(() => agent.destroy())

describe('a submission is answered alike by the fast path and by the framework', () => {
  const cases: [clauses: string, what: string, status: number, sent: Sent, settings?: Settings][] = [
    ['submission-receipt', 'with answers', 201, {}],
    ['submission-key-once', 'under a key', 201, { body: JSON.stringify({ answers: ANSWERS, key: KEY }) }],
    ['body-utf8', 'that begins with a byte-order mark', 201, { body: `\ufeff${BODY}` }],
    ['body-any-content-type', 'with a malformed type', 201, { headers: ['content-type', 'nonsense;;'] }],
    ['https-pinned', 'in production', 201, {}, { production: true, publicUrl: 'https://surveys.example.org' }],
    ['submission-receipt', 'by a client that asks for a page', 201, { headers: PAGE }],
    ['error-invalid-json', 'by a client that asks for a page, malformed', 400, { body: '{', headers: PAGE }],
    ['error-invalid-json', 'that is malformed', 400, { body: '{"answers": [' }],
    ['error-invalid-json', 'that is empty', 400, { body: '' }],
    ['body-utf8', 'that is not UTF-8', 400, { body: Buffer.from('{"answers":["Gr\xfc\xdfe"]}', 'latin1') }],
    ['json-nesting-200', 'that is nested too deeply', 400, { body: '['.repeat(201) }],
    ['body-non-object-required', 'that is no object', 400, { body: '[]' }],
    ['submission-invalid-answers', 'with invalid answers', 400, { body: '{"answers":["Perhaps",7]}' }],
    ['submission-malformed-key', 'with a malformed key', 400, { body: '{"key":"mine"}' }],
    ['submission-missing', 'to no survey', 404, { to: 'nobody-made-this' }],
    ['submission-missing', 'to an illegal slug', 404, { to: 'nobody--made-this' }],
    ['submission-missing', 'to a reserved slug', 404, { to: 'api' }],
    ['submission-closed', 'to a closed survey', 409, { to: 'closed' }],
    ['submission-expired', 'to an expired survey', 409, { to: 'expired' }],
    ['submission-too-large', 'that is too large', 413, { body: `["${'a'.repeat(BODY_BYTES)}"]` }],
    ['content-encoding-415', 'that is encoded', 415, { headers: ['content-encoding', 'gzip'] }],
    ['cross-site-write-refused', 'by another site', 403, { headers: ['sec-fetch-site', 'cross-site'] }],
    ['several-hosts-refused', 'with two hosts', 400, { hosts: ['a', 'a'] }],
    ['foreign-host-refused', 'for another host', 400, { hosts: ['example.org'] }, { checksHost: true }],
    ['respondent-limit-429', 'over the limit of its sender', 429, { to: 'full' }, { respondentLimit: 1 }],
    ['respondent-bytes', 'over the bytes of its sender', 429, {}, { respondentBytes: 20 }],
    ['storage-quota', 'to a full survey', 409, { to: 'full' }, { surveyStorage: 1 }],
    ['disk-nearly-full', 'while the disk is nearly full', 503, {}, { disk: () => true }],
    ['internal-error-body, internal-error-log', 'that fails', 500, {}, { disk: () => assert.fail('unforeseen') }],
  ]
  for (const [clauses, what, status, sent, settings = {}] of cases) {
    test(`[${clauses}] ${what}: ${status}`, async t => {
      const logged = await startLogged(t, settings)
      const fast = await submit(logged, sent)
      const framework = await submit(logged, sent, '?x=1')
      assert.equal(fast.status, status)
      assert.deepEqual(fast, framework)
    })
  }
})

test('[guessing-limited] submissions of a sender who has guessed too many links are refused alike', async t => {
  const logged = await startLogged(t)
  for (let guess = 0; guess < MISSES_PER_MINUTE; guess++) await post(logged.service, `guess-${guess}`, {})
  const fast = await submit(logged, {})
  assert.equal(fast.status, 429)
  assert.deepEqual(fast, await submit(logged, {}, '?x=1'))
  assert.equal((await submit(logged, { to: 'full' })).status, 201)
})

describe('a submission while the service shuts down is stored, and ends its connection', () => {
  for (const query of ['', '?x=1']) {
    test(`to responses${query}`, async () => {
      const service = await startService({ drainMs: WAIT_MS })
      const { id } = await (await newApi(service)).create([choice()])
      const send = () => post(service, id, { body: '{"answers":["Yes"]}' }, query)
      assert.equal((await send()).headers.connection, 'keep-alive')
      const closed = service.close()
      const { status, headers } = await send()
      assert.deepEqual([status, headers.connection], [201, 'close'])
      await closed
    })
  }
})

describe('a submission whose sender hangs up before its end leaves nothing behind', () => {
  for (const query of ['', '?x=1']) {
    test(`to responses${query}`, async t => {
      const logged = await startLogged(t)
      const { service, lines, slugs } = logged
      const before = lines.length
      const { hostname, port } = new URL(service.baseUrl)
      const head = `POST /s/${slugs.open}/responses${query} HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY.length + 100}\r\n\r\n`
      const socket = connect(Number(port), hostname, () => socket.write(head + BODY, () => socket.resetAndDestroy()))
      await once(socket, 'close')
      assert.equal((await submit(logged, {})).status, 201)
      assert.equal(lines.length, before + 1)
      assert.equal((await service.sequencesOf(slugs.open ?? '')).length, 1)
    })
  }
})

async function startLogged(t: TestContext, { disk, ...options }: Settings = {}): Promise<Logged> {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let isDiskFull = () => false
  const service = await startService({ ...options, log, isDiskFull: () => isDiskFull() })
  t.after(() => service.close())
  const slugs = await newSurveys(service)
  isDiskFull = disk ?? isDiskFull
  return { service, slugs, lines }
}

/** The full one has a response, which takes all that its sender or its storage is allowed. */
async function newSurveys(service: Service): Promise<Logged['slugs']> {
  const api = await newApi(service)
  const questions = [choice(), freeText('Why?', optional)]
  const create = async () => (await api.create(questions)).id
  const [open, closed, expired, full] = [await create(), await create(), await create(), await create()]
  await api.patch(`/surveys/${closed}`, { status: 'closed' })
  await service.setExpiry(expired, service.clock.now() - 1)
  await post(service, full, {})
  return { open, closed, expired, full }
}

/** Sends a submission. @returns what two responses to it have in common, and its log line */
async function submit({ service, slugs, lines }: Logged, sent: Sent, query = ''): Promise<Received> {
  const { to = 'open' } = sent
  const { status, headers, text } = await post(service, slugs[to] ?? to, sent, query)
  const { date: _, 'x-request-id': id, ...otherHeaders } = headers
  assert.match(String(id), UUID_V4)
  await until(() => lines.some(line => line.id === id))
  const ofRequest = lines.filter(line => line.id === id)
  assert.equal(ofRequest.length, 1)
  const { id: __, time: ___, err, ...line } = ofRequest[0] ?? {}
  const cause = (err as Error | undefined)?.message
  return { status, headers: otherHeaders, text: text.replace(ANY_UUID, 'id'), line: { ...line, cause } }
}

async function post({ baseUrl }: Service, slug: string, sent: Sent, query = ''): Promise<Omit<Received, 'line'>> {
  const { host, hostname, port } = new URL(baseUrl)
  const { body = BODY, headers = [], hosts = [host] } = sent
  const path = `/s/${slug}/responses${query}`
  const length = ['content-length', String(Buffer.byteLength(body))]
  const lines = [...hosts.flatMap(one => ['host', one]), ...length, ...headers]
  const sending = request({ hostname, port, path, method: 'POST', agent, headers: lines }).end(body)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: String(await buffer(response)) }
}
