import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, startService } from '../harness.ts'
import { assertSnapshot } from '../snapshot.ts'

test('the published description is the committed one, at the address of the service [openapi-version, openapi-public]', async t => {
  const service = await startService()
  t.after(() => service.close())
  const { status, body, headers } = await call(service, 'GET', '/openapi.json')
  assert.equal(status, 200)
  assert.match(headers.get('content-type') ?? '', /^application\/json\b/)
  assert.deepEqual(body.servers, [{ url: service.baseUrl }])
  assertSnapshot(
    'openapi.json',
    `${JSON.stringify(body, null, 2)}\n`.replaceAll(service.baseUrl, 'http://localhost:3000'),
  )
})
