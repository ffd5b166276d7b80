import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { startService } from '../harness.ts'
import {
  assertInvalid,
  bodyOf,
  choice,
  freeText,
  HOUR,
  kept,
  newApi,
  optional,
  rating,
  submit,
  UUID_V4,
} from './fixtures.ts'

const service = await startService()
after(() => service.close())

test('a key sent again with the same answers gets the first result and stores one row [submission-key-once, response-id-uuid, uuid-v4-shape]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  const key = randomUUID()
  const first = await kept(service, id, ['x'], { key })
  assert.match(first.id, UUID_V4)
  assert.notEqual(first.id, key)
  service.clock.advance(HOUR)
  for (let times = 0; times < 3; times++) assert.deepEqual(await kept(service, id, ['x'], { key }), first)
  const { responses, response_count } = await api.read(id)
  assert.deepEqual({ responses, response_count }, { responses: [first], response_count: 1 })
  assert.equal((await api.aggregate(id)).results[0]?.answered, 1)
})

test('sent in parallel, it is stored once too [submission-key-once]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating()])
  const key = randomUUID()
  const rows = await Promise.all(Array.from({ length: 30 }, () => kept(service, id, [7], { key })))
  for (const row of rows) assert.deepEqual(row, rows[0])
  assert.deepEqual((await api.read(id)).responses, [rows[0]])
  assert.equal((await api.aggregate(id)).results[0]?.answered, 1)
})

test('the same key with other answers is another response [submission-key-other-answers]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  const key = randomUUID()
  const rows = [await kept(service, id, ['x'], { key }), await kept(service, id, ['y'], { key })]
  assert.notEqual(rows[0]?.id, rows[1]?.id)
  assert.deepEqual(await kept(service, id, ['x'], { key }), rows[0])
  assert.deepEqual((await api.read(id)).responses, rows)
})

test('the same key and answers in another survey are another response [submission-key-other-answers]', async () => {
  const api = await newApi(service)
  const key = randomUUID()
  const [one, two] = [await api.create([freeText()]), await api.create([freeText()])]
  assert.notEqual((await kept(service, one.id, ['x'], { key })).id, (await kept(service, two.id, ['x'], { key })).id)
})

test('without a key each submission is another response [submission-without-key, response-id-uuid]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([freeText()])
  const rows = await Promise.all(Array.from({ length: 10 }, () => kept(service, id, ['x'])))
  assert.equal(new Set(rows.map(row => row.id)).size, 10)
  for (const row of rows) assert.match(row.id, UUID_V4)
  assert.equal((await api.read(id)).response_count, 10)
})

test('keys are compared by the answers as stored [submission-key-stored-answers]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([rating(), freeText('Why?', optional), freeText('And?', optional)])
  const key = randomUUID()
  const first = await kept(service, id, [5], { key })
  for (const same of [
    [5, null],
    [5, ' '],
    [5, '', '\n'],
    [5, null, null],
  ]) {
    assert.deepEqual(await kept(service, id, same, { key }), first)
  }
  assert.notEqual((await kept(service, id, [5, 'x'], { key })).id, first.id)
  assert.equal((await api.read(id)).response_count, 2)
})

test('a repeated send is 201 with the first row even after the survey closed, expired or changed [submission-key-before-status]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([choice()])
  const path = `/surveys/${id}`
  const key = randomUUID()
  const first = await kept(service, id, ['Yes'], { key })
  bodyOf(await api.patch(path, { status: 'closed' }))
  assert.deepEqual(await kept(service, id, ['Yes'], { key }), first)
  bodyOf(await api.patch(path, { status: 'open' }))
  await service.setExpiry(id, service.clock.now() - HOUR)
  assert.deepEqual(await kept(service, id, ['Yes'], { key }), first)
  await service.setExpiry(id, null)
  bodyOf(await api.patch(path, { questions: [choice(), rating('A new one, required')] }))
  const { id: sameId } = await kept(service, id, ['Yes'], { key })
  assert.equal(sameId, first.id)
  assert.equal((await api.read(id)).response_count, 1)
})

test('other answers with that key are refused by a closed survey [submission-key-before-status]', async () => {
  const api = await newApi(service)
  const { id } = await api.create([choice()])
  const key = randomUUID()
  await kept(service, id, ['Yes'], { key })
  bodyOf(await api.patch(`/surveys/${id}`, { status: 'closed' }))
  for (const more of [{ key: randomUUID() }, {}]) assert.equal((await submit(service, id, ['Yes'], more)).status, 409)
  assert.equal((await submit(service, id, ['No'], { key })).status, 409)
})

test('a refused submission does not use up its key [submission-key-once]', async () => {
  const { create } = await newApi(service)
  const { id } = await create([rating()])
  const key = randomUUID()
  assert.equal((await submit(service, id, [11], { key })).status, 400)
  await kept(service, id, [10], { key })
})

const malformed = [
  '',
  'x',
  '7d8f3c7e',
  '7d8f3c7e-3a3e-4bb8-9d2c-0d8f6d7d9c1',
  '7d8f3c7e3a3e4bb89d2c0d8f6d7d9c10x',
  5,
  true,
  null,
  [],
  {},
]
for (const key of [...malformed, [randomUUID()], `${randomUUID()} `, 'x'.repeat(10_000)]) {
  test(`a key that is not a UUID is 400: ${JSON.stringify(key).slice(0, 40)} [submission-malformed-key]`, async () => {
    const api = await newApi(service)
    const { id } = await api.create([freeText()])
    assertInvalid(await submit(service, id, ['x'], { key }))
    assert.equal((await api.read(id)).response_count, 0)
  })
}
