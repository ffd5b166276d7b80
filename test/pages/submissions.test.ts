import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after, describe, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { BODY_BYTES } from '../../src/domain/values/body-limits.ts'
import { choice, freeText, newApi, optional, UUID_V4 } from '../api/fixtures.ts'
import { type Service, type ServiceOptions, startService } from '../harness.ts'
import { sequencesOf } from '../setup/surveys.ts'
import { until, WAIT_MS } from '../until.ts'

/** A submission as written to the socket. The defaults are those of an accepted one. */
interface Sent {
  /** A survey of the test, or a slug. */
  readonly to?: string
  readonly body?: string | Buffer
  /** Names and values in turn, besides `Host` and `Content-Length`. */
  readonly headers?: readonly string[]
  readonly hosts?: readonly string[]
}

/** The service’s settings, and the free disk space once there are surveys. */
type Settings = ServiceOptions & { readonly disk?: () => boolean }

/** A service with surveys in each state, by name. */
interface Logged {
  readonly service: Service
  readonly slugs: Readonly<Record<string, string>>
  readonly lines: Record<string, unknown>[]
  /** Closes the service, which then logs its counts. */
  readonly close: () => Promise<void>
}

const KEY = 'b3a1d1c2-5f0e-4b7a-9c3d-1e2f3a4b5c6d'
const ANSWERS = ['Yes', 'Grüße\n🎈']
const BODY = JSON.stringify({ answers: ANSWERS })
const PAGE = ['accept', 'text/html']

const agent = new Agent({ keepAlive: true })
after(() => agent.destroy())

describe('a submission is answered and counted once', () => {
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
    ['respondent-if-match', 'on a condition that cannot hold', 412, { headers: ['if-match', '"1"'] }],
    ['respondent-if-match', 'on a condition that always holds', 201, { headers: ['if-match', '*'] }],
    ['respondent-limit-429', 'over the limit of its sender', 429, { to: 'full' }, { respondentLimit: 1 }],
    ['respondent-bytes', 'over the bytes of its sender', 429, {}, { respondentBytes: 20 }],
    ['storage-quota', 'to a full survey', 409, { to: 'full' }, { surveyStorage: 1 }],
    ['disk-nearly-full', 'while the disk is nearly full', 503, {}, { disk: () => true }],
    ['internal-error-body, internal-error-log', 'that fails', 500, {}, { disk: () => assert.fail('unforeseen') }],
  ]
  for (const [clauses, what, status, sent, settings = {}] of cases) {
    test(`${what}: ${status} [${clauses}]`, async t => {
      const logged = await startLogged(t, settings)
      assert.equal(await submit(logged, sent), status)
      await logged.close()
      assert.equal(countOf(logged), status < 500 ? 1 : 0)
    })
  }
})

test('submissions of a sender that has guessed too many links are refused [guessing-limited]', async t => {
  const logged = await startLogged(t, { peoplePerAddress: 20 })
  for (let guess = 0; guess < 20; guess++) await post(logged.service, `guess-${guess}`, {})
  assert.equal(await submit(logged, {}), 429)
  assert.equal(await submit(logged, { to: 'full' }), 201)
})

test('a submission while the service shuts down is stored, and ends its connection', async () => {
  const service = await startService({ drainMs: WAIT_MS })
  const { id } = await (await newApi(service)).create([choice()])
  const send = () => post(service, id, { body: '{"answers":["Yes"]}' })
  assert.equal((await send()).headers.connection, 'keep-alive')
  const closed = service.close()
  const { status, headers } = await send()
  assert.deepEqual([status, headers.connection], [201, 'close'])
  await closed
})

test('a submission whose sender hangs up half-way leaves nothing behind', async t => {
  const logged = await startLogged(t)
  const { service, slugs } = logged
  const { hostname, port } = new URL(service.baseUrl)
  const head = `POST /s/${slugs.open}/responses HTTP/1.1\r\nHost: a\r\nContent-Length: ${BODY.length + 100}\r\n\r\n`
  const socket = connect(Number(port), hostname, () => socket.write(head + BODY, () => socket.resetAndDestroy()))
  await once(socket, 'close')
  assert.equal(await submit(logged, {}), 201)
  assert.equal((await sequencesOf(service, slugs.open ?? '')).length, 1)
  await logged.close()
  assert.equal(countOf(logged), 1)
})

async function startLogged(t: TestContext, { disk, ...options }: Settings = {}): Promise<Logged> {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  let isDiskFull = () => false
  const service = await startService({ ...options, log, isDiskFull: () => isDiskFull() })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= service.close())
  t.after(close)
  const slugs = await newSurveys(service)
  isDiskFull = disk ?? isDiskFull
  return { service, slugs, lines, close }
}

/** The full survey has a response that uses up the quota of its sender or its storage. */
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

/** Submissions that the log of a closed service counts, besides the one that fills a survey. */
function countOf({ lines }: Logged): number {
  const counted = lines.filter(line => line.route === '/s/:slug/responses' && 'requests' in line)
  return counted.reduce((sum, line) => sum + Number(line.requests), 0) - 1
}

/** Sends a submission. A failure of the server has a line of its own in the log. @returns the status */
async function submit({ service, slugs, lines }: Logged, sent: Sent): Promise<number> {
  const { to = 'open' } = sent
  const { status, headers } = await post(service, slugs[to] ?? to, sent)
  const id = headers['x-request-id']
  assert.match(String(id), UUID_V4)
  if (status >= 500) {
    await until(() => lines.some(line => line.id === id))
    assert.equal(lines.filter(line => line.id === id).length, 1)
  }
  return status
}

async function post({ baseUrl }: Service, slug: string, sent: Sent) {
  const { host, hostname, port } = new URL(baseUrl)
  const { body = BODY, headers = [], hosts = [host] } = sent
  const path = `/s/${slug}/responses`
  const length = ['content-length', String(Buffer.byteLength(body))]
  const lines = [...hosts.flatMap(one => ['host', one]), ...length, ...headers]
  const sending = request({ hostname, port, path, method: 'POST', agent, headers: lines }).end(body)
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  await buffer(response)
  return { status: response.statusCode ?? 0, headers: response.headers }
}
