import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { assertRefused, bodyOf, choice, freeText, optional, rating } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { listen, stepOf } from '../pages/event-stream.ts'
import { until } from '../until.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { listenToText } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const QUESTIONS = [choice('Coming?', ['Yes', 'No']), rating('How was it?'), freeText('Why?', optional)]
const HOUR_MS = 60 * 60 * 1_000

async function newRoom(): Promise<AdminClient> {
  const admin = await newAdminClient(service, QUESTIONS)
  assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
  return admin
}

const stepAt = (process: typeof service, { id, adminToken: token }: AdminClient, body: object) =>
  call(process, 'PATCH', `/admin/api/${id}/presentation`, { token, body })

test('a question that is removed while it is on the screen leaves phones waiting for the next one [presentation-edit, presentation-refused]', async () => {
  const admin = await newRoom()
  const phone = await listen(service, admin.id)
  assert.equal((await stepOf(phone)).state, 'before')
  assert.equal((await stepAt(service, admin, { screen: '3' })).status, 200)
  assert.deepEqual(await stepOf(phone), { state: 'live', index: 2, ends_in: null })
  const left = QUESTIONS.slice(0, 2).map((question, index) => ({ ...question, index }))
  assert.equal((await admin.send('PATCH', '', { questions: left })).status, 200)
  assert.deepEqual(await stepOf(phone), { state: 'live', index: null, ends_in: null })
  const late = await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: [null, null, 'Because'] } })
  assert.equal(late.status, 400)
  assertRefused(await stepAt(service, admin, { screen: '3', revealed: true }), 404, 'not found')
  assert.equal((await stepAt(service, admin, { screen: '2' })).status, 200)
  assert.deepEqual(await stepOf(phone), { state: 'live', index: 1, ends_in: null })
  await phone.end()
})

test('two steps in the same instant, at two processes, both count, and every screen and phone shows the last one [presentation-together]', async () => {
  const admin = await newRoom()
  const answers = await Promise.all(
    [service, other].map((process, at) => stepAt(process, admin, { screen: `${at + 1}`, revealed: true })),
  )
  const last = answers.map(({ body }) => body).find(({ revision }) => Number(revision) === 2)
  assert.deepEqual(answers.map(({ body }) => body.revision).toSorted(), [1, 2])
  assert.deepEqual(last?.revealed?.toString().split(',').toSorted(), ['0', '1'])
  for (const process of [service, other]) {
    const { id, adminToken: token } = admin
    const read = async () => (await call(process, 'GET', `/admin/api/${id}/presentation`, { token })).body
    await until(async () => Number((await read()).revision) === 2)
    assert.deepEqual(await read(), last)
    const phone = await listen(process, id)
    assert.equal(`${Number((await stepOf(phone)).index) + 1}`, last?.screen)
    await phone.end()
  }
})

test('a phone that answers the step before last is not refused, and its answer counts for that question, once [paced-answers-in-time, paced-once]', async () => {
  const admin = await newRoom()
  for (const screen of ['1', '2', '3']) assert.equal((await stepAt(service, admin, { screen })).status, 200)
  const body = { key: randomUUID(), answers: ['Yes'] }
  const send = () => call(service, 'POST', `/s/${admin.id}/responses`, { body })
  const first = bodyOf(await send(), 201)
  assert.deepEqual(bodyOf(await send(), 201), first)
  const { results } = await admin.get<{ results: { answered: number }[] }>()
  assert.deepEqual(
    results.map(({ answered }) => answered),
    [1, 0, 0],
  )
})

test('a presenter’s laptop that sleeps for an hour gets the room as it is when it wakes, and takes no step back [presentation-events]', async () => {
  const admin = await newRoom()
  const headers = { authorization: `Bearer ${admin.adminToken}` }
  assert.equal((await stepAt(service, admin, { screen: '1', countdown: 60 })).status, 200)
  const laptop = await listenToText(service, `/admin/api/${admin.id}/events`, headers)
  await laptop.until(text => text.includes('event: results'))
  await laptop.end()
  assert.equal((await stepAt(other, admin, { screen: '2', revealed: true })).status, 200)
  service.clock.advance(HOUR_MS)
  const { body } = await call(service, 'GET', `/admin/api/${admin.id}/presentation`, { token: admin.adminToken })
  assert.deepEqual(
    [body.revision, body.live, body.screen, body.revealed, body.countdown],
    [2, true, '2', [1], { index: 0, ends_in: 0 }],
  )
  assert.equal((await stepAt(service, admin, { screen: '3' })).body.revision, 3)
})
