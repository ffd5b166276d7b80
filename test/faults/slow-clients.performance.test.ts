import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freeText, optional } from '../api/fixtures.ts'
import { expectFigure } from '../figure.ts'
import { call } from '../harness.ts'
import { run, serve, temporaryFolder } from '../program.ts'
import { closed } from './unread-socket.ts'

/** Of each kind: with slow headers, with slow bodies, and slow readers. */
const CLIENTS = 334
const SAMPLES = 1_000
/** Slow clients are disconnected within this time of the last byte that they sent or read. */
const CLOSED_WITHIN_MS = 15_000

test('1,000 slow clients are closed within 15 s, and nobody else has to wait [slow-request-408, slow-reader-closed]', async t => {
  const dataDir = temporaryFolder(t)
  const made = await run(['account', 'create', 'ada@example.org', '--subscribed', '--token', '--json'], { dataDir })
  const { token } = JSON.parse(made.stdout)
  const server = await serve(t, [], { dataDir })
  const questions = Array.from({ length: 900 }, (_, index) => freeText(`${index} ${'長'.repeat(300)}`, optional))
  const create = (body: unknown) => call(server, 'POST', '/api/v1/surveys', { token, body })
  const large = (await create({ title: 'Large', questions })).body.id
  const small = (await create({ title: 'Small', questions: [freeText('Why?')] })).body.id
  const quiet = await p99(server, `${small}`)

  const head = `Host: ${new URL(server.baseUrl).host}\r\n`
  const openAll = (bytes: string, more: string) => Array.from({ length: CLIENTS }, () => open(server, bytes, more))
  const headers = openAll(`GET /s/${small} HTTP/1.1\r\n${head}X-Slow: `, 'x')
  const bodies = openAll(`POST /s/${small}/responses HTTP/1.1\r\n${head}Content-Length: 100\r\n\r\n{`, ' ')
  // Connections are accepted in their order, so those before this one have been when it is answered.
  assert.equal((await fetch(`${server.baseUrl}/readyz`)).status, 200)
  const readers = openAll(`GET /s/${large} HTTP/1.1\r\n${head}\r\n`.repeat(10), '\r\n')
  const ends = Promise.all([headers, bodies, readers].map(async kind => Math.max(...(await Promise.all(kind)))))
  const busy = await p99(server, `${small}`)
  const slowest = await ends
  expectFigure(t, {
    subject: 'p99 of others beside slow clients',
    measured: `${busy.toFixed(1)} ms with, ${quiet.toFixed(1)} ms without them`,
    value: busy,
    gate: { sign: '<', limit: Math.max(250, 5 * quiet), unit: 'ms' },
  })
  const [ofHeaders = 0, ofBodies = 0, ofReaders = 0] = slowest
  // Half as much again for a busy machine. A reader blocks only when its buffers are full.
  for (const [kind, time, limit] of [
    ['slow headers', ofHeaders, 1.5 * CLOSED_WITHIN_MS],
    ['slow bodies', ofBodies, 1.5 * CLOSED_WITHIN_MS],
    ['slow readers', ofReaders, 4 * CLOSED_WITHIN_MS],
  ] as const)
    expectFigure(t, {
      subject: `time until clients with ${kind} are closed`,
      measured: `the last of ${CLIENTS} after ${Math.round(time)} ms`,
      value: time,
      gate: { sign: '<', limit, unit: 'ms' },
    })
})

/** Milliseconds within which 99 of 100 loads of a page and submissions are answered. */
async function p99(server: { baseUrl: string }, slug: string): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const since = performance.now()
    const isLoad = sample % 2 === 0
    const { status } = isLoad
      ? await call(server, 'GET', `/s/${slug}`)
      : await call(server, 'POST', `/s/${slug}/responses`, { body: { answers: ['because'] } })
    assert.equal(status, isLoad ? 200 : 201)
    times.push(performance.now() - since)
    await delay(5)
  }
  return times.sort((a, b) => a - b)[Math.floor(0.99 * SAMPLES)] ?? 0
}

/** Sends these bytes at once, and more of them one by one, and reads nothing. */
function open({ baseUrl }: { baseUrl: string }, bytes: string, more: string): Promise<number> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).pause()
  socket.on('error', () => undefined)
  socket.write(bytes)
  return closed(socket, more, 500)
}
