import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { limitConnections, maxConnectionsFor, streamLimitsFor } from './connections.ts'

test('connections over the limit are refused with one log line, and idle ones make room [connections-limited]', async t => {
  const app = fastify()
  t.after(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  const sockets = new Set<Socket>()
  app.server.on('connection', socket => sockets.add(socket.on('close', () => sockets.delete(socket))))
  const lines: unknown[] = []
  limitConnections(app, { sockets, max: 4, log: { warn: (...line: unknown[]) => lines.push(line) } })
  app.get('/', async () => 'answer')
  app.get('/slow', () => new Promise(() => undefined))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = (path: string) => {
    const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    t.after(() => client.destroy())
    client.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`)
    return client.resume()
  }
  const accepted = (_: Socket) => once(app.server, 'connection')
  const idle = ask('/')
  await once(idle, 'data')
  const closed = once(idle, 'close')
  for (let asked = 0; asked < 3; asked++) await accepted(ask('/slow'))
  await closed
  await accepted(ask('/slow'))
  for (let refused = 0; refused < 3; refused++) await once(ask('/slow'), 'close')
  assert.equal(sockets.size, 4)
  assert.equal(lines.length, 1)
})

test('connections are limited by file descriptors, and streams leave room for others [connections-limited, event-streams-limited]', () => {
  const most = maxConnectionsFor(undefined)
  assert.ok(most > 0 && most <= 25_000)
  assert.equal(maxConnectionsFor(100), Math.min(100, most))
  assert.ok(maxConnectionsFor(1_000_000_000) < 1_000_000_000 || process.platform !== 'linux')
  assert.deepEqual(streamLimitsFor(25_000, 3_000), {
    all: 20_000,
    respondents: 18_000,
    perSurvey: 9_000,
    perAddress: 3_000,
  })
})
