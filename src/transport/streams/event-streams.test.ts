import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import type { Refusal } from '../../domain/values/refusal.ts'
import { Channels } from './channel.ts'
import { type AnonymousStream, type EventStream, EventStreams } from './event-streams.ts'

const LIMITS = { all: 6, respondents: 5, perSurvey: 4, perAddress: 3 }

test('a stream whose reader stops reading is closed, and others stay open [events-slow-reader]', async t => {
  const streams = new EventStreams(LIMITS)
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preClose', async () => streams.close())
  const opened: EventStream[] = []
  let ended = 0
  app.get('/', async (_, reply) => {
    opened.push(streams.open(reply, undefined, () => ended++))
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

test('an ended stream accepts no more events, even before its reader has read everything [events-slow-reader]', async t => {
  const streams = new EventStreams(LIMITS)
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preClose', async () => streams.close())
  const failures: Error[] = []
  let sent: Promise<void> | undefined
  app.get('/', async (_, reply) => {
    const stream = streams.open(reply, undefined, () => undefined)
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

test('a quiet stream sends heartbeats as events, because comments never reach a page’s script', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const streams = new EventStreams(LIMITS)
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preClose', async () => streams.close())
  app.get('/', async (_, reply) => {
    streams.open(reply, undefined, () => undefined)
    return reply
  })
  const { body } = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }))
  const decoder = new TextDecoder()
  let text = ''
  t.mock.timers.tick(15_000)
  for await (const bytes of body as ReadableStream<Uint8Array>) {
    text += decoder.decode(bytes)
    if (text.includes('event: heartbeat\ndata: {}\n\n')) break
  }
  assert.match(text, /heartbeat/)
})

test('streams are limited per address, per survey and in total, with room left for dashboards [event-streams-limited]', async t => {
  const streams = new EventStreams(LIMITS)
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preClose', async () => streams.close())
  const ended = new EventEmitter()
  app.get<{ Querystring: { survey?: string; address: string } }>('/', async ({ query }, reply) => {
    const { survey, address } = query
    const anonymous: AnonymousStream | undefined = survey === undefined ? undefined : { survey, address }
    streams.open(reply, anonymous, () => ended.emit('ended'))
    return reply
  })
  app.setErrorHandler<Refusal>(({ refusal, details }, _, reply) => reply.code(429).send({ refusal, ...details }))
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  // A response that nothing refers to is cancelled when it is garbage-collected, which ends its stream.
  const held: Response[] = []
  const ask = async (query: string) => {
    const response = await fetch(`${baseUrl}/?${query}`)
    held.push(response)
    if (response.ok) return { answer: 'open', close: () => response.body?.cancel() }
    const { refusal, retryAfter } = (await response.json()) as { refusal: string; retryAfter: number }
    return { answer: `${refusal} ${retryAfter}`, close: () => undefined }
  }
  const answers = async (...queries: string[]) => {
    const all: string[] = []
    for (const query of queries) all.push((await ask(query)).answer)
    return all
  }
  const first = await ask('survey=a&address=1')
  assert.deepEqual(await answers('survey=a&address=1', 'survey=a&address=1'), ['open', 'open'])
  assert.deepEqual(await answers('survey=b&address=1'), ['too_many_streams 30'])
  assert.deepEqual(await answers('survey=a&address=2', 'survey=a&address=3'), ['open', 'unavailable 30'])
  assert.deepEqual(await answers('survey=b&address=2', 'survey=b&address=3'), ['open', 'unavailable 30'])
  assert.deepEqual(await answers('', ''), ['open', 'unavailable 30'])
  const left = once(ended, 'ended')
  first.close()
  await left
  assert.deepEqual(await answers('survey=b&address=1', 'survey=b&address=1'), ['open', 'unavailable 30'])
  assert.equal(held.filter(({ ok }) => ok).length, LIMITS.all + 1)
})

test('a client that left before its stream was opened does not count [event-streams-limited]', async t => {
  // 0 means no limit per address.
  const streams = new EventStreams({ all: 1, respondents: 1, perSurvey: 1, perAddress: 0 })
  const update = { news: () => '', whole: () => 'whole', hasAccess: () => true }
  const source = { subscribe: () => () => undefined, read: async () => update, isOutdated: () => false }
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preClose', async () => streams.close())
  const channels = new Channels<null, never>({ streams, log: app.log, source: () => source, addressOf: () => '::1' })
  const opened = Promise.withResolvers<void>()
  app.get('/', async (request, reply) => channels.stream('survey', null, request, reply))
  app.get('/late', async (request, reply) => {
    client.destroy()
    await once(reply.raw, 'close')
    channels.stream('survey', null, request, reply)
    opened.resolve()
    return reply
  })
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  client.write('GET /late HTTP/1.1\r\nHost: test\r\n\r\n')
  await opened.promise
  const { status, body } = await fetch(baseUrl)
  assert.equal(status, 200)
  await body?.cancel()
})

test('a stream opened while the server is stopping ends as well [events-end-on-shutdown]', {
  timeout: 30_000,
}, async () => {
  const streams = new EventStreams(LIMITS)
  const app = fastify()
  const [arrived, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.addHook('preClose', async () => {
    streams.close()
    stopping.resolve()
  })
  app.get('/', async (_, reply) => {
    arrived.resolve()
    await stopping.promise
    streams.open(reply, undefined, () => undefined)
    return reply
  })
  const answer = fetch(await app.listen({ port: 0, host: '127.0.0.1' }))
  await arrived.promise
  await app.close()
  assert.equal(await (await answer).text(), 'retry: 1000\n\n')
})
