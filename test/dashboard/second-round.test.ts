import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertRefused, board, bodyOf, choice, freeText, rating } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { startTwoProcesses } from './two-processes.ts'

const QUESTIONS = [
  choice('Which falls faster?', ['Hammer', 'Neither']),
  rating('How sure?'),
  freeText('Why?'),
  board('Ask'),
]
const RIGHT = { options: [1] }

const { service, other, close } = await startTwoProcesses()
after(close)

async function newPaced(questions: readonly object[] = QUESTIONS): Promise<AdminClient> {
  const admin = await newAdminClient(service, questions)
  assert.equal((await admin.send('PATCH', '', { paced: true, question_settings: [{ right: RIGHT }] })).status, 200)
  return admin
}

const askAgain = (admin: AdminClient, index: unknown) => admin.send('POST', '/presentation/rounds', { index })
const step = (admin: AdminClient, body: object) => admin.send('PATCH', '/presentation', body)
const answer = (admin: AdminClient, answers: unknown[]) =>
  call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers } })

test('a second round is the same question behind the last one, and the screen goes to it with results hidden [second-round]', async () => {
  const admin = await newPaced()
  await step(admin, { screen: '1', revealed: true })
  assert.equal((await answer(admin, ['Hammer'])).status, 201)
  const { status, body } = await askAgain(admin, 0)
  assert.deepEqual([status, body.screen, body.revealed], [200, '5', [0]])
  const survey = await admin.get<{ questions: Record<string, unknown>[]; question_settings: unknown[] }>()
  assert.deepEqual(survey.questions[4], { ...survey.questions[0], index: 4 })
  assert.deepEqual(survey.question_settings, [{ right: RIGHT }, null, null, null, { right: RIGHT, round_of: 0 }])
  assert.equal((await answer(admin, [null, null, null, null, 'Neither'])).status, 201)
  const { results, edited } = await admin.get<{ results: { answered: number }[]; edited: object[] }>()
  assert.deepEqual([results[0]?.answered, results[4]?.answered, edited], [1, 1, []])
})

test('asked again, the screen goes to the round that there is, whatever was revealed of it [second-round-once]', async () => {
  const admin = await newPaced()
  await askAgain(admin, 1)
  await step(admin, { screen: '5', revealed: true })
  await step(admin, { screen: '2' })
  const { body } = await askAgain(admin, 1)
  assert.deepEqual([body.screen, body.revealed], ['5', []])
  assert.equal((await admin.get<{ questions: object[] }>()).questions.length, 5)
})

test('of presses at the same moment, on every process, one makes the question [second-round-once]', async () => {
  const admin = await newPaced()
  const press = (at: typeof service) =>
    call(at, 'POST', `/admin/api/${admin.id}/presentation/rounds`, { token: admin.adminToken, body: { index: 0 } })
  const answers = await Promise.all([press(service), press(other), press(service), press(other)])
  for (const { status, body } of answers) assert.deepEqual([status, body.screen], [200, '5'])
  assert.equal((await admin.get<{ questions: object[] }>()).questions.length, 5)
})

test('a text, a board, a second round and a question that is missing have none, nor has any at each one’s own pace [second-round-refused]', async () => {
  const admin = await newPaced()
  await askAgain(admin, 0)
  const before = await admin.get()
  const none = 'only a multiple_choice question or a rating can have a second round, and a second round has none'
  for (const index of [2, 3, 4]) assertRefused(await askAgain(admin, index), 400, none)
  for (const index of [-1, 0.5, '0', null])
    assertRefused(await askAgain(admin, index), 400, 'index must be the index of a question')
  assertRefused(await askAgain(admin, 5), 404, 'not found')
  assert.deepEqual(await admin.get(), before)
  const own = await newAdminClient(service, QUESTIONS)
  const selfPaced = 'only a survey whose presenter sets the pace has second rounds'
  assertRefused(await askAgain(own, 0), 409, selfPaced, 'not_paced')
})

test('a survey that has as many questions as it can have gets no second round [second-round-refused]', async () => {
  const admin = await newPaced([choice(), ...Array.from({ length: 999 }, () => rating())])
  assertRefused(await askAgain(admin, 0), 400, 'a survey can have at most 1,000 questions')
})

test('a question that is removed while its second round is on the screen leaves that as a question of its own [second-round-removed]', async () => {
  const admin = await newPaced()
  await askAgain(admin, 0)
  const { questions } = await admin.get<{ questions: object[] }>()
  assert.equal((await admin.send('PATCH', '', { questions: questions.slice(1) })).status, 200)
  const after = await admin.get<{ questions: object[]; question_settings: unknown[] }>()
  assert.deepEqual([after.questions.length, after.question_settings], [4, [null, null, null, { right: RIGHT }]])
  const body = await admin.get<{ live: boolean; screen: string }>('/presentation')
  assert.deepEqual([body.live, body.screen], [true, '5'])
  assert.equal((await step(admin, { screen: '5' })).status, 404)
})

test('right answers come with the presentation that reveals them, also to a projector link [right-answers-revealed]', async () => {
  const admin = await newPaced()
  const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
  const projected = async () =>
    bodyOf<{ right?: object }>(await call(other, 'GET', `/p/api/${token}/presentation`)).right
  await askAgain(admin, 0)
  assert.equal(await projected(), undefined)
  await step(admin, { screen: '1', revealed: true })
  assert.deepEqual(await projected(), [{ index: 0, ...RIGHT }])
  await step(admin, { screen: '1', revealed: false })
  assert.equal(await projected(), undefined)
  assert.deepEqual(
    bodyOf<{ question_settings: object }>(await call(service, 'GET', `/p/api/${token}`)).question_settings,
    [null, null, null, null, { round_of: 0 }],
  )
})
