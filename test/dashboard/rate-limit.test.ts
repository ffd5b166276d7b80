import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeText } from '../api/fixtures.ts'
import { type Answer, call, startService } from '../harness.ts'
import { newAdminClient } from './admin-client.ts'

test('a dashboard has a limit of requests per minute, and its projector link a separate one [dashboard-limit]', async t => {
  const service = await startService({ dashboardLimit: 3 })
  t.after(() => service.close())
  const [admin, other] = [await newAdminClient(service, [freeText()]), await newAdminClient(service, [freeText()])]
  const { url } = (await admin.send('POST', '/projector')).body
  const projector = () => call(service, 'GET', `/p/api/${`${url}`.slice(-64)}`)
  const refused = async (send: () => Promise<Answer>, retryAfter: string) => {
    const { status, headers, body } = await send()
    assert.deepEqual([status, headers.get('retry-after'), body], [429, retryAfter, { error: 'rate limit exceeded' }])
  }
  for (let request = 0; request < 3; request++) assert.equal((await projector()).status, 200)
  await refused(projector, '60')
  // People who have seen the projector link cannot lock the presenter out of the dashboard.
  assert.equal((await admin.send('GET')).status, 200)
  service.clock.advance(20_000)
  assert.equal((await admin.send('GET')).status, 200)
  await refused(() => admin.send('GET'), '40')
  await refused(projector, '40')
  assert.equal((await other.send('GET')).status, 200)
  assert.equal((await admin.bare('GET', '', { token: 'wrong' })).status, 404)
  service.clock.advance(40_000)
  assert.deepEqual([(await admin.send('GET')).status, (await projector()).status], [200, 200])
})

test('a remote link has a limit of its own, so that whoever found it keeps nobody from conducting [dashboard-limit]', async t => {
  const service = await startService({ dashboardLimit: 3 })
  t.after(() => service.close())
  const admin = await newAdminClient(service, [freeText()])
  const { url } = (await admin.send('POST', '/remote')).body
  const remote = () => call(service, 'GET', `/remote/api/${`${url}`.slice(-64)}/presentation`)
  const statuses: number[] = []
  for (let request = 0; request < 4; request++) statuses.push((await remote()).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  assert.equal((await admin.send('PATCH', '/presentation', { screen: '1' })).status, 200)
})
