import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { Documents, type FetchOutcome, type Network } from './documents.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/** A server on this machine that stands in for one on the internet. @returns its port */
async function serve(t: TestContext, answer: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(answer)
  await once(server.listen(0, host), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** Fetches over HTTP, and only from 127.0.0.1. */
function fetcher(network: Partial<Network> = {}) {
  const outcomes: FetchOutcome[] = []
  const all: Network = {
    resolve: async () => ['127.0.0.1'],
    isAllowed: address => address === '127.0.0.1',
    request: async (address, options) => request(address, options),
    ...network,
  }
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: line => lines.push(line) })
  const documents = new Documents({ log, observe: outcome => outcomes.push(outcome), network: all })
  const get = (port: number, host = 'app.example') => documents.fetch(new URL(`http://${host}:${port}/client.json`))
  return { outcomes, lines, get }
}

test('a document is fetched from the checked address, with the name as host [outgoing-guard]', async t => {
  const seen: unknown[] = []
  const port = await serve(t, ({ url, headers: { host, accept } }, response) => {
    seen.push(url, host, accept)
    response
      .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'max-age=60' })
      .end('{"a":1}')
  })
  const { get, outcomes } = fetcher()
  const response = await get(port)
  assert.deepEqual([await response.json(), response.headers.get('cache-control')], [{ a: 1 }, 'max-age=60'])
  assert.deepEqual(seen, ['/client.json', `app.example:${port}`, 'application/json'])
  assert.deepEqual(outcomes, ['fetched'])
})

test('addresses of this machine and its networks are refused in every spelling [outgoing-guard]', async () => {
  const outcomes: FetchOutcome[] = []
  const log = pino({ level: 'silent' })
  const documents = new Documents({ log, observe: outcome => outcomes.push(outcome) })
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
  ]
  for (const host of hosts)
    await assert.rejects(documents.fetch(new URL(`https://${host}/`)), { outcome: 'private_address' }, host)
  assert.equal(outcomes.length, hosts.length)
})

test('a name is refused if any of its addresses is not public [outgoing-guard]', async t => {
  const port = await serve(t, (_, response) => response.writeHead(200, JSON_TYPE).end('{}'))
  const { get } = fetcher({ resolve: async () => ['127.0.0.1', '10.0.0.1'] })
  await assert.rejects(get(port), { outcome: 'private_address' })
  await assert.rejects(fetcher({ resolve: async () => [] }).get(port), { outcome: 'unreachable' })
})

test('a name server that refuses is the cause of the error, and is logged', async () => {
  const refused = Object.assign(new Error('queryA ESERVFAIL app.example'), { code: 'ESERVFAIL' })
  const { get, outcomes, lines } = fetcher({ resolve: () => Promise.reject(refused) })
  await assert.rejects(get(1), { outcome: 'unreachable', cause: refused })
  assert.deepEqual(outcomes, ['unreachable'])
  assert.match(lines.join(), /"level":20.*ESERVFAIL/)
})

test('a name without an address is an error with the name server’s code', async () => {
  const documents = new Documents({ log: pino({ level: 'silent' }) })
  const error = await documents.fetch(new URL('https://nobody.invalid/')).catch(error => error)
  assert.equal(typeof error.cause?.code, 'string')
})

test('an error in our own code is logged as such, and not counted as an unreachable host', async () => {
  for (const bug of [new Error('bug'), Object.assign(new TypeError('bug'), { code: 'ERR_INVALID_ARG_TYPE' })]) {
    const { get, outcomes, lines } = fetcher({ request: () => Promise.reject(bug) })
    await assert.rejects(get(1), { outcome: 'failed', cause: bug })
    assert.deepEqual(outcomes, ['failed'])
    assert.match(lines.join(), /"level":50.*bug/)
  }
})

test('a name that resolves to another address a moment later still leads to the checked one [outgoing-guard]', async t => {
  const port = await serve(t, (_, response) => response.writeHead(200, JSON_TYPE).end('"checked"'))
  let asked = 0
  const { get } = fetcher({ resolve: async () => (++asked === 1 ? ['127.0.0.1'] : ['127.0.0.2']) })
  assert.equal(await (await get(port, 'localhost')).json(), 'checked')
  assert.equal(asked, 1)
})

const ANSWERS: readonly [what: string, outcome: FetchOutcome, answer: RequestListener][] = [
  [
    'a redirect',
    'refused',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/', ...JSON_TYPE }).end('{}'),
  ],
  ['another status', 'refused', (_, response) => response.writeHead(404, JSON_TYPE).end('{}')],
  ['a page', 'refused', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('{}')],
  ['no type', 'refused', (_, response) => response.writeHead(200).end('{}')],
  ['5,121 bytes', 'too_large', (_, response) => response.writeHead(200, JSON_TYPE).end(`"${'x'.repeat(5_119)}"`)],
  [
    'a body without an end',
    'too_large',
    (_, response) => {
      response.writeHead(200, JSON_TYPE)
      const timer = setInterval(() => response.write('x'.repeat(1_000)), 1)
      response.on('close', () => clearInterval(timer))
    },
  ],
  [
    'a connection that ends early',
    'unreachable',
    (_, response) => void response.writeHead(200, JSON_TYPE).write('{', () => response.destroy()),
  ],
]

for (const [what, outcome, answer] of ANSWERS)
  test(`anything but a small JSON document is refused: ${what} [outgoing-guard]`, async t => {
    const { get, outcomes } = fetcher()
    const port = await serve(t, answer)
    await assert.rejects(get(port))
    assert.deepEqual(outcomes, [outcome])
  })

test('eight documents are fetched at a time, each within five seconds [outgoing-guard]', async t => {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const limits: number[] = []
  t.mock.method(AbortSignal, 'timeout', (milliseconds: number) => {
    limits.push(milliseconds)
    return timeout(300)
  })
  const { get, outcomes } = fetcher()
  const port = await serve(t, (_, response) => void response.writeHead(200, JSON_TYPE).write('{'))
  const slow = Array.from({ length: 8 }, () => get(port))
  await assert.rejects(get(port), { outcome: 'too_many' })
  await Promise.allSettled(slow)
  assert.deepEqual(outcomes, ['too_many', ...Array(8).fill('too_slow')])
  assert.deepEqual(limits, Array(8).fill(5_000))
})
