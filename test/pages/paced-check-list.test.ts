import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, bodyOf, choice, freeText, rating, requiredWhen } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'
import { listen, stepOf } from './event-stream.ts'
import { elements, get } from './page.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const ONE = 'the presenter sets the pace of this survey: send the answer to one question'
const OPTIONAL = { requirement: { mode: 'optional' } }

/** A rating, and a check-list of three options with a text beside the last, of which one or two are chosen. */
async function newPaced(): Promise<AdminClient> {
  const options = ['Monday', 'Tuesday', 'Other'].map(option => choice('Which days?', [option], OPTIONAL))
  const admin = await newAdminClient(service, [
    rating(),
    ...options,
    freeText('Which one?', requiredWhen('all', [3, 'Other'])),
    rating(),
  ])
  const groups = [{ kind: 'check_list', from: 1, to: 4, min: 1, max: 2 }]
  const settings = { paced: true, groups, share_results: 'when_revealed' }
  assert.equal((await admin.send('PATCH', '', settings)).status, 200)
  return admin
}

const send = (admin: AdminClient, answers: unknown, key?: string) =>
  call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers, key } })

const step = async (admin: AdminClient, screen: string, more: object = {}) =>
  assert.equal((await admin.send('PATCH', '/presentation', { screen, ...more })).status, 200)

test('the answers to a check-list are one response, once for each key [paced-one-answer] [paced-once]', async () => {
  const admin = await newPaced()
  await step(admin, '2')
  const key = randomUUID()
  const stored = bodyOf(await send(admin, [null, 'Monday', null, 'Other', 'Sunday'], key), 201)
  for (const answers of [
    [null, null, 'Tuesday'],
    [null, 'Monday', 'Tuesday'],
  ])
    assert.deepEqual(bodyOf(await send(admin, answers, key), 201), stored)
  const { responses } = await admin.get<{ responses: { answers: unknown[] }[] }>('/responses')
  assert.deepEqual(
    responses.map(({ answers }) => answers),
    [[null, 'Monday', null, 'Other', 'Sunday', null]],
  )
})

test('its rules are checked, and nothing else is among its answers', async () => {
  const admin = await newPaced()
  await step(admin, '1')
  await step(admin, '2')
  const refused: [answers: unknown, index: number][] = [
    [[null, 'Monday', 'Tuesday', 'Other', 'Sunday'], 1],
    [[null, null, null, 'Other'], 4],
    [[null, 'Friday'], 1],
  ]
  for (const [answers, index] of refused) {
    const { status, body } = await send(admin, answers)
    assert.deepEqual(
      [status, (body.questions as { index: number }[] | undefined)?.map(one => one.index)],
      [400, [index]],
    )
  }
  for (const answers of [
    [7, 'Monday'],
    [null, 'Monday', null, null, null, 7],
    [null, null, null, null, ' '],
  ])
    assertRefused(await send(admin, answers), 400, ONE, 'invalid_answers')
})

test('whichever of its questions is on the screen, phones show it as a whole, and its countdown holds for all', async () => {
  const admin = await newPaced()
  for (const screen of ['2', '3', '5']) {
    await step(admin, '2', { revealed: false })
    await step(admin, screen, { revealed: true })
    const page = (await get(service, `/s/${admin.id}`)).text
    const shown = elements(page, 'fieldset').filter(({ attributes }) => !('hidden' in attributes))
    assert.deepEqual(
      shown.map(({ attributes }) => attributes.class),
      ['choices group check-list'],
    )
    const stream = await listen(service, admin.id)
    const result = screen === '5' ? {} : { result: null }
    assert.deepEqual(await stepOf(stream), { state: 'live', index: 1, ends_in: null, ...result })
    await stream.end()
  }
  await step(admin, '3', { countdown: 10 })
  service.clock.advance(12_001)
  assertRefused(await send(admin, [null, 'Monday']), 409, 'the time for this question is up', 'time_is_up')
})

test('the form without a script stores it as one [paced-page]', async () => {
  const admin = await newPaced()
  await step(admin, '2')
  const sendForm = (fields: Record<string, string>) =>
    fetch(`${service.baseUrl}/s/${admin.id}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const short = await sendForm({ q1: '0', q3: '0', q4: '', key: randomUUID() })
  assert.deepEqual([short.status, /data-error="required"/.test(await short.text())], [400, true])
  assert.equal((await sendForm({ q1: '0', q3: '0', q4: 'Sunday', key: randomUUID() })).status, 303)
  assert.equal((await admin.get<{ response_count: number }>()).response_count, 1)
})

test('its page has the script that sends it as one', async () => {
  const admin = await newPaced()
  const page = (await get(service, `/s/${admin.id}`)).text
  assert.match(page, /\/paced-check-lists\.js/)
  assert.doesNotMatch(page, /\/paced\.js/)
})

test('the options of a list of more than 32 questions are asked and shown one by one [paced-check-list-long]', async () => {
  const options = Array.from({ length: 33 }, (_, at) => choice('Which?', [`${at}`], OPTIONAL))
  const admin = await newAdminClient(service, options)
  const setting = (to: number) => ({ paced: true, groups: [{ kind: 'check_list', from: 0, to }] })
  const answers = (...chosen: number[]) => options.map((_, at) => (chosen.includes(at) ? `${at}` : null))
  assert.equal((await admin.send('PATCH', '', setting(32))).status, 200)
  await step(admin, '2')
  assert.equal((await get(service, `/s/${admin.id}`)).text.includes('check-list'), false)
  assertRefused(await send(admin, answers(1, 2)), 400, ONE, 'invalid_answers')
  assert.equal((await send(admin, answers(1))).status, 201)
  const { screen } = await admin.get<{ screen: string }>('/presentation')
  assert.equal(screen, '2')
  assert.equal((await admin.send('PATCH', '', setting(31))).status, 200)
  await step(admin, '2')
  assert.equal((await admin.get<{ screen: string }>('/presentation')).screen, '1')
  assert.equal((await send(admin, answers(1, 2))).status, 201)
})
