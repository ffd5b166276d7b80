import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, choice, optional, rating } from '../../api/fixtures.ts'
import { startService } from '../../harness.ts'
import { newAdminClient } from '../admin-client.ts'
import { readCsv, sheetsOf } from './tables.ts'

test('20,000 responses are exported, one more is 409, and CSV has all [export-xlsx-limits]', async t => {
  const service = await startService()
  t.after(() => service.close())
  const admin = await newAdminClient(service, [choice(), rating('How?', optional)])
  await service.fillResponses(admin.id, 20_000, ['Yes', 7])
  const [sheet] = await sheetsOf(service, admin)
  assert.equal(sheet?.rows.length, 20_001)
  await service.fillResponses(admin.id, 1, ['No'])
  const error = 'XLSX export is limited to 20,000 responses. Use export.csv instead.'
  assertRefused(await admin.send('GET', '/export.xlsx'), 409, error, 'too_many_responses')
  assert.equal((await admin.send('HEAD', '/export.xlsx')).status, 409)
  assert.equal(readCsv((await admin.send('GET', '/export.csv')).text).length, 20_002)
})
