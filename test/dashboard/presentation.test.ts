import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused, bodyOf, choice, freeText, optional, rating } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { listenToText } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const QUESTIONS = [choice('Coming?', ['Yes', 'No']), rating('How was it?'), freeText('Why?', optional)]
const NOTHING = {
  revision: 0,
  live: false,
  screen: '',
  revealed: [],
  sorted: [],
  countdown: null,
  spotlight: null,
  cover: null,
}

const step = (admin: AdminClient, body: unknown) => admin.send('PATCH', '/presentation', body)
const read = async (admin: AdminClient) => (await admin.send('GET', '/presentation')).body

test('a step and what is revealed are read by presenters and by the projector link, on every process [presentation-read, presentation-step]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  assert.deepEqual(await read(admin), NOTHING)
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  const { status, body } = await step(admin, { screen: '2.1', revealed: true })
  assert.equal(status, 200)
  assert.deepEqual(body, { ...NOTHING, revision: 1, live: true, screen: '2.1', revealed: [1] })
  await step(admin, { screen: '1' })
  const now = { ...NOTHING, revision: 2, live: true, screen: '1', revealed: [1] }
  assert.deepEqual(await read(admin), now)
  assert.deepEqual(bodyOf(await call(other, 'GET', `/p/api/${token}/presentation`)), now)
  assert.equal((await admin.send('DELETE', '/presentation')).status, 204)
  assert.deepEqual(await read(admin), { ...NOTHING, revision: 3 })
})

test('every stream gets the state with the step, whichever process made it [presentation-events]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  const headers = { authorization: `Bearer ${admin.adminToken}` }
  const streams = [
    await listenToText(service, `/admin/api/${admin.id}/events`, headers),
    await listenToText(other, `/admin/api/${admin.id}/events`, headers),
    await listenToText(other, `/p/api/${token}/events`),
  ]
  for (const stream of streams) await stream.until(all => all.includes('event: results'))
  await step(admin, { screen: '1', revealed: true })
  for (const stream of streams) {
    const text = await stream.until(all => all.includes('event: presentation'))
    assert.match(
      text,
      /event: presentation\ndata: \{"revision":1,"live":true,"screen":"1","revealed":\[0\],"sorted":\[\],"countdown":null,"spotlight":null,"cover":null\}/,
    )
    await stream.end()
  }
})

test('options are put in the order of their counts only if results are revealed [presentation-sorted]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const { body } = await step(admin, { screen: '1', revealed: true, sorted: true })
  assert.deepEqual([body.revealed, body.sorted], [[0], [0]])
  for (const wrong of [{ sorted: true }, { revealed: false, sorted: true }, { revealed: true, sorted: 'yes' }])
    assert.equal((await step(admin, { screen: '1', ...wrong })).status, 400)
  await step(admin, { screen: '1', revealed: false })
  assert.deepEqual(await read(admin), { ...NOTHING, revision: 2, live: true, screen: '1', revealed: [] })
})

test('a countdown states its remaining time, independent of the screens’ clocks [presentation-countdown]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const { body } = await step(admin, { screen: '1', countdown: 60 })
  assert.deepEqual(body.countdown, { index: 0, ends_in: 60_000 })
  service.clock.advance(45_000)
  assert.deepEqual((await read(admin)).countdown, { index: 0, ends_in: 15_000 })
  await step(admin, { screen: '1', countdown: 0 })
  assert.equal((await read(admin)).countdown, null)
  for (const countdown of [601, -1, 1.5, '60', null])
    assert.equal((await step(admin, { screen: '1', countdown })).status, 400)
})

test('a question of a board in the spotlight is read by every screen [presentation-spotlight]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const spotlight = '018f3c6e-0000-7000-8000-000000000001'
  assert.deepEqual((await step(admin, { screen: '3', spotlight })).body.spotlight, { index: 2, id: spotlight })
  await step(admin, { screen: '3', spotlight: null })
  assert.equal((await read(admin)).spotlight, null)
  assert.equal((await step(admin, { screen: '3', spotlight: 'none' })).status, 400)
})

test('a cover lies over the screen of every window, the start as well, until another screen is shown [presentation-cover]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  assert.equal((await step(admin, { screen: '', cover: 'code' })).body.cover, 'code')
  await step(admin, { screen: '1', cover: 'blank' })
  await step(admin, { screen: '1.1-2', revealed: true })
  const covered = { ...NOTHING, revision: 3, live: true, screen: '1.1-2', revealed: [0], cover: 'blank' }
  assert.deepEqual(bodyOf(await call(other, 'GET', `/p/api/${token}/presentation`)), covered)
  assert.equal((await step(admin, { screen: '2' })).body.cover, null)
  for (const cover of ['black', true, 1]) assert.equal((await step(admin, { screen: '1', cover })).status, 400)
})

test('two simultaneous steps both count, and the last one stays [presentation-together]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  const screens = ['1', '2', '3', '1', '2', '3']
  const answers = await Promise.all(screens.map(screen => step(admin, { screen })))
  const revisions = answers.map(({ body }) => Number(body.revision))
  assert.deepEqual(revisions.toSorted(), [1, 2, 3, 4, 5, 6])
  const last = answers.find(({ body }) => Number(body.revision) === 6)?.body
  assert.deepEqual(await read(admin), last)
})

test('a question that is reworded while it is presented is hidden again; a deleted one cannot be shown [presentation-edit, presentation-refused]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await step(admin, { screen: '2', revealed: true })
  const questions = [
    { ...choice('Coming?', ['Yes', 'No']), index: 0 },
    { ...rating('How?'), index: 1 },
  ]
  assert.equal((await admin.send('PATCH', '', { questions })).status, 200)
  assert.deepEqual(await read(admin), { ...NOTHING, revision: 1, live: true, screen: '2', revealed: [] })
  assertRefused(await step(admin, { screen: '3' }), 404, 'not found')
})

test('invalid steps change nothing; a projector link cannot make steps [presentation-refused]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  for (const body of [{}, { screen: 1 }, { screen: '0' }, { screen: '', revealed: true }, { screen: '1', revealed: 1 }])
    assert.equal((await step(admin, body)).status, 400, JSON.stringify(body))
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await call(service, method, `/p/api/${token}/presentation`, { body: { screen: '1' } })
    assertRefused(answer, 405, 'method not allowed')
  }
  assert.deepEqual(await read(admin), NOTHING)
})

test('a session that nobody ends expires after twelve hours [presentation-end]', async () => {
  const admin = await newAdminClient(service, QUESTIONS)
  await step(admin, { screen: '1', revealed: true })
  service.clock.advance(12 * 60 * 60 * 1_000)
  assert.deepEqual(await read(admin), { ...NOTHING, revision: 1 })
})
