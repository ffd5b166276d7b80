import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertRefused, bodyOf, choice } from '../api/fixtures.ts'
import { ENGINE } from '../database.ts'
import { call, type Service, startService } from '../harness.ts'
import { cookieOf, type Desk, newDesk } from './desk.ts'
import { everyRoute } from './routes.ts'
import { listenTo } from './stream.ts'

let service: Service
/** On PostgreSQL a second server process; the operator acts there, and the first one must follow. */
let other: Service

before(async () => {
  service = await startService()
  other = ENGINE === 'postgres' ? await startService({ beside: service }) : service
})
after(async () => {
  if (other !== service) await other.close()
  await service.close()
})

test('[disabled-account-links] every route of a disabled account’s dashboard answers like that of a missing survey', async () => {
  const desk = await newDesk(service, [choice()])
  const session = { cookie: await cookieOf(desk), origin: service.baseUrl }
  await other.setDisabled(desk.accountId, true)
  for (const { method, path } of await everyRoute()) {
    const missing = await call(service, method, `/admin/api/no-such-survey${path}`, { token: desk.adminToken })
    assertRefused(missing, 404, 'not found')
    for (const more of [{ token: desk.adminToken }, { headers: session }]) {
      const { status, text, headers } = await desk.bare(method, path, more)
      assert.deepEqual([status, text, [...headers.keys()]], [404, missing.text, [...missing.headers.keys()]])
    }
  }
})

test('[disabled-account-links] admin link, session and projector link work again once the account is enabled', async () => {
  const desk = await newDesk(service, [choice()])
  const headers = { cookie: await cookieOf(desk) }
  const token = await projectorTokenOf(desk)
  const statuses = async () => [
    (await desk.send('GET')).status,
    (await desk.bare('GET', '', { headers })).status,
    (await call(service, 'GET', `/p/api/${token}`)).status,
  ]
  for (const [disabled, expected] of [
    [true, 404],
    [false, 200],
  ] as const) {
    await other.setDisabled(desk.accountId, disabled)
    assert.deepEqual(await statuses(), [expected, expected, expected])
  }
})

test('[disabled-account-links] the event streams of a disabled account end, and those of others go on', async () => {
  const desk = await newDesk(service, [choice()])
  const unaffected = await newDesk(service, [choice()])
  const streams = await openStreams(desk)
  const [remaining] = await openStreams(unaffected)
  await other.setDisabled(desk.accountId, true)
  for (const stream of streams) assert.equal(await stream.ended(), true)
  await unaffected.send('PATCH', '', { status: 'closed' })
  assert.equal((await remaining?.next())?.status, 'closed')
  await remaining?.end()
})

test('[disabled-account-links] event streams end within seconds even if no process is notified of the change', async () => {
  const desk = await newDesk(service, [choice()])
  const streams = await openStreams(desk)
  await service.disableUnnoticed(desk.accountId)
  for (const stream of streams) assert.equal(await stream.ended(), true)
})

/** One stream for each way in: the admin token, the session cookie and the projector link. Each has been sent the results. */
async function openStreams(desk: Desk) {
  const path = `/admin/api/${desk.id}/events`
  const streams = [
    await listenTo(service, path, { authorization: `Bearer ${desk.adminToken}` }),
    await listenTo(service, path, { cookie: await cookieOf(desk) }),
    await listenTo(service, `/p/api/${await projectorTokenOf(desk)}/events`),
  ]
  for (const stream of streams) await stream.next()
  return streams
}

async function projectorTokenOf(desk: Desk): Promise<string> {
  return bodyOf<{ url: string }>(await desk.send('POST', '/projector')).url.slice(-64)
}
