import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import {
  assertRefused,
  board,
  bodyOf,
  choice,
  freeText,
  kept,
  optional,
  type Row,
  rating,
  submit,
} from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
import { newAdminClient } from './admin-client.ts'

interface Page {
  readonly responses: readonly Row[]
  readonly next: number | null
  readonly cursor?: string
}

const LIMIT = 'limit must be a whole number from 1 to 1000'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('pages follow one another, even across removed responses, and end with null [dashboard-responses]', async () => {
  const admin = await newAdminClient(service, [choice()])
  assert.deepEqual(await admin.get('/responses'), { responses: [], next: null, cursor: '0' })
  const rows: Row[] = []
  for (let n = 0; n < 5; n++) rows.push(await kept(service, admin.id, [n % 2 ? 'Yes' : 'No']))
  assert.deepEqual(await admin.get('/responses'), { responses: rows, next: null, cursor: '5' })
  assert.deepEqual(await admin.get('/responses?limit=5'), { responses: rows, next: null, cursor: '5' })
  assert.deepEqual(await admin.get('/responses?limit=2'), { responses: rows.slice(0, 2), next: 2, cursor: '2' })
  assert.deepEqual(await admin.get('/responses?limit=2&after=2'), { responses: rows.slice(2, 4), next: 4, cursor: '4' })
  assert.deepEqual(await admin.get('/responses?after=4'), { responses: rows.slice(4), next: null, cursor: '5' })
  assert.deepEqual(await admin.get('/responses?after=99'), { responses: [], next: null, cursor: '99' })
  assert.equal((await admin.send('DELETE', `/responses/${rows[2]?.id}`)).status, 204)
  const left = rows.filter((_, at) => at !== 2)
  assert.deepEqual(await admin.get('/responses?limit=3'), { responses: left.slice(0, 3), next: 4, cursor: '4' })
})

test('a program that keeps the cursor reads each response once, even across removed ones [dashboard-responses-cursor]', async () => {
  const admin = await newAdminClient(service, [choice()])
  let cursor = '0'
  const readNew = async (query = '') => {
    const page = await admin.get<Page>(`/responses?after=${cursor}${query}`)
    assert.match(String(page.cursor), /^\d+$/)
    cursor = page.cursor ?? ''
    return page.responses
  }
  const add = (answer = 'Yes') => kept(service, admin.id, [answer])
  const remove = async ({ id }: Row) => assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
  assert.deepEqual(await readNew(), [])
  const [one, two, three] = [await add(), await add(), await add()]
  assert.deepEqual(await readNew('&limit=2'), [one, two])
  assert.deepEqual(await readNew('&limit=2'), [three])
  for (const _ of [1, 2]) assert.deepEqual(await readNew(), [])
  // The cursor names the third response, which is gone, as is one that was never read.
  await remove(three)
  await remove(await add())
  assert.deepEqual(await readNew(), [])
  const five = await add()
  assert.deepEqual(await readNew(), [five])
  await remove(five)
  await remove(one)
  assert.deepEqual(await readNew(), [])
  const six = await add()
  assert.deepEqual(await readNew('&question=0'), [six])
  assert.deepEqual(await readNew('&question=0'), [])
})

test('a program that polls misses no response [dashboard-responses-cursor]', async () => {
  const admin = await newAdminClient(service, [choice()])
  let isSending = true
  const sent = Promise.all(Array.from({ length: 300 }, () => kept(service, admin.id, ['Yes'])))
  const end = sent.finally(() => {
    isSending = false
  })
  const read: string[] = []
  let page: Page = { responses: [], next: null, cursor: '0' }
  do {
    page = await admin.get<Page>(`/responses?after=${page.cursor}&limit=7`)
    read.push(...page.responses.map(({ id }) => id))
  } while (isSending || page.responses.length > 0)
  assert.deepEqual(read.toSorted(), (await end).map(({ id }) => id).toSorted())
})

test('newest first there is no cursor, and elsewhere it is the position of a listed response [dashboard-responses-cursor]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const [, two] = [await kept(service, admin.id, ['Yes']), await kept(service, admin.id, ['No'])]
  assert.equal('cursor' in (await admin.get<Page>('/responses?order=newest')), false)
  // Arrivals after the last remaining response do not matter.
  assert.equal((await admin.send('DELETE', `/responses/${two?.id}`)).status, 204)
  assert.equal((await admin.get<Page>('/responses')).cursor, '1')
})

test('answers are padded to the current questions [dashboard-responses]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { id, submitted_at } = await kept(service, admin.id, ['Yes'])
  assert.equal((await admin.send('PATCH', '', { questions: [choice(), freeText(), rating()] })).status, 200)
  const { responses } = await admin.get<Page>('/responses')
  assert.deepEqual(responses, [{ id, submitted_at, answers: ['Yes', null, null], not_asked: [1, 2] }])
})

test('with order=newest pages go backwards, even across removed responses, and end with null [dashboard-responses-newest]', async () => {
  const admin = await newAdminClient(service, [choice()])
  assert.deepEqual(await admin.get('/responses?order=newest'), { responses: [], next: null })
  const rows: Row[] = []
  for (let n = 0; n < 5; n++) rows.push(await kept(service, admin.id, [n % 2 ? 'Yes' : 'No']))
  const [one, two, three, four, five] = rows
  const newest = (query = '') => admin.get(`/responses?order=newest${query}`)
  assert.deepEqual(await newest(), { responses: [five, four, three, two, one], next: null })
  assert.deepEqual(await newest('&limit=5&after=0'), { responses: [five, four, three, two, one], next: null })
  assert.deepEqual(await newest('&limit=2'), { responses: [five, four], next: 4 })
  assert.deepEqual(await newest('&limit=2&after=4'), { responses: [three, two], next: 2 })
  assert.deepEqual(await newest('&limit=2&after=2'), { responses: [one], next: null })
  assert.deepEqual(await newest('&after=1'), { responses: [], next: null })
  assert.deepEqual(await newest('&limit=1&after=99'), { responses: [five], next: 5 })
  for (const row of [three, five]) assert.equal((await admin.send('DELETE', `/responses/${row?.id}`)).status, 204)
  assert.deepEqual(await newest('&limit=2'), { responses: [four, two], next: 2 })
  assert.deepEqual(await admin.get('/responses?order=oldest'), { responses: [one, two, four], next: null, cursor: '4' })
})

test('answers are padded to the current questions [dashboard-responses-newest]', async () => {
  const admin = await newAdminClient(service, [choice()])
  await kept(service, admin.id, ['Yes'])
  assert.equal((await admin.send('PATCH', '', { questions: [choice(), freeText()] })).status, 200)
  await kept(service, admin.id, ['No', 'because'])
  const { responses } = await admin.get<Page>('/responses?order=newest')
  assert.deepEqual(
    responses.map(({ answers }) => answers),
    [
      ['No', 'because'],
      ['Yes', null],
    ],
  )
})

test('a page has a hundred by default and a thousand at most [dashboard-responses-limit]', async () => {
  const admin = await newAdminClient(service, [choice()])
  await Promise.all(Array.from({ length: 1_001 }, () => kept(service, admin.id, ['Yes'])))
  const { responses, next } = await admin.get<Page>('/responses')
  assert.deepEqual([responses.length, next], [100, 100])
  const most = await admin.get<Page>('/responses?limit=1000')
  assert.deepEqual([most.responses.length, most.next], [1_000, 1_000])
  for (const limit of ['0', '1001', '-1', '1.5', 'x', '', '1&limit=2'])
    assertRefused(await admin.send('GET', `/responses?limit=${limit}`), 400, LIMIT)
  for (const after of ['-1', 'x', '', '1e3', '9999999999999999'])
    assertRefused(await admin.send('GET', `/responses?after=${after}`), 400, 'after must be a whole number')
  for (const other of ['page=2', 'offset=50', 'since=2999-01-01T00:00:00Z', 'sort=id', 'order=x'])
    assert.deepEqual((await admin.get<Page>(`/responses?${other}`)).responses, responses, other)
})

test('a removed response is gone, and so is its share of the counts [dashboard-remove-response]', async () => {
  const admin = await newAdminClient(service, [choice(), rating('How?', optional), freeText('Why?', optional), board()])
  const gone = await kept(service, admin.id, ['Yes', 10, 'because'])
  const stays = await kept(service, admin.id, ['Yes', 1, null])
  // An option’s position changes, and its own count must still be decreased.
  await admin.send('PATCH', '', {
    questions: [choice('Coming?', ['No', 'Yes']), rating('How?', optional), freeText('Why?', optional), board()],
  })
  const answer = await admin.send('DELETE', `/responses/${gone.id}`)
  assert.deepEqual([answer.status, answer.text], [204, ''])
  const { response_count, results } = await admin.get()
  assert.equal(response_count, 1)
  assert.deepEqual(results?.[0]?.tally, [
    { option: 'No', count: 0 },
    { option: 'Yes', count: 1 },
  ])
  assert.deepEqual([results?.[1]?.answered, results?.[1]?.mean, results?.[2]?.answered], [1, 1, 0])
  assert.deepEqual(
    (await admin.get<Page>('/responses')).responses.map(({ id }) => id),
    [stays.id],
  )
  for (const id of [gone.id, stays.id.toUpperCase(), randomUUID(), 'no-uuid'])
    assertRefused(await admin.send('DELETE', `/responses/${id}`), 404, 'not found')
})

test('once all responses are removed, questions are edited as if there had been none [dashboard-remove-response]', async () => {
  const admin = await newAdminClient(service, [choice('Which?', ['A', 'B', 'C']), rating()])
  const rows = [await kept(service, admin.id, ['A', 1]), await kept(service, admin.id, ['B', 2])]
  for (const { id } of rows) assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
  const edits = [
    [choice('Which?', ['B', 'D']), rating()],
    [rating('How?'), choice('Who?', ['X', 'Y'])],
    [choice('Which?', ['Y', 'X'])],
  ]
  for (const questions of edits) bodyOf(await admin.send('PATCH', '', { questions }))
  await kept(service, admin.id, ['X'])
  const { results } = await admin.get<{ results: { tally: unknown }[] }>()
  const tally = [
    { option: 'Y', count: 0 },
    { option: 'X', count: 1 },
  ]
  assert.deepEqual(results, [{ index: 0, type: 'multiple_choice', text: 'Which?', answered: 1, tally }])
})

test('another survey’s response is 404, and stays [dashboard-remove-response]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const other = await newAdminClient(service, [choice()])
  await kept(service, admin.id, ['Yes'])
  const { id } = await kept(service, other.id, ['Yes'])
  assertRefused(await admin.send('DELETE', `/responses/${id}`), 404, 'not found')
  assert.equal((await other.get()).response_count, 1)
})

test('parallel removals subtract a response once, even while others arrive [dashboard-remove-once]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const { id } = await kept(service, admin.id, ['Yes'])
  const removals = Array.from({ length: 8 }, () => admin.send('DELETE', `/responses/${id}`))
  const sends = Array.from({ length: 20 }, () => kept(service, admin.id, ['No']))
  const statuses = (await Promise.all(removals)).map(({ status }) => status).sort()
  await Promise.all(sends)
  assert.deepEqual(statuses, [204, 404, 404, 404, 404, 404, 404, 404])
  const { response_count, results } = await admin.get()
  assert.equal(response_count, 20)
  assert.deepEqual(results?.[0]?.tally, [
    { option: 'Yes', count: 0 },
    { option: 'No', count: 20 },
  ])
})

test('a repeated send of a removed response is not stored again, even when the survey is closed [removed-response-stays-removed]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const [key, another] = [randomUUID(), randomUUID()]
  const { id } = await kept(service, admin.id, ['Yes'], { key })
  assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
  const again = () => submit(service, admin.id, ['Yes'], { key })
  assertRefused(await again(), 404, 'this response was removed', 'response_removed')
  assert.equal((await submit(service, admin.id, ['No'], { key })).status, 201)
  const second = await kept(service, admin.id, ['Yes'], { key: another })
  assert.equal((await kept(service, admin.id, ['Yes'], { key: another })).id, second.id)
  await admin.send('PATCH', '', { status: 'closed' })
  assertRefused(await again(), 404, 'this response was removed', 'response_removed')
  const { response_count } = bodyOf<{ response_count: number }>(await admin.send('GET'))
  assert.equal(response_count, 2)
})

test('nor is it stored again after the questions have changed [removed-response-stays-removed]', async () => {
  const admin = await newAdminClient(service, [freeText('Why?', optional), choice(), rating()])
  const key = randomUUID()
  const answers = [' ', 'Yes', 7]
  const { id } = await kept(service, admin.id, answers, { key })
  assert.equal((await admin.send('DELETE', `/responses/${id}`)).status, 204)
  const again = () => submit(service, admin.id, answers, { key })
  for (const questions of [[choice(), rating(), freeText()], [choice()], [choice('Coming?', ['No'], optional)]]) {
    bodyOf(await admin.send('PATCH', '', { questions }))
    assertRefused(await again(), 404, 'this response was removed', 'response_removed')
    for (const other of [{ key: randomUUID() }, {}])
      assert.equal((await submit(service, admin.id, answers, other)).status, 400)
    for (const others of [[' ', 'No', 7], [{}, 'Yes', 7], 'Yes'])
      assert.equal((await submit(service, admin.id, others as never, { key })).status, 400)
  }
})
