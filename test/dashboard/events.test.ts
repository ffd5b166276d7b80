import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { board, choice, kept } from '../api/fixtures.ts'
import { call, type Service, startService } from '../harness.ts'
import { type AdminClient, cookieOf, newAdminClient } from './admin-client.ts'
import { listenTo } from './stream.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('a stream begins with the results and reports answers, removals, edits and boards [dashboard-events]', async () => {
  const admin = await newAdminClient(service, [choice(), board()])
  const stream = await listen(admin, { authorization: `Bearer ${admin.adminToken}` })
  const { status, response_count, results, share_results, results_revealed } = await admin.get()
  const counts = { status, response_count, results, edited: [] }
  assert.deepEqual(await stream.next(), { ...counts, share_results, results_revealed })
  const { id } = await kept(service, admin.id, ['Yes'])
  const next = await stream.next()
  assert.deepEqual([next.response_count, next.results[0]?.tally?.[0]?.count], [1, 1])
  await admin.send('DELETE', `/responses/${id}`)
  assert.equal((await stream.next()).response_count, 0)
  await call(service, 'POST', `/s/${admin.id}/board/1`, { body: { text: 'Why?' } })
  assert.deepEqual((await stream.next()).results[1]?.board, { items: 1, votes: 0 })
  await admin.send('PATCH', '', { status: 'closed' })
  assert.equal((await stream.next()).status, 'closed')
  // Viewers read the rest of a change.
  await stream.changed()
  await admin.send('PATCH', '', { theme: 'ocean' })
  await stream.changed()
  await stream.end()
})

test('a later subscriber gets the same, and earlier ones miss nothing [dashboard-events]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const headers = { cookie: await cookieOf(admin) }
  const first = await listen(admin, headers)
  await first.next()
  const [, late] = await Promise.all([kept(service, admin.id, ['Yes']), listen(admin, headers)])
  for (const stream of [first, late]) while ((await stream.next()).response_count !== 1);
  for (const stream of [first, late]) await stream.end()
})

test('many answers are reported together, whoever joins meanwhile [dashboard-events-coalesced]', async t => {
  // The interval between two reports passes only when the test says so.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const admin = await newAdminClient(service, [choice()])
  const authorization = { authorization: `Bearer ${admin.adminToken}` }
  const stream = await listen(admin, authorization)
  await stream.next()
  for (let n = 0; n < 20; n++) {
    await Promise.all(Array.from({ length: 10 }, () => kept(service, admin.id, ['Yes'])))
    const other = await listen(admin, authorization)
    assert.equal((await other.next()).response_count, 10 * (n + 1))
    await other.end()
  }
  t.mock.timers.tick(250)
  const counts: number[] = []
  while (counts.at(-1) !== 200) counts.push((await stream.next()).response_count)
  // On PostgreSQL, the notification of the survey's creation can arrive after the stream has begun.
  const events = counts.filter(count => count > 0)
  assert.ok(events.length <= 2, `${counts}`)
  await stream.end()
})

test('a survey whose expiry passes is reported as expired [dashboard-events-expired]', async () => {
  const admin = await newAdminClient(service, [choice()])
  await admin.send('PATCH', '', { expires_at: new Date(service.clock.now() + 60_000).toISOString() })
  const stream = await listen(admin, { authorization: `Bearer ${admin.adminToken}` })
  assert.equal((await stream.next()).status, 'open')
  service.clock.advance(60_000)
  assert.equal((await stream.next()).status, 'expired')
  await stream.end()
})

for (const [what, method, path] of [
  ['a new admin token', 'POST', '/rotate'],
  ['deletion', 'DELETE', ''],
] as const) {
  test(`${what} ends the earlier streams [dashboard-events-end]`, async () => {
    const admin = await newAdminClient(service, [choice()])
    const stream = await listen(admin, { authorization: `Bearer ${admin.adminToken}` })
    await stream.next()
    await admin.send(method, path)
    assert.equal(await stream.ended(), true)
  })
}

test('HEAD answers like GET, with nothing after it [dashboard-events]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { status, headers, text } = await admin.send('HEAD', '/events')
  assert.deepEqual([status, headers.get('content-type'), text], [200, 'text/event-stream; charset=utf-8', ''])
})

function listen({ id }: AdminClient, headers: Record<string, string>) {
  return listenTo(service, `/admin/api/${id}/events`, headers)
}
