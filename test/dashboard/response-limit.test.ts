import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, bodyOf, choice, freeText, kept, newApi, submit } from '../api/fixtures.ts'
import { call, type Service } from '../harness.ts'
import { newAdminClient } from './admin-client.ts'
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts'

const CLOSED = 'this survey is closed'

let processes: TwoProcesses
let service: Service

before(async () => {
  processes = await startTwoProcesses({ respondentLimit: 0 })
  service = processes.service
})
after(() => processes.close())

test('a limit is set here, and the API neither takes nor shows it [response-limit]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create([choice()])
  const before = await api.get(`/surveys/${id}`)
  const path = `/admin/api/${id}`
  assert.equal((await call(service, 'GET', path, { token })).body.response_limit, null)
  const answer = await call(service, 'PATCH', path, { token, body: { response_limit: 2 } })
  assert.deepEqual(bodyOf(answer), { id, status: 'open', response_limit: 2 })
  assert.equal((await call(service, 'GET', path, { token })).body.response_limit, 2)
  assert.deepEqual((await api.get(`/surveys/${id}`)).body, before.body)
  assertRefused(
    await api.patch(`/surveys/${id}`, { response_limit: 3 }),
    400,
    'nothing to change: send status, theme, questions or archived',
  )
  await kept(service, id, ['Yes'])
  const clone = bodyOf<{ id: string; admin_token: string }>(await api.post(`/surveys/${id}/clone`), 201)
  const cloned = await call(service, 'GET', `/admin/api/${clone.id}`, { token: clone.admin_token })
  assert.equal(cloned.body.response_limit, null)
  await call(service, 'PATCH', path, { token, body: { response_limit: null } })
  for (const answer of ['Yes', 'No']) await kept(service, id, [answer])
})

test('a limit that is invalid or reached, or of a paced survey, changes nothing [response-limit]', async () => {
  const admin = await newAdminClient(service, [choice()])
  for (const response_limit of [0, -1, 1.5, 1_000_001, '10', true, []])
    assertRefused(
      await admin.send('PATCH', '', { response_limit }),
      400,
      'response_limit must be a whole number from 1 to 1,000,000, or null',
    )
  const paced = 'a paced survey has no response_limit, since each answered step is a response'
  assertRefused(await admin.send('PATCH', '', { response_limit: 5, paced: true }), 409, paced, 'limit_of_paced')
  await admin.send('PATCH', '', { response_limit: 5 })
  assertRefused(await admin.send('PATCH', '', { paced: true }), 409, paced, 'limit_of_paced')
  await kept(service, admin.id, ['Yes'])
  await kept(service, admin.id, ['Yes'])
  for (const response_limit of [1, 2])
    assertRefused(
      await admin.send('PATCH', '', { response_limit }),
      409,
      'there are as many responses already; send a higher response_limit, or close the survey',
      'limit_is_reached',
    )
  const { response_limit, status, paced: isPaced } = await admin.get()
  assert.deepEqual([response_limit, status, isPaced], [5, 'open', false])
})

test('the last response closes the survey, wherever it arrives, and those that were kept can be sent again [response-limit-exact]', async () => {
  const admin = await newAdminClient(service, [choice(), freeText()])
  await admin.send('PATCH', '', { response_limit: 100 })
  const keys = Array.from({ length: 300 }, () => randomUUID())
  const both = [service, processes.other]
  const send = (key: string, at: number) => submit(both[at % 2] ?? service, admin.id, ['Yes', key], { key })
  // What is counted first has to count when the others arrive.
  const early = await Promise.all(keys.slice(0, 60).map(send))
  const answers = [...early, ...(await Promise.all(keys.slice(60).map(send)))]
  const accepted = keys.filter((_, at) => answers[at]?.status === 201)
  assert.equal(accepted.length, 100)
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, CLOSED, 'survey_closed')
  for (const answer of await Promise.all(keys.map(send)))
    assert.equal(answer.status === 201, new Set<unknown>(accepted).has(answer.body.answers?.[1]))
  const { status, response_count: count, response_limit: limit } = await admin.get()
  assert.deepEqual([status, count, limit], ['closed', 100, 100])
  for (const { baseUrl } of both) {
    const page = await call({ baseUrl }, 'GET', `/s/${admin.id}`)
    assert.match(page.text, /closed/)
  }
})

test('who reopens a full survey sends a higher limit along, or removes it [response-limit]', async () => {
  const admin = await newAdminClient(service, [choice()])
  await admin.send('PATCH', '', { response_limit: 1 })
  await kept(service, admin.id, ['Yes'])
  await admin.send('PATCH', '', { status: 'open', response_limit: 2 })
  await kept(service, admin.id, ['Yes'])
  assert.equal((await admin.get()).status, 'closed')
  await admin.send('PATCH', '', { status: 'open' })
  const { status, response_limit: limit } = await admin.get()
  assert.deepEqual([status, limit], ['open', null])
  await kept(service, admin.id, ['Yes'])
})

test('a removed response makes room for another one [response-limit]', async () => {
  const admin = await newAdminClient(service, [choice()])
  await admin.send('PATCH', '', { response_limit: 3 })
  const first = await kept(service, admin.id, ['Yes'])
  // The survey is read again for the next one, and counts one response then.
  await admin.send('PATCH', '', { theme: 'rose' })
  const second = await kept(service, admin.id, ['Yes'])
  for (const { id } of [first, second]) await admin.send('DELETE', `/responses/${id}`)
  await Promise.all(['Yes', 'Yes', 'No'].map(answer => kept(service, admin.id, [answer])))
  assert.equal((await admin.get()).status, 'closed')
})
