import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  assertRefused,
  board,
  choice,
  freeText,
  kept,
  optional,
  type Row,
  rating,
  repeat,
  submit,
} from '../api/fixtures.ts'
import { type Service, startService } from '../harness.ts'
import { type AdminClient, newAdminClient } from './admin-client.ts'

interface Page {
  readonly responses: readonly Row[]
  readonly next: number | null
}

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

const texts = [freeText('Why?', optional), freeText('What else?', optional)]

test('a text is found in any free-text answer or in those to one question, whatever the case, accents and order [dashboard-search, dashboard-search-folded]', async () => {
  const admin = await newAdminClient(service, [choice('Drink?', ['Tea', 'Coffee']), ...texts])
  const first = await kept(service, admin.id, ['Coffee', 'The CAFÉ, of course', null])
  await kept(service, admin.id, ['Coffee', 'no idea', ''])
  const third = await kept(service, admin.id, ['Tea', null, 'the cafe\u0301'])
  await kept(service, admin.id, ['Tea'])
  const found = (query: string) => admin.get(`/responses?${query}`)
  const text = `text=${encodeURIComponent('café')}`
  assert.deepEqual(await found(text), { responses: [first, third], next: null, cursor: '4' })
  assert.deepEqual(await found('text=+the+++cafe+'), { responses: [first, third], next: null, cursor: '4' })
  assert.deepEqual(await found(`${text}&order=newest`), { responses: [third, first], next: null })
  assert.deepEqual(await found(`${text}&question=1`), { responses: [first], next: null, cursor: '4' })
  assert.deepEqual(await found(`${text}&question=2`), { responses: [third], next: null, cursor: '4' })
  assert.deepEqual(await found('text=coffee'), { responses: [], next: null, cursor: '4' })
  assert.equal((await admin.get<Page>('/responses?text=+&limit=10')).responses.length, 4)
})

test('pages of results follow one another, across removed responses, and end with null [dashboard-search]', async () => {
  const admin = await newAdminClient(service, texts)
  const rows: Row[] = []
  for (let n = 1; n <= 6; n++) rows.push(await kept(service, admin.id, [n % 2 ? 'odd' : 'even']))
  assert.equal((await admin.send('DELETE', `/responses/${rows[2]?.id}`)).status, 204)
  const [one, , , , five] = rows
  assert.deepEqual(await admin.get('/responses?text=odd&limit=1'), { responses: [one], next: 1, cursor: '1' })
  assert.deepEqual(await admin.get('/responses?text=odd&limit=1&after=1'), { responses: [five], next: 5, cursor: '5' })
  assert.deepEqual(await admin.get('/responses?text=odd&limit=1&after=5'), { responses: [], next: null, cursor: '6' })
  assert.deepEqual(await admin.get('/responses?text=odd&limit=2&after=0'), {
    responses: [one, five],
    next: 5,
    cursor: '5',
  })
  assert.deepEqual(await admin.get('/responses?text=odd&limit=1&order=newest'), { responses: [five], next: 5 })
  assert.deepEqual(await admin.get('/responses?text=odd&limit=1&order=newest&after=5'), {
    responses: [one],
    next: null,
  })
})

test('finds responses that answered a question, even one that was added later [dashboard-search-question]', async () => {
  const admin = await newAdminClient(service, [choice('Coming?', ['Yes', 'No'], optional)])
  await kept(service, admin.id, ['Yes'])
  const questions = [choice('Coming?', ['Yes', 'No'], optional), rating('How?', optional), ...texts, board()]
  assert.equal((await admin.send('PATCH', '', { questions })).status, 200)
  const second = await kept(service, admin.id, [null, 3, 'because'])
  assert.deepEqual(await admin.get('/responses?question=1'), { responses: [second], next: null, cursor: '2' })
  assert.deepEqual(await admin.get('/responses?question=2&text='), { responses: [second], next: null, cursor: '2' })
  assert.deepEqual(await admin.get('/responses?question=3'), { responses: [], next: null, cursor: '2' })
  const { responses } = await admin.get<Page>('/responses?question=0&order=newest')
  assert.deepEqual(
    responses.map(({ answers }) => answers),
    [['Yes', null, null, null, null]],
  )
})

test('an invalid search is refused with a reason [dashboard-search-refused]', async () => {
  const admin = await newAdminClient(service, [choice(), ...texts, board()])
  const refused = async (query: string, reason: string) =>
    assertRefused(await admin.send('GET', `/responses?${query}`), 400, reason)
  await refused(`text=${'x'.repeat(201)}`, 'text must be sent once, with at most 200 characters')
  await refused('text=a&text=b', 'text must be sent once, with at most 200 characters')
  for (const index of ['', 'x', '-1']) await refused(`question=${index}`, 'question must be a whole number')
  for (const index of [0, 3, 4])
    await refused(`text=a&question=${index}`, 'question must be the index of a free_text question')
  for (const index of [3, 4])
    await refused(`question=${index}`, 'question must be the index of a question that takes answers')
})

test('one request searches at most 2,000 responses, in either order, without blocking others [dashboard-search-bounded]', async () => {
  const admin = await newAdminClient(service, texts)
  const last = await kept(service, admin.id, ['needle'])
  for (const { status } of await repeat(2_000, () => submit(service, admin.id, ['hay']))) assert.equal(status, 201)
  const first = await kept(service, admin.id, ['needle'])
  const after = '&after=1'
  assert.deepEqual(await admin.get(`/responses?text=needle${after}`), { responses: [], next: 2_001, cursor: '2001' })
  assert.deepEqual(await admin.get('/responses?text=needle&after=2001'), {
    responses: [first],
    next: null,
    cursor: '2002',
  })
  const newest = '/responses?text=needle&order=newest'
  assert.deepEqual(await admin.get(newest), { responses: [first], next: 3 })
  assert.deepEqual(await admin.get(`${newest}&after=3`), { responses: [last], next: null })
  const turns = await turnsDuring(() => admin.get('/responses?text=nowhere'))
  assert.ok(turns >= 40, `${turns} turns`)
})

test('one request reads at most 4,000,000 characters, even without a search [dashboard-search-bounded, dashboard-responses-limit]', async () => {
  const admin = await newAdminClient(
    service,
    Array.from({ length: 20 }, () => freeText()),
  )
  for (let n = 0; n < 24; n++) await keepLong(admin)
  assert.deepEqual(await admin.get('/responses?text=nowhere'), { responses: [], next: 20, cursor: '20' })
  assert.deepEqual(await admin.get('/responses?text=nowhere&after=20'), { responses: [], next: null, cursor: '24' })
  const { responses, next } = await admin.get<Page>('/responses')
  assert.deepEqual([responses.length, next], [20, 20])
  const turns = await turnsDuring(() => admin.get('/responses?text=nowhere'))
  assert.ok(turns >= 32, `${turns} turns`)
})

function keepLong({ id }: AdminClient): Promise<Row> {
  return kept(
    service,
    id,
    Array.from({ length: 20 }, () => 'x'.repeat(10_000)),
  )
}

/** Turns of the event loop, which the service shares with this test, during an action. */
async function turnsDuring(act: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const next = () => {
    turns++
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await act()
  isOver = true
  return turns
}
