import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { JSON_MEMBERS } from '../../src/domain/limits.ts'
import { request } from '../../web/ui/request.ts'
import { choice, newApi } from '../api/fixtures.ts'
import { startService } from '../harness.ts'

const service = await startService()
after(() => service.close())

test('[dashboard-read] the results of a survey are read also where they have more members than a body may have', async () => {
  const options = Array.from({ length: JSON_MEMBERS / 2 + 1 }, (_, at) => `${at}`)
  const { id, admin_token: token } = await (await newApi(service)).create([choice('Which?', options)])
  const path = `${service.baseUrl}/admin/api/${id}`
  const { results } = await request<{ results: { tally: unknown[] }[] }>('GET', path, { token })
  assert.equal(results[0]?.tally.length, options.length)
})
