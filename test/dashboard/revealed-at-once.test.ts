import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertRefused, bodyOf, choice, newApi, rating } from '../api/fixtures.ts'
import { call } from '../harness.ts'
import { listen, stepOf } from '../pages/event-stream.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'
import { listenToText } from './stream.ts'
import { startTwoProcesses } from './two-processes.ts'

const { service, other, close } = await startTwoProcesses()
after(close)

const QUESTIONS = [choice(), rating(), choice('Which is right?')]
const RIGHT = { right: { options: [1] } }
const AT_ONCE = { revealed_at_once: true }

const patch = async (admin: AdminClient, body: object) => bodyOf(await admin.send('PATCH', '', body))
const step = async (admin: AdminClient, body: object) =>
  bodyOf<{ revealed: number[] }>(await admin.send('PATCH', '/presentation', body))

describe('results that are shown as they come in [revealed-at-once]', () => {
  test('are a setting, which a clone, a template and what is launched from it inherit, and the API neither changes nor shows', async () => {
    const api = await newApi(service)
    const { id, admin_token: token } = await api.create(QUESTIONS)
    const before = await api.get(`/surveys/${id}`)
    const isAtOnce = async (slug: string, token: string) =>
      (await call(service, 'GET', `/admin/api/${slug}`, { token })).body.revealed_at_once
    assert.equal(await isAtOnce(id, token), false)
    for (const revealed_at_once of [false, true]) {
      const answer = await call(service, 'PATCH', `/admin/api/${id}`, { token, body: { revealed_at_once } })
      assert.deepEqual(bodyOf(answer), { id, status: 'open', revealed_at_once })
      assert.equal(await isAtOnce(id, token), revealed_at_once)
    }
    assert.equal((await api.get(`/surveys/${id}`)).text, before.text)
    const nothing = 'nothing to change: send status, theme, questions or archived'
    assertRefused(await api.patch(`/surveys/${id}`, AT_ONCE), 400, nothing)
    const template = await api.post(`/surveys/${id}/save-as-template`)
    for (const { body } of [
      await api.post(`/surveys/${id}/clone`),
      await api.post(`/templates/${template.body.id}/launch`),
    ])
      assert.equal(await isAtOnce(String(body.id), String(body.admin_token)), true)
  })

  test('can be chosen while somebody presents, and every screen is told, whichever process has it', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const token = `${(await admin.send('POST', '/projector')).body.url}`.slice(-64)
    assert.deepEqual((await step(admin, { screen: '1' })).revealed, [])
    const stream = await listenToText(other, `/p/api/${token}/events`)
    await stream.until(all => all.includes('event: results'))
    await patch(admin, AT_ONCE)
    await stream.until(all => /event: presentation\ndata: .*"screen":"1","revealed":\[0,1,2\]/.test(all))
    await step(admin, { screen: '1', revealed: false })
    await stream.until(all => /"screen":"1","revealed":\[1,2\]/.test(all))
    await stream.end()
  })

  test('wait for the presenter in a second round, and in no other question of the room', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await patch(admin, { paced: true, ...AT_ONCE })
    await step(admin, { screen: '1' })
    const round = await admin.send('POST', '/presentation/rounds', { index: 0 })
    assert.deepEqual([round.body.screen, round.body.revealed], ['4', [0, 1, 2]])
    assert.deepEqual((await step(admin, { screen: '4', revealed: true })).revealed.toSorted(), [0, 1, 2, 3])
  })

  test('are not revealed in the record, except where the presenter has done it', async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    await patch(admin, AT_ONCE)
    await step(admin, { screen: '1' })
    await step(admin, { screen: '2', revealed: true })
    const { questions } = await admin.get<{ questions: { revealed_after: number | null }[] }>('/record')
    assert.deepEqual(
      questions.map(one => one.revealed_after),
      [null, 0, null],
    )
  })
})

describe('phones in a room that shows results as they come in [revealed-at-once, paced-results]', () => {
  const newRoom = async () => {
    const admin = await newAdminClient(service, QUESTIONS)
    const settings = { paced: true, share_results: 'when_revealed', question_settings: [null, null, RIGHT] }
    await patch(admin, { ...settings, ...AT_ONCE })
    return admin
  }
  const answer = async (admin: AdminClient, answers: readonly unknown[], index = 0) => {
    for (const one of answers) {
      const body = { answers: [...Array(index).fill(null), one] }
      assert.equal((await call(service, 'POST', `/s/${admin.id}/responses`, { body })).status, 201)
    }
  }
  const stepNow = async (admin: AdminClient) => {
    const stream = await listen(other, admin.id)
    const now = await stepOf(stream)
    await stream.end()
    return now
  }

  test('get a result with the question, hidden below five answers, and then in steps of five', async () => {
    const admin = await newRoom()
    await step(admin, { screen: '1' })
    const stream = await listen(other, admin.id)
    assert.equal((await stepOf(stream)).result, null)
    await answer(admin, ['Yes', 'No', 'No', 'No'])
    assert.equal((await stepNow(admin)).result, null)
    await answer(admin, ['Yes'])
    assert.deepEqual((await stepOf(stream)).result, { counts: [2, 3] })
    await answer(admin, ['Yes', 'Yes', 'Yes', 'Yes'])
    assert.deepEqual((await stepNow(admin)).result, { counts: [2, 3] })
    await answer(admin, ['Yes'])
    assert.deepEqual((await stepOf(stream)).result, { counts: [7, 3] })
    await stream.end()
  })

  test('get none while it is hidden, and no more than before when it is shown again', async () => {
    const admin = await newRoom()
    await step(admin, { screen: '1' })
    await answer(admin, ['Yes', 'No', 'No', 'No', 'No'])
    assert.deepEqual((await stepNow(admin)).result, { counts: [1, 4] })
    await step(admin, { screen: '1', revealed: false })
    await answer(admin, ['Yes', 'Yes'])
    assert.equal((await stepNow(admin)).result, undefined)
    await step(admin, { screen: '1', revealed: true })
    assert.deepEqual((await stepNow(admin)).result, { counts: [1, 4] })
  })

  test('get neither result nor right answer of a question that has one, until the presenter reveals it', async () => {
    const admin = await newRoom()
    await step(admin, { screen: '3' })
    await answer(admin, ['Yes', 'No', 'No', 'No', 'No'], 2)
    const { result, right } = await stepNow(admin)
    assert.deepEqual([result, right], [undefined, undefined])
    await step(admin, { screen: '3', revealed: true })
    const revealed = await stepNow(admin)
    assert.deepEqual([revealed.result, revealed.right], [{ counts: [1, 4] }, RIGHT.right])
  })

  test('lose the result of a question that gets a right answer, which stays secret', async () => {
    const admin = await newRoom()
    await step(admin, { screen: '1' })
    const stream = await listen(other, admin.id)
    assert.equal((await stepOf(stream)).result, null)
    await patch(admin, { question_settings: [RIGHT, null, RIGHT] })
    const { result, right } = await stepOf(stream)
    assert.deepEqual([result, right], [undefined, undefined])
    await stream.end()
  })
})
