import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { bodyOf, choice, HOUR, newApi } from '../api/fixtures.ts'
import { call, startService } from '../harness.ts'
import { connect, use } from './client.ts'

const service = await startService({ toolWaitMs: 50 })
after(() => service.close())

test('clients wait for answers to a survey that opens later, and may open it now [opens-at-api]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  const opens_at = new Date(service.clock.now() + HOUR).toISOString()
  bodyOf(await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { opens_at } }))
  const client = await connect(service, api.caller.token)
  const { data } = await use(client, 'wait_for_responses', { id, until_count: 1 })
  assert.deepEqual([data.status, data.is_final], ['closed', false])
  const { text } = await use(client, 'change_survey', { id, status: 'open' })
  assert.match(text, /status: closed → open/)
  assert.equal((await api.read(id)).status, 'open')
})
