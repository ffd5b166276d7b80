import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage, type RequestOptions } from 'node:http'
import { afterEach, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../../bench/rounds.ts'
import { bodyOf, type Created, choice, submit } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { call } from '../harness.ts'
import { keepPostgres } from '../postgres/keeper.ts'
import { killServers, type Server } from './server.ts'
import { SECRET, startWithSurvey } from './writers.ts'

/** Event streams that one address asks for, and how many at a time. */
const STREAMS = 20_000
const AT_ONCE = 100
/** What one address may have open: the default of STREAMS_PER_ADDRESS. */
const PER_ADDRESS = 3_000
const SAMPLES = 300
/** Measurements with and without streams, in turns, so that other programs disturb both alike. Their medians are compared. */
const ROUNDS = 5
/** How many times as long others may wait, at the 99th percentile, while one address has all its streams. */
const MOST = 1.5

const ENGINES: [engine: string, settings: () => Promise<Record<string, string>>][] = [
  ['SQLite', async () => ({})],
  ['PostgreSQL', async () => ({ DATABASE_URL: (await keepPostgres({ durable: false })).url, SECRET })],
]

afterEach(killServers)

for (const [engine, settings] of ENGINES)
  test(`20,000 streams from one address leave capacity for everybody else, on ${engine} [event-streams-limited, connections-limited]`, async t => {
    const { server, survey } = await startWithSurvey(await settings())
    const content = { title: 'Followed', questions: [choice()] }
    const created = await call(server, 'POST', '/api/v1/surveys', { token: survey.token, body: content })
    const { id, admin_token: adminToken } = bodyOf<Created>(created, 201)
    const url = `${server.baseUrl}/s/${id}/events`
    const quiet: number[] = []
    const busy: number[] = []
    while (busy.length < ROUNDS) {
      quiet.push(await p99(server, survey.slug))
      const { open, statuses } = await openStreams(url, busy.length === 0 ? STREAMS : PER_ADDRESS + AT_ONCE)
      if (busy.length === 0) assert.deepEqual(statuses, { 200: PER_ADDRESS, 429: STREAMS - PER_ADDRESS })
      assert.equal(open.length, PER_ADDRESS)
      const another = await opened(url, { localAddress: '127.0.0.2' })
      const headers = { authorization: `Bearer ${adminToken}` }
      const dashboard = await opened(`${server.baseUrl}/admin/api/${id}/events`, { headers })
      assert.deepEqual([another.statusCode, dashboard.statusCode], [200, 200], 'another address, and a dashboard')
      busy.push(await p99(server, survey.slug))
      for (const one of [...open, another, dashboard]) one.destroy()
    }
    expectFigure(t, {
      subject: `p99 of others with / without ${PER_ADDRESS} streams, ${engine}`,
      measured: `${busy.map(Math.round)} ms / ${quiet.map(Math.round)} ms`,
      value: median(busy) / median(quiet),
      gate: { sign: '≤', limit: MOST, unit: '×' },
    })
  })

/** Asks for event streams. @returns those that were opened, and how many were answered with each status */
async function openStreams(url: string, count: number) {
  const open: IncomingMessage[] = []
  const statuses: Record<number, number> = {}
  const ask = async () => {
    const reply = await opened(url)
    const { statusCode = 0 } = reply
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    if (statusCode === 200) open.push(reply)
    else reply.destroy()
  }
  for (let asked = 0; asked < count; asked += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, ask))
  return { open, statuses }
}

/** Asks for an event stream on a connection of its own. */
async function opened(url: string, options: RequestOptions = {}): Promise<IncomingMessage> {
  const [reply] = (await once(get(url, { agent: false, ...options }), 'response')) as [IncomingMessage]
  reply.on('error', () => undefined).resume()
  return reply
}

/** Milliseconds within which 99 of 100 submissions to another survey are answered. */
async function p99(server: Server, slug: string): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const since = performance.now()
    assert.equal((await submit(server, slug, ['From home', 5, `sample ${sample}`])).status, 201)
    times.push(performance.now() - since)
    await delay(5)
  }
  return times.sort((a, b) => a - b)[Math.floor(0.99 * SAMPLES)] ?? 0
}
