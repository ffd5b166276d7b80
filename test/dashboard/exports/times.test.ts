import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, choice, kept, newApi } from '../../api/fixtures.ts'
import { call, startService } from '../../harness.ts'
import { sheetsOf } from './tables.ts'

const service = await startService({ now: Date.parse('2026-06-01T12:34:00Z') })
after(() => service.close())

const MINUTE = '2026-06-01T12:34:00.000Z'
const EXACT = '2026-06-01T12:34:56.789Z'

test('dashboards show a response’s time to the minute; the API and the sender get milliseconds [dashboard-times-minute, times-rfc3339]', async () => {
  const api = await newApi(service)
  const created = await api.create([choice()])
  const admin = { id: created.id, adminToken: created.admin_token }
  service.clock.advance(56_789)
  assert.equal((await kept(service, admin.id, ['Yes'])).submitted_at, EXACT)
  assert.equal((await api.read(admin.id)).responses[0]?.submitted_at, EXACT)
  const get = (path: string) => call(service, 'GET', `/admin/api/${admin.id}${path}`, { token: admin.adminToken })
  for (const path of ['/responses', '/responses?order=newest', '/export.json'])
    assert.equal(bodyOf<{ responses: { submitted_at: string }[] }>(await get(path)).responses[0]?.submitted_at, MINUTE)
  assert.deepEqual((await get('/arrivals')).body, { arrivals: [{ at: MINUTE, count: 1 }] })
  assert.equal((await get('/export.csv')).text.split('\r\n')[1]?.split(',')[1], MINUTE)
  const [sheet] = await sheetsOf(service, admin)
  const cell = sheet?.rows[1]?.[1]
  assert.equal(cell?.format, 'yyyy-mm-dd hh:mm \\U\\T\\C')
  assert.equal(Math.round((Number(cell?.value) % 1) * 86_400), (12 * 60 + 34) * 60)
  for (const path of ['', '/responses', '/arrivals', '/export.json', '/export.csv'])
    assert.doesNotMatch((await get(path)).text, /12:34:56|789Z/, path)
})
