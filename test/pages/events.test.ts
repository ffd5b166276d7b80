import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { choice, newApi, submit } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'

interface Event {
  readonly event: string
  readonly id: string
  readonly data: { readonly status?: string; readonly revision?: number; readonly index?: number }
}

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('[respondent-events, respondent-events-initial] a stream begins with the current state, then reports closing and opening', async () => {
  const { api, id, path } = await survey([choice()])
  const stream = await listen(id)
  assert.deepEqual(await stream.next(), { status: 'open', revision: 1 })
  await api.patch(path, { status: 'closed' })
  assert.deepEqual(await stream.next(), { status: 'closed', revision: 2 })
  await api.patch(path, { status: 'open' })
  assert.deepEqual(await stream.next(), { status: 'open', revision: 3 })
  await stream.end()
})

test('[respondent-events] all of many streams get an event within a second', async () => {
  const { api, id, path } = await survey([choice()])
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(id)))
  for (const stream of streams) await stream.next()
  const sentAt = performance.now()
  await api.patch(path, { status: 'closed' })
  const changedAt = performance.now()
  for (const stream of streams) assert.deepEqual(await stream.next(), { status: 'closed', revision: 2 })
  // More only where the change itself took long, on a busy machine.
  assert.ok(performance.now() - changedAt < 1_000 + 10 * (changedAt - sentAt))
  for (const stream of streams) await stream.end()
})

test('[respondent-events-coalesced] changes close together are sent together, at most four times a second', async () => {
  const { api, id, path } = await survey([choice()])
  const stream = await listen(id)
  await stream.next()
  const startedAt = performance.now()
  for (let n = 0; n < 40; n++) await api.patch(path, { theme: n % 2 === 0 ? 'ocean' : 'rose' })
  let told = 0
  for (let revision = 0; revision < 41; told++) revision = (await stream.next()).revision ?? 0
  const quarters = Math.ceil((performance.now() - startedAt) / 250)
  assert.ok(told <= quarters + 1, `${told} events in ${quarters} quarters of a second`)
  await stream.end()
})

test('[respondent-events-expired] a survey whose expiry passes is reported as expired', async () => {
  const { id } = await survey([choice()])
  await service.setExpiry(id, service.clock.now() + 60_000)
  const stream = await listen(id)
  assert.equal((await stream.next()).status, 'open')
  service.clock.advance(60_000)
  assert.equal((await stream.next()).status, 'expired')
  await stream.end()
})

test('[respondent-events-no-answers] respondents’ streams say nothing about answers', async () => {
  const { api, id, path } = await survey([choice()])
  const stream = await listen(id)
  await stream.next()
  assert.equal((await submit(service, id, ['Yes'])).status, 201)
  await delay(300)
  await api.patch(path, { status: 'closed' })
  assert.deepEqual(await stream.next(), { status: 'closed', revision: 2 })
  assert.doesNotMatch(stream.text(), /Yes|count|responses/)
  await stream.end()
})

test('[respondent-events-resume] a client that missed nothing gets nothing on reconnecting, and one that missed something gets the whole state', async () => {
  const { api, id, path } = await survey([{ type: 'upvoted_question', text: 'Ask us' }])
  const first = await listen(id)
  assert.deepEqual(await first.next(), { index: 0 })
  assert.deepEqual(await first.next(), { status: 'open', revision: 1 })
  const back = await listen(id, first.lastId())
  await api.patch(path, { status: 'closed' })
  assert.deepEqual(await back.next(), { status: 'closed', revision: 2 })
  const late = await listen(id, first.lastId())
  assert.deepEqual(await late.next(), { index: 0 })
  assert.deepEqual(await late.next(), { status: 'closed', revision: 2 })
  for (const stream of [first, back, late]) await stream.end()
})

test('[respondent-events] a missing survey has no stream', async () => {
  const { status, body } = await call(service, 'GET', '/s/no-such-survey/events')
  assert.deepEqual([status, body], [404, { error: 'not found' }])
})

test('[respondent-events] HEAD answers like GET, with nothing after it', async () => {
  const { id } = await survey([choice()])
  const { status, headers, text } = await call(service, 'HEAD', `/s/${id}/events`)
  assert.deepEqual([status, headers.get('content-type'), text], [200, 'text/event-stream; charset=utf-8', ''])
})

test('[events-end-on-shutdown] a server that stops ends its streams', async () => {
  const stopping = await startService()
  const api = await newApi(stopping)
  const { id } = await api.create([choice()])
  const stream = await listen(id, undefined, stopping)
  await stream.next()
  await stopping.close()
  assert.equal(await stream.ended(), true)
})

async function survey(questions: object[]) {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  return { api, id, path: `/surveys/${id}` }
}

/** A stream of a survey's events, as a browser would read it. */
async function listen(id: string, lastEventId?: string, { baseUrl }: Pick<Service, 'baseUrl'> = service) {
  const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await fetch(`${baseUrl}/s/${id}/events`, { headers })
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('set-cookie'), null)
  assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  let read = 0
  let lastId = ''
  const more = async () => {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  return {
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n', read)
        if (end < 0) assert.ok(await more(), 'the stream has ended')
        else {
          const lines = text.slice(read, end).split('\n')
          read = end + 2
          const event = parse(lines)
          if (event === undefined) continue
          lastId = event.id
          return event.data
        }
      }
    },
    async ended() {
      while (await more());
      return true
    },
    text: () => text,
    lastId: () => lastId,
    end: () => reader.cancel(),
  }
}

function parse(lines: readonly string[]): Event | undefined {
  const fields = Object.fromEntries(lines.map(line => line.split(/: (.*)/s).slice(0, 2)))
  return fields.event === undefined ? undefined : { ...fields, data: JSON.parse(fields.data) }
}
