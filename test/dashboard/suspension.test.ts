import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused, bodyOf, choice } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { disableUnnoticed } from '../setup/accounts.ts'
import { type AdminClient, cookieOf, newAdminClient } from './admin-client.ts'
import { everyRoute } from './routes.ts'
import { listenTo } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

test('every route of a disabled account’s dashboard answers like that of a missing survey [disabled-account-links]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const session = { cookie: await cookieOf(admin), origin: service.baseUrl }
  await other.setDisabled(admin.accountId, true)
  for (const { method, path } of await everyRoute()) {
    const missing = await call(service, method, `/admin/api/no-such-survey${path}`, { token: admin.adminToken })
    assertRefused(missing, 404, 'not found')
    for (const more of [{ token: admin.adminToken }, { headers: session }]) {
      const { status, text, headers } = await admin.bare(method, path, more)
      assert.deepEqual([status, text, [...headers.keys()]], [404, missing.text, [...missing.headers.keys()]])
    }
  }
})

test('admin link, session and projector link work again once the account is enabled [disabled-account-links]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const headers = { cookie: await cookieOf(admin) }
  const token = await projectorTokenOf(admin)
  const statuses = async () => [
    (await admin.send('GET')).status,
    (await admin.bare('GET', '', { headers })).status,
    (await call(service, 'GET', `/p/api/${token}`)).status,
  ]
  for (const [disabled, expected] of [
    [true, 404],
    [false, 200],
  ] as const) {
    await other.setDisabled(admin.accountId, disabled)
    assert.deepEqual(await statuses(), [expected, expected, expected])
  }
})

test('the event streams of a disabled account end, and those of others continue [disabled-account-links]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const unaffected = await newAdminClient(service, [choice()])
  const streams = await openStreams(admin)
  const [remaining] = await openStreams(unaffected)
  await other.setDisabled(admin.accountId, true)
  for (const stream of streams) assert.equal(await stream.ended(), true)
  await unaffected.send('PATCH', '', { status: 'closed' })
  assert.equal((await remaining?.next())?.status, 'closed')
  await remaining?.end()
})

test('event streams end within seconds even if no process is notified of the change [disabled-account-links]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const streams = await openStreams(admin)
  await disableUnnoticed(service, admin.accountId)
  for (const stream of streams) assert.equal(await stream.ended(), true)
})

/**
 * One stream for each way in: the admin token, the session cookie and the projector link. Each has received the
 * results.
 */
async function openStreams(admin: AdminClient) {
  const path = `/admin/api/${admin.id}/events`
  const streams = [
    await listenTo(service, path, { authorization: `Bearer ${admin.adminToken}` }),
    await listenTo(service, path, { cookie: await cookieOf(admin) }),
    await listenTo(service, `/p/api/${await projectorTokenOf(admin)}/events`),
  ]
  for (const stream of streams) await stream.next()
  return streams
}

async function projectorTokenOf(admin: AdminClient): Promise<string> {
  return bodyOf<{ url: string }>(await admin.send('POST', '/projector')).url.slice(-64)
}
