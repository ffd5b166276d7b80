import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { board, choice, kept } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { cookieOf, type Desk, newDesk } from './desk.ts'
import { listenTo } from './stream.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('[dashboard-events] a stream begins with the results and reports answers, removals, edits and boards', async () => {
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

test('[dashboard-events] a later subscriber gets the same, and earlier ones miss nothing', async () => {
  const desk = await newDesk(service, [choice()])
  const headers = { cookie: await cookieOf(desk) }
  const first = await listen(desk, headers)
  await first.next()
  const [, late] = await Promise.all([kept(service, desk.id, ['Yes']), listen(desk, headers)])
  for (const stream of [first, late]) while ((await stream.next()).response_count !== 1);
  for (const stream of [first, late]) await stream.end()
})

test('[dashboard-events-coalesced] many answers are reported together', async () => {
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

test('[dashboard-events-expired] a survey whose expiry passes is reported as expired', async () => {
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
  test(`[dashboard-events-end] ${what} ends the earlier streams`, async () => {
    const desk = await newDesk(service, [choice()])
    const stream = await listen(desk, { authorization: `Bearer ${desk.adminToken}` })
    await stream.next()
    await desk.send(method, path)
    assert.equal(await stream.ended(), true)
  })
}

test('[dashboard-events] HEAD answers like GET, with nothing after it', async () => {
  const desk = await newDesk(service, [choice()])
  const { status, headers, text } = await desk.send('HEAD', '/events')
  assert.deepEqual([status, headers.get('content-type'), text], [200, 'text/event-stream; charset=utf-8', ''])
})

function listen({ id }: Desk, headers: Record<string, string>) {
  return listenTo(service, `/admin/api/${id}/events`, headers)
}
