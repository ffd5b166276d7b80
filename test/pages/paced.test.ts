import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assertRefused, bodyOf, choice, freeText, rating } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'

let service: Service
before(async () => {
  service = await startService()
  after(() => service.close())
})

const ONE = 'the presenter sets the pace of this survey: send the answer to one question'

async function newPaced(): Promise<AdminClient> {
  const admin = await newAdminClient(service, [choice(), rating(), freeText()])
  assert.equal((await admin.send('PATCH', '', { paced: true })).status, 200)
  return admin
}

const send = (admin: AdminClient, answers: unknown, key?: string) =>
  call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers, key } })

const step = async (admin: AdminClient, body: object) =>
  assert.equal((await admin.send('PATCH', '/presentation', body)).status, 200)

describe('each answered question of a paced survey is a response [paced-one-answer]', () => {
  test('with null elsewhere', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    await step(admin, { screen: '2' })
    for (const answers of [['Yes'], [null, 7], [null, 7]]) assert.equal((await send(admin, answers)).status, 201)
    const { responses } = await admin.get<{ responses: { answers: unknown[] }[] }>('/responses?order=oldest')
    assert.deepEqual(
      responses.map(({ answers }) => answers),
      [
        ['Yes', null, null],
        [null, 7, null],
        [null, 7, null],
      ],
    )
  })

  test('exactly once for each key', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    const key = randomUUID()
    const [first, again] = [await send(admin, ['Yes'], key), await send(admin, ['Yes'], key)]
    assert.deepEqual([again.status, bodyOf(again, 201)], [201, bodyOf(first, 201)])
    assert.equal((await admin.get<{ response_count: number }>()).response_count, 1)
  })

  test('and several answers, or none, are refused', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    for (const answers of [['Yes', 7, 'Because'], [null], []]) assertRefused(await send(admin, answers), 400, ONE)
  })
})

describe('answers to a paced survey [paced-answers-in-time]', () => {
  test('are refused before their question is asked', async () => {
    const admin = await newPaced()
    const refused = async (answers: unknown) =>
      assertRefused(await send(admin, answers), 409, 'this question has not been asked yet', 'not_asked_yet')
    await refused(['Yes'])
    await step(admin, { screen: '' })
    await refused(['Yes'])
    await step(admin, { screen: '1' })
    await refused([null, 7])
    assert.equal((await send(admin, ['Yes'])).status, 201)
  })

  test('are taken two seconds after a countdown, and later if they repeat', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1', countdown: 10 })
    const key = randomUUID()
    service.clock.advance(12_000)
    assert.equal((await send(admin, ['Yes'], key)).status, 201)
    service.clock.advance(1)
    assertRefused(await send(admin, ['Yes']), 409, 'the time for this question is up', 'time_is_up')
    assert.equal((await send(admin, ['Yes'], key)).status, 201)
    await step(admin, { screen: '1', countdown: 0 })
    assert.equal((await send(admin, ['Yes'])).status, 201)
  })

  test('are taken after the end of the session, until the survey is closed', async () => {
    const admin = await newPaced()
    await step(admin, { screen: '1' })
    assert.equal((await admin.send('DELETE', '/presentation')).status, 204)
    assert.equal((await send(admin, ['Yes'])).status, 201)
    await admin.send('PATCH', '', { status: 'closed' })
    assertRefused(await send(admin, ['Yes']), 409, 'survey is closed', 'survey_closed')
  })
})
