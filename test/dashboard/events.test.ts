import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { board, choice, kept } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { cookieOf, type Desk, newDesk } from './desk.ts'

interface Told {
  readonly status: string
  readonly response_count: number
  readonly results: readonly { readonly tally?: readonly { readonly count: number }[]; readonly board?: unknown }[]
}

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('[D12-events] a stream begins with the results, and tells of answers, removals, edits and boards', async () => {
  const desk = await newDesk(service, [choice(), board()])
  const stream = await listen(desk, { authorization: `Bearer ${desk.adminToken}` })
  const { status, response_count, results } = await desk.get()
  assert.deepEqual(await stream.next(), { status, response_count, results })
  const { id } = await kept(service, desk.id, ['Yes'])
  const { response_count: count, results: told } = await stream.next()
  assert.deepEqual([count, told[0]?.tally?.[0]?.count], [1, 1])
  await desk.send('DELETE', `/responses/${id}`)
  assert.equal((await stream.next()).response_count, 0)
  await call(service, 'POST', `/s/${desk.id}/board/1`, { body: { text: 'Why?' } })
  assert.deepEqual((await stream.next()).results[1]?.board, { items: 1, votes: 0 })
  await desk.send('PATCH', '', { status: 'closed' })
  assert.equal((await stream.next()).status, 'closed')
  await stream.end()
})

test('[D12-events] who comes later is told the same, and whoever was there misses nothing', async () => {
  const desk = await newDesk(service, [choice()])
  const headers = { cookie: await cookieOf(desk) }
  const first = await listen(desk, headers)
  await first.next()
  const [, late] = await Promise.all([kept(service, desk.id, ['Yes']), listen(desk, headers)])
  for (const stream of [first, late]) while ((await stream.next()).response_count !== 1);
  for (const stream of [first, late]) await stream.end()
})

test('[D12-events-coalesced] many answers are told together', async () => {
  const desk = await newDesk(service, [choice()])
  const stream = await listen(desk, { authorization: `Bearer ${desk.adminToken}` })
  await stream.next()
  const startedAt = performance.now()
  const sends = (async () => {
    for (let n = 0; n < 200; n++) await kept(service, desk.id, ['Yes'])
  })()
  let told = 0
  for (let count = 0; count < 200; told++) count = (await stream.next()).response_count
  const quarters = Math.ceil((performance.now() - startedAt) / 250)
  assert.ok(told <= quarters + 1, `${told} events in ${quarters} quarters of a second`)
  await sends
  await stream.end()
})

test('[D12-events-expired] a survey whose time passes is told as expired', async () => {
  const desk = await newDesk(service, [choice()])
  await desk.send('PATCH', '', { expires_at: new Date(service.clock.now() + 60_000).toISOString() })
  const stream = await listen(desk, { authorization: `Bearer ${desk.adminToken}` })
  assert.equal((await stream.next()).status, 'open')
  service.clock.advance(60_000)
  assert.equal((await stream.next()).status, 'expired')
  await stream.end()
})

for (const [what, method, path] of [
  ['a new admin token', 'POST', '/rotate'],
  ['deletion', 'DELETE', ''],
] as const) {
  test(`[D12-events-end] ${what} ends the streams of before`, async () => {
    const desk = await newDesk(service, [choice()])
    const stream = await listen(desk, { authorization: `Bearer ${desk.adminToken}` })
    await stream.next()
    await desk.send(method, path)
    assert.equal(await stream.ended(), true)
  })
}

test('[D12-events] HEAD answers like GET, with nothing after it', async () => {
  const desk = await newDesk(service, [choice()])
  const { status, headers, text } = await desk.send('HEAD', '/events')
  assert.deepEqual([status, headers.get('content-type'), text], [200, 'text/event-stream; charset=utf-8', ''])
})

/** A stream of results, as a browser would read it. */
async function listen({ id }: Desk, headers: Record<string, string>) {
  const response = await fetch(`${service.baseUrl}/admin/api/${id}/events`, { headers })
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  const more = async () => {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  return {
    async next(): Promise<Told> {
      for (;;) {
        const [event, ...rest] = text.split('\n\n')
        if (rest.length === 0) assert.ok(await more(), 'the stream has ended')
        else {
          text = rest.join('\n\n')
          const [, data] = /^event: results\ndata: (.*)$/.exec(event ?? '') ?? []
          if (data !== undefined) return JSON.parse(data)
        }
      }
    },
    async ended() {
      while (await more());
      return true
    },
    end: () => reader.cancel(),
  }
}
