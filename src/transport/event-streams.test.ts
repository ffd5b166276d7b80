import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { type EventStream, EventStreams } from './event-streams.ts'

test('[events-slow-reader] a stream whose reader does not read is closed, and others stay open', async t => {
  const streams = new EventStreams()
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preClose', async () => streams.close())
  const opened: EventStream[] = []
  let ended = 0
  app.get('/', async (_, reply) => {
    opened.push(streams.open(reply, () => ended++))
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n')
  const [slow, quick] = sockets
  slow?.pause()
  quick?.resume()
  while (opened.length < 2) await new Promise(resolve => setImmediate(resolve))
  const events = Buffer.alloc(60_000, 'x')
  for (let sent = 0; sent < 1_000 && ended === 0; sent++) {
    for (const stream of opened) stream.send(events)
    if (quick !== undefined && sent % 10 === 0) await once(quick, 'data')
    await new Promise(resolve => setImmediate(resolve))
  }
  assert.equal(ended, 1)
  assert.equal(quick?.readable, true)
  for (const socket of sockets) socket.destroy()
})

test('[events-slow-reader] an ended stream accepts no more events, even before its reader has read everything', async t => {
  const streams = new EventStreams()
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preClose', async () => streams.close())
  const failures: Error[] = []
  let sent: Promise<void> | undefined
  app.get('/', async (_, reply) => {
    const stream = streams.open(reply, () => undefined)
    reply.raw.on('error', error => failures.push(error))
    stream.send(Buffer.from('first'))
    stream.end()
    stream.send(Buffer.from('second'))
    sent = new Promise(resolve => setImmediate(resolve))
    return reply
  })
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  assert.match(await (await fetch(baseUrl)).text(), /first$/)
  await sent
  assert.deepEqual(failures, [])
})
