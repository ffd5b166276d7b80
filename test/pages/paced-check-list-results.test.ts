import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { assertRefused, bodyOf, choice, freeText, newApi, rating, requiredWhen } from '../api/fixtures.ts'
import { type AdminClient, newAdminClient } from '../dashboard/admin-client.ts'
import { call, type Service, startService } from '../harness.ts'
import { listen, stepOf } from './event-stream.ts'
import { insides, textOf } from './page.ts'

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.close())

const OPTIONAL = { requirement: { mode: 'optional' } }
const GROUPS = [{ kind: 'check_list', from: 1, to: 4 }]
const RIGHT = { right: { options: [0] } }

/** A rating, and a check-list of three options with a text beside the last. */
async function newPaced(more: object = {}): Promise<AdminClient> {
  const options = ['Monday', 'Tuesday', 'Other'].map(option => choice('Which days?', [option], OPTIONAL))
  const text = freeText('Which one?', requiredWhen('all', [3, 'Other']))
  const admin = await newAdminClient(service, [rating(), ...options, text], { title: 'Week' })
  const settings = { paced: true, groups: GROUPS, share_results: 'when_revealed', ...more }
  assert.equal((await admin.send('PATCH', '', settings)).status, 200)
  return admin
}

const step = async (admin: AdminClient, screen: string, more: object = {}) =>
  bodyOf<{ screen: string; revealed: number[]; right?: object }>(
    await admin.send('PATCH', '/presentation', { screen, ...more }),
  )

/** @param days the options that each has chosen, by their first letters */
async function answer({ id }: AdminClient, ...days: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const chosen of days) {
    const options = ['Monday', 'Tuesday', 'Other'].map(option => (chosen.includes(option.charAt(0)) ? option : null))
    const answers = [null, ...options, chosen.includes('O') ? 'Sunday' : null]
    const body = { answers, key: randomUUID() }
    ids.push(bodyOf<{ id: string }>(await call(service, 'POST', `/s/${id}/responses`, { body }), 201).id)
  }
  service.clock.advance(1_000)
  return ids
}

interface Watched {
  readonly results: readonly { readonly answered: number; readonly chosen?: number }[]
}

const chosenIn = async (admin: AdminClient) => (await admin.get<Watched>()).results.map(({ chosen }) => chosen)

async function phoneStep(admin: AdminClient) {
  const stream = await listen(service, admin.id)
  const { result, right } = await stepOf(stream)
  await stream.end()
  return { result, right }
}

test('whoever chose several options is counted once, also after a removal and however groups are set again [paced-check-list-count]', async () => {
  const admin = await newPaced()
  await step(admin, '2')
  const [first = ''] = await answer(admin, 'MT', 'MTO', 'T', 'O')
  assert.deepEqual(await chosenIn(admin), [undefined, 4, 4, 4, undefined])
  assert.equal((await admin.send('DELETE', `/responses/${first}`)).status, 204)
  assert.deepEqual(await chosenIn(admin), [undefined, 3, 3, 3, undefined])
  const ranges = [
    { groups: [{ kind: 'check_list', from: 1, to: 2 }], chosen: [undefined, 2, 2, undefined, undefined] },
    { groups: [{ kind: 'check_list', from: 2, to: 3 }], chosen: [undefined, undefined, 3, 3, undefined] },
    { groups: [], chosen: Array(5).fill(undefined) },
    { groups: GROUPS, chosen: [undefined, 3, 3, 3, undefined] },
  ]
  for (const { groups, chosen } of ranges) {
    assert.equal((await admin.send('PATCH', '', { groups })).status, 200)
    assert.deepEqual(await chosenIn(admin), chosen)
  }
  assert.deepEqual((await service.context.store.countVerification.run(1_000)).mismatched, [])
})

test('the API, and a survey at each one’s own pace, say nothing of it [groups-no-change-of-api]', async () => {
  const api = await newApi(service)
  const { id, admin_token: token } = await api.create(
    ['Monday', 'Tuesday'].map(option => choice('Which days?', [option], OPTIONAL)),
  )
  const patch = (body: object) => call(service, 'PATCH', `/admin/api/${id}`, { token, body })
  assert.equal((await patch({ paced: true, groups: [{ kind: 'check_list', from: 0, to: 1 }] })).status, 200)
  assert.deepEqual(Object.keys((await api.aggregate(id)).results[0] ?? {}), [
    'index',
    'type',
    'text',
    'answered',
    'tally',
  ])
  assert.equal((await patch({ paced: false })).status, 200)
  const { results } = bodyOf<Watched>(await call(service, 'GET', `/admin/api/${id}`, { token }))
  assert.equal(results[0]?.chosen, undefined)
})

test('phones get its result as one, from five people on and in steps of five [paced-results] [paced-check-list-steps]', async () => {
  const admin = await newPaced()
  await step(admin, '2')
  await answer(admin, 'MT', 'MTO', 'T', 'O')
  await step(admin, '3', { revealed: true })
  assert.deepEqual(await phoneStep(admin), { result: null, right: undefined })
  await answer(admin, 'M')
  assert.deepEqual((await phoneStep(admin)).result, { counts: [3, 3, 2], chosen: 5 })
  await answer(admin, 'MTO', 'T', 'O', 'M')
  assert.deepEqual((await phoneStep(admin)).result, { counts: [3, 3, 2], chosen: 5 })
  await answer(admin, 'T')
  assert.deepEqual((await phoneStep(admin)).result, { counts: [5, 6, 4], chosen: 10 })
  await step(admin, '4', { revealed: false })
  assert.equal((await phoneStep(admin)).result, undefined)
})

test('phones get no result of fewer than five, also after removals [paced-results]', async () => {
  const admin = await newPaced()
  await step(admin, '2', { revealed: true })
  const [, ...others] = await answer(admin, 'M', 'M', 'M', 'T', 'T', 'O')
  assert.deepEqual((await phoneStep(admin)).result, { counts: [3, 2, 1], chosen: 6 })
  for (const id of others) assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
  assert.equal((await phoneStep(admin)).result, null)
})

test('it is one screen, whichever of its questions a step names, with its right options [paced-check-list-screen]', async () => {
  const admin = await newPaced({ question_settings: [null, null, RIGHT, RIGHT] })
  const hidden = await step(admin, '3')
  assert.deepEqual([hidden.screen, hidden.revealed, hidden.right], ['2', [], undefined])
  const right = [2, 3].map(index => ({ index, ...RIGHT.right }))
  const { screen, revealed, right: shown } = await step(admin, '4', { revealed: true })
  assert.deepEqual([screen, revealed, shown], ['2', [1], right])
  assert.deepEqual((await phoneStep(admin)).right, { options: [1, 2] })
  const { questions } = await admin.get<{ questions: { shown_after: number | null }[] }>('/record')
  assert.deepEqual(
    questions.map(one => one.shown_after),
    [null, 0, 0, 0, null],
  )
})

test('it has no second round [second-round-refused]', async () => {
  const admin = await newPaced()
  const none = 'a check-list has no second round, since its options are asked together'
  for (const index of [1, 3]) assertRefused(await admin.send('POST', '/presentation/rounds', { index }), 400, none)
  assert.equal((await admin.send('POST', '/presentation/rounds', { index: 0 })).status, 200)
})

test('shared results and records have it as one, of those who have chosen something [share-results-groups] [record-groups]', async () => {
  const admin = await newPaced({ share_results: 'after_answering', share_record: true })
  await step(admin, '1')
  for (let n = 0; n < 3; n++)
    bodyOf(await call(service, 'POST', `/s/${admin.id}/responses`, { body: { answers: [7] } }), 201)
  await step(admin, '2')
  await answer(admin, 'MT', 'MTO', 'T', 'O', 'M')
  const rows = [
    ['Monday', '3', '60%'],
    ['Tuesday', '3', '60%'],
    ['Other', '2', '40%'],
  ]
  for (const path of ['thanks', 'record']) {
    const page = (await call(service, 'GET', `/s/${admin.id}/${path}?lang=en`)).text
    const list = insides(page, 'table').find(table => table.includes('Monday')) ?? ''
    const cells = insides(list, 'tr').map(row => [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)])
    assert.deepEqual(
      cells.slice(1).map(row => row.map(([, cell = '']) => textOf(cell).trim())),
      rows,
    )
    assert.match(textOf(page), /Answers: 5/)
  }
  const record = await admin.get<{ groups: object[]; questions: { asked?: number; chosen?: number }[] }>('/record')
  assert.deepEqual(record.groups, GROUPS)
  assert.deepEqual(
    record.questions.map(({ asked, chosen }) => [asked, chosen]),
    [[], [5], [5], [5], []].map(([chosen]) => [undefined, chosen]),
  )
  const headers = { accept: 'text/markdown' }
  const { text } = await admin.bare('GET', '/record', { token: admin.adminToken, headers })
  assert.match(
    text,
    /## 2\. Which days\?\n\n5 answered\.\n\n\| Option \| Answers \| Share \|\n.*\n\| Monday \| 3 \| 60% \|/,
  )
})

test('a shared record says nothing of what fewer than five have chosen [shared-record-counts]', async () => {
  const admin = await newPaced({ share_record: true })
  await step(admin, '2')
  await answer(admin, 'MT', 'MTO', 'T', 'O')
  const page = (await call(service, 'GET', `/s/${admin.id}/record?lang=en`)).text
  assert.match(textOf(page), /Which days\?/)
  assert.doesNotMatch(page, /60%|75%|Answers: 4/)
})
