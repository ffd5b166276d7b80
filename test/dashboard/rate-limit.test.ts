import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeText } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { newAdminClient } from './admin-client.ts'

test('[dashboard-limit] a dashboard has a limit of requests a minute, which its projector link shares', async t => {
  const service = await startService({ dashboardLimit: 3 })
  t.after(() => service.close())
  const [admin, other] = [await newAdminClient(service, [freeText()]), await newAdminClient(service, [freeText()])]
  const { url } = (await admin.send('POST', '/projector')).body
  const wall = () => call(service, 'GET', `/p/api/${`${url}`.slice(-64)}`)
  assert.deepEqual([(await admin.send('GET')).status, (await wall()).status], [200, 200])
  service.clock.advance(20_000)
  for (const { status, headers, body } of [await admin.send('GET'), await wall()]) {
    assert.deepEqual([status, headers.get('retry-after'), body], [429, '40', { error: 'rate limit exceeded' }])
  }
  assert.equal((await other.send('GET')).status, 200)
  assert.equal((await admin.bare('GET', '', { token: 'wrong' })).status, 404)
  service.clock.advance(40_000)
  assert.equal((await admin.send('GET')).status, 200)
})
