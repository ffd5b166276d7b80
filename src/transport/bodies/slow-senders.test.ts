import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import fastify from 'fastify'
import { handleParserError } from '../parser-errors.ts'
import { readTextBodies } from './body.ts'
import { bodyReader } from './body-reader.ts'
import { refuseSlowBodies } from './slow-senders.ts'

const AFTER_MS = 200

test('a body that trickles in is refused with 408 [slow-request-408]', { timeout: 60_000 }, async t => {
  const client = await open(t, 1_000)
  const timer = setInterval(() => client.write(' '), 20)
  t.after(() => clearInterval(timer))
  assert.match(await text(client), /^HTTP\/1\.1 408 /)
})

test('a body at the speed of a poor mobile network is read to its end, however long it takes [slow-request-408]', async t => {
  const chunk = ' '.repeat(1_000)
  const client = await open(t, 30 * chunk.length)
  let left = 30
  const timer = setInterval(() => (left-- > 0 ? client.write(chunk) : clearInterval(timer)), AFTER_MS / 10)
  t.after(() => clearInterval(timer))
  assert.match(await text(client), /^HTTP\/1\.1 200 [\s\S]*30000$/)
})

test('those that began together are ended one after another [slow-request-408]', async t => {
  const { app, port } = await serve(t)
  let atOnce = 0
  const slices: number[] = []
  app.server.on('clientError', () => {
    if (atOnce++ === 0)
      process.nextTick(() => {
        slices.push(atOnce)
        atOnce = 0
      })
  })
  const answers = await Promise.all(Array.from({ length: 100 }, () => text(begin(t, port, 1_000))))
  assert.ok(answers.every(answer => answer.startsWith('HTTP/1.1 408 ')))
  assert.ok(
    slices.every(ended => ended <= 5),
    `${slices}`,
  )
})

/** Opens a connection and begins a request with a body on it. */
async function open(t: TestContext, length: number): Promise<Socket> {
  return begin(t, (await serve(t)).port, length)
}

function begin(t: TestContext, port: number, length: number): Socket {
  const client = connect(port, '127.0.0.1').on('error', () => undefined)
  t.after(() => client.destroy())
  client.write(`POST / HTTP/1.1\r\nHost: test\r\nContent-Length: ${length}\r\n\r\n`)
  return client
}

async function serve(t: TestContext) {
  const sockets = new Set<Socket>()
  const app = fastify({
    clientErrorHandler: (error, socket) => void handleParserError(error, socket as Socket, {}),
  })
  app.decorate(
    'bodyReader',
    bodyReader(() => ''),
  )
  app.server.on('connection', socket => sockets.add(socket))
  readTextBodies(app)
  app.post('/', async ({ body }, reply) => reply.header('connection', 'close').send(String((body as string).length)))
  refuseSlowBodies(app, sockets, AFTER_MS)
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  t.after(() => app.close())
  return { app, port: Number(port) }
}
