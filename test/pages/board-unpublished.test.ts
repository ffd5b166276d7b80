import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { board, bodyOf, choice } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { listenTo } from '../dashboard/stream.ts'
import { ENGINE, newDatabase } from '../database.ts'
import { call, startService } from '../harness.ts'
import { listen } from './event-stream.ts'

interface Item {
  readonly id: string
  readonly text: string
  readonly sequence: number
}

const service = await startService({ respondentLimit: 0 })
after(() => service.close())

test('nothing that respondents get depends on a question that is held, or that was not shown before [board-unpublished-silent]', async () => {
  const { id, ask, state, vote, revision, admin } = await moderatedBoard()
  const seen = await ask('What is seen')
  await state(seen, 'shown')
  const phone = await followed(id, seen, vote)
  const dashboard = await listenTo(service, `/admin/api/${id}/events`, { authorization: `Bearer ${admin.adminToken}` })
  const before = await revision()
  const held = await ask('What is held')
  const refused = await ask('What is refused')
  await state(refused, 'hidden')
  await state(refused, 'held')
  while (!dashboard.lastChange().items?.some(item => item.id === refused)) await dashboard.event()
  assert.equal(await revision(), before)
  const current = await listen(service, id, { revision: before })
  await vote(seen)
  assert.deepEqual(await phone.next(), { index: 0, items: [{ id: seen, votes: 4, answered: false }], removed: [] })
  for (const text of [phone.text(), current.text()]) for (const one of [held, refused]) assert.ok(!text.includes(one))
  assert.notEqual(await revision(), before)
  await state(held, 'shown')
  assert.deepEqual(await phone.next(), {
    index: 0,
    items: [{ id: held, text: 'What is held', votes: 0, answered: false }],
    removed: [],
  })
  await state(held, 'hidden')
  assert.deepEqual(await phone.next(), { index: 0, items: [], removed: [held] })
  for (const stream of [phone, current, dashboard]) await stream.end()
})

test('a page that was open while the server restarted has missed nothing [respondent-events-resume]', async t => {
  const database = await newDatabase()
  t.after(() => database.drop())
  const first = await startService({ database })
  const { id } = await newAdminClient(first, [board()])
  const path = `/s/${id}/board/0`
  const item = bodyOf<Item>(await call(first, 'POST', path, { body: { text: 'Why?' } }), 201).id
  const revision = /data-revision="([^"]*)"/.exec((await call(first, 'GET', `/s/${id}`)).text)?.[1]
  await first.close()
  const second = await startService({ database })
  t.after(() => second.close())
  const stream = await listen(second, id, { revision })
  const next = async () => {
    await call(second, 'PUT', `${path}/${item}/vote`, { body: { voter: randomUUID() } })
    return stream.next()
  }
  let change = await next()
  // A change from before the stream may be reported again, without its items.
  while (ENGINE === 'postgres' && change.items === undefined) change = await next()
  assert.partialDeepStrictEqual(change.items, [{ id: item, text: 'Why?' }])
  await stream.end()
})

test('a projector hears of a board when respondents see a change [board-unpublished-silent]', async () => {
  const { id, ask, state, admin } = await moderatedBoard()
  const seen = await ask('What is seen')
  await state(seen, 'shown')
  const token = bodyOf<{ url: string }>(await admin.send('POST', '/projector')).url.slice(-64)
  const projector = await listenTo(service, `/p/api/${token}/events`)
  const dashboard = await listenTo(service, `/admin/api/${id}/events`, { authorization: `Bearer ${admin.adminToken}` })
  const held = await ask('What is held')
  while (!dashboard.lastChange().items?.some(item => item.id === held)) await dashboard.event()
  await call(service, 'POST', `/s/${id}/responses`, { body: { answers: [null, 'Yes'] } })
  const events: string[] = []
  for (let results = 0; results < 2; ) {
    const event = await projector.event()
    events.push('board' in event ? 'board' : 'results')
    if ('results' in event) results++
  }
  // On PostgreSQL, a change from before the stream may be reported again.
  if (ENGINE === 'sqlite') assert.deepEqual(events, ['results', 'board', 'results'])
  for (const stream of [projector, dashboard]) await stream.end()
})

test('the order of a board says when questions appeared, in groups of five, and not when they were asked [board-public-order]', async () => {
  const { id, ask, state, read } = await moderatedBoard()
  const asked: string[] = []
  for (let at = 0; at < 12; at++) asked.push(await ask(`${at}`))
  const shown = asked.toSorted()
  for (const item of shown) await state(item, 'shown')
  const numbers = (items: readonly Item[]) => items.map(item => [item.id, item.sequence])
  const groups = [...shown.slice(0, 5).map(item => [item, 5]), ...shown.slice(5).map(item => [item, 12])]
  assert.deepEqual(numbers(await read()), groups)
  assert.deepEqual(numbers(await read('?order=new')), [...groups.slice(5), ...groups.slice(0, 5)])
  // Hiding one moves no other, and leaves no gap.
  await ask('never shown')
  await state(shown[1] ?? '', 'hidden')
  const left = [...groups.slice(0, 1), ...groups.slice(2)].map(([item, number]) => [item, Number(number) - 1])
  assert.deepEqual(numbers(await read()), left)
  const { text } = await call(service, 'GET', `/s/${id}`)
  assert.deepEqual(
    new Set([...text.matchAll(/data-sequence="(\d+)" /g)].map(([, number]) => number)),
    new Set(['0', '4', '11']),
  )
})

test('whoever has all responses and all questions cannot tell which belong together [board-public-order, export-boards]', async () => {
  const admin = await newAdminClient(service, [board(), choice('Coming?', ['Yes', 'No'])])
  const { id } = admin
  const asked: string[] = []
  for (let at = 0; at < 23; at++) {
    asked.push(bodyOf<Item>(await call(service, 'POST', `/s/${id}/board/0`, { body: { text: `${at}` } }), 201).id)
    bodyOf(await call(service, 'POST', `/s/${id}/responses`, { body: { answers: [null, 'Yes'] } }), 201)
  }
  const publicly = bodyOf<{ items: Item[] }>(await call(service, 'GET', `/s/${id}/board/0?order=new`)).items
  const fives = Map.groupBy(publicly, ({ sequence }) => sequence)
  assert.deepEqual(
    [...fives].map(([number, items]) => [number, items.length]),
    [
      [23, 8],
      [15, 5],
      [10, 5],
      [5, 5],
    ],
  )
  const byId = (items: readonly { id: string }[]) => items.map(item => item.id)
  for (const items of fives.values()) assert.deepEqual(byId(items), byId(items).toSorted())
  const moderated = await admin.get<{ items: Item[] }>('/board/0')
  assert.deepEqual(byId(moderated.items), asked.toSorted())
})

/** A survey with a moderated board and a choice. */
async function moderatedBoard() {
  const admin = await newAdminClient(service, [board('Ask', { moderated: true }), choice('Coming?', ['Yes', 'No'])])
  const { id } = admin
  return {
    id,
    admin,
    ask: async (text: string) =>
      bodyOf<{ id: string }>(await call(service, 'POST', `/s/${id}/board/0`, { body: { text } }), 201).id,
    state: async (item: string, state: string) => void bodyOf(await admin.send('PATCH', `/board/0/${item}`, { state })),
    vote: async (item: string) =>
      void bodyOf(await call(service, 'PUT', `/s/${id}/board/0/${item}/vote`, { body: { voter: randomUUID() } })),
    read: async (query = '') => bodyOf<{ items: Item[] }>(await call(service, 'GET', `/s/${id}/board/0${query}`)).items,
    revision: async () => /data-revision="([^"]*)"/.exec((await call(service, 'GET', `/s/${id}`)).text)?.[1],
  }
}

/**
 * A stream that has received three votes for an item. On PostgreSQL, a change from before the stream may be reported again, for two
 * seconds at most: until then votes are sent apart.
 */
async function followed(id: string, item: string, vote: (item: string) => Promise<void>) {
  const stream = await listen(service, id)
  for (let votes = 1; votes <= 3; votes++) {
    await vote(item)
    while (!(await stream.next()).items?.some(one => one.id === item && one.votes === votes));
  }
  return stream
}
