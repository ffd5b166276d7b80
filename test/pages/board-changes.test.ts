import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Boards } from '../../src/service/boards/boards.ts'
import { Responses } from '../../src/service/responses/responses.ts'
import { board, bodyOf, newApi } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { ENGINE } from '../database.ts'
import { call, type Service, startService } from '../harness.ts'
import { boardItemIds } from '../setup/surveys.ts'
import { type ChangedItem, listen } from './event-stream.ts'

interface List {
  readonly items: readonly ChangedItem[]
  readonly next?: number
}

/** A question of the maximum length. */
const LONG = 'x'.repeat(500)
const PHONES = 30

let service: Service

before(async () => {
  service = await startService({ respondentLimit: 0 })
})
after(() => service.close())

test('a long list comes in pages of 100, each question once, and a page that is not a number is 404 [board-list-pages]', async () => {
  const { id, items, read } = await newBoard(210)
  const pages = [await read(), await read('?page=2'), await read('?page=3')]
  assert.deepEqual(
    pages.map(page => [page.items.length, page.next]),
    [
      [100, 2],
      [100, 3],
      [10, undefined],
    ],
  )
  assert.deepEqual(
    pages.flatMap(page => page.items.map(item => item.id)),
    inGroups(items),
  )
  assert.deepEqual(await read('?page=1'), pages[0])
  assert.deepEqual(await read('?page=4'), { items: [] })
  for (const page of ['0', '-1', 'x', '', '1.5', '100000'])
    assert.equal((await call(service, 'GET', `/s/${id}/board/0?page=${page}`)).status, 404, page)
})

test('the page of a survey has the first 100 and the newest and, without JavaScript, leads to the others [board-page-first, board-order, board-list-order]', async () => {
  const { id, items, read, vote } = await newBoard(210)
  await vote(items[200])
  const { text } = await call(service, 'GET', `/s/${id}`)
  const first = (await read()).items.map(item => item.id)
  assert.equal(first[0], items[200])
  const { items: latest } = await read('?order=new')
  assert.deepEqual(
    latest.map(item => item.id),
    inGroups(items.toReversed()).slice(0, 100),
  )
  assert.equal((await call(service, 'GET', `/s/${id}/board/0?order=old`)).status, 404)
  const seen = idsIn(text).slice(0, -1)
  assert.deepEqual(seen.toSorted(), [...new Set([...first, ...items.slice(200)])].toSorted())
  assert.deepEqual(seen.slice(0, 2), [items[200], items.slice(205).toSorted()[0]])
  const link = (page: string) => /<a [^>]*href="([^"]*board[^"]*)"[^>]*>Show more questions/.exec(page)?.[1] ?? ''
  const second = await call(service, 'GET', link(text).replaceAll('&amp;', '&'))
  assert.equal(second.headers.get('cache-control'), 'no-store')
  assert.match(second.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
  assert.deepEqual(
    idsIn(second.text),
    (await read('?page=2')).items.map(item => item.id),
  )
  const third = await call(service, 'GET', link(second.text).replaceAll('&amp;', '&'))
  assert.equal(idsIn(third.text).length, 10)
  assert.equal(link(third.text), '')
  for (const path of ['board/1/list', 'board/x/list', 'board/0/list?page=0'])
    assert.equal((await call(service, 'GET', `/s/${id}/${path}`)).status, 404, path)
})

test('a survey with many boards shows fewer questions of each, and still leads to all', async () => {
  const api = await newApi(service)
  const { id } = await api.create(Array.from({ length: 25 }, () => board()))
  for (let round = 0; round < 30; round++)
    await Promise.all(
      [0, 24].map(index => call(service, 'POST', `/s/${id}/board/${index}`, { body: { text: 'Why?' } })),
    )
  const { text } = await call(service, 'GET', `/s/${id}`)
  assert.equal(idsIn(text).filter(item => item !== '').length, 20, 'ten with most votes and the newest ten')
  assert.deepEqual(
    [...text.matchAll(/data-pages="(\d)">/g)].map(([, pages]) => pages),
    Array.from({ length: 25 }, () => '0'),
  )
  const next = [...text.matchAll(/class="button quiet" href="[^"]*board\/(\d+)\/list\?page=1&/g)].map(
    ([, index]) => index,
  )
  assert.deepEqual(next, ['0', '20', '21', '22', '23', '24'])
})

test('a vote sends each phone a short event, without reading or rendering anything [respondent-events-change]', async t => {
  const { id, items, vote } = await newBoard(120, LONG)
  const phones = await Promise.all(Array.from({ length: PHONES }, () => listen(service, id)))
  for (const phone of phones)
    assert.deepEqual([await phone.next(), (await phone.next()).status], [{ index: 0 }, 'open'])
  await vote(items[0])
  for (const phone of phones) await phone.next()
  const reads = t.mock.method(Boards.prototype, 'list').mock
  const changes = t.mock.method(Boards.prototype, 'changes').mock
  await vote(items[0])
  for (const phone of phones) {
    const change = { index: 0, items: [{ id: items[0], votes: 2, answered: false }], removed: [] }
    assert.deepEqual(await phone.next(), change)
    assert.ok(phone.lastLength() < 250, `${phone.lastLength()}`)
    await phone.end()
  }
  assert.deepEqual([reads.callCount(), changes.callCount()], [0, 1])
})

test('a board or its page is read and rendered once after a change, however many people load it', async t => {
  const { id, items, vote, read } = await newBoard(3)
  const mocks = (['publicList', 'audienceList'] as const).map(name => t.mock.method(Boards.prototype, name).mock)
  const readCount = () => mocks.reduce((sum, mock) => sum + mock.callCount(), 0)
  for (const path of [`/s/${id}/board/0`, `/s/${id}`, `/s/${id}/board/0/list`]) {
    await vote(items[0])
    const before = readCount()
    const load = () => Promise.all(Array.from({ length: PHONES }, () => call(service, 'GET', path)))
    for (const { status } of [...(await load()), ...(await load())]) assert.equal(status, 200)
    assert.equal(readCount() - before, 1, path)
  }
  assert.equal((await read()).items[0]?.votes, 3)
})

test('an event has the text of a question that enters the first page, and the ids of those that left the board [respondent-events-change]', async t => {
  const { id, items, ask, vote, moderate, textOf } = await newBoard(120)
  const phone = await listen(service, id)
  for (let event = 0; event < 2; event++) await phone.next()
  await vote(items[0])
  await phone.next()
  const changeAfter = async (act: () => Promise<unknown>) => {
    await act()
    const { index: _, ...change } = await phone.next()
    return change
  }
  const [third, last] = [items[2], items[119]]
  // Equal ones of a group are in the order of their ids.
  const [entering, hundredth] = items.slice(95, 100).toSorted().slice(-2)
  // Phones have the newest questions, whatever their votes.
  assert.deepEqual(await changeAfter(() => vote(last)), {
    items: [{ id: last, votes: 1, answered: false }],
    removed: [],
  })
  // The last one pushed the hundredth off the first page, and now it returns.
  assert.deepEqual(await changeAfter(() => vote(hundredth)), {
    items: [{ id: hundredth, text: textOf(hundredth), votes: 1, answered: false, sequence: 100 }],
    removed: [],
  })
  const asked = await changeAfter(() => ask('Is it warm?'))
  // It is the newest wherever it arrives, however many questions have been removed since.
  assert.deepEqual(asked.items, [{ id: asked.items?.[0]?.id, text: 'Is it warm?', votes: 0, answered: false }])
  await phone.end()
  const other = await listen(service, id)
  for (let event = 0; event < 2; event++) await other.next()
  await vote(items[0])
  await other.next()
  await moderate(third, 'hidden')
  const { items: entered, removed } = await other.next()
  assert.deepEqual(removed, [third])
  assert.deepEqual(
    entered?.map(({ text }) => text),
    [textOf(entering)],
  )
  // After a failed read, phones read the list again, which that one has meanwhile left.
  t.mock.method(Responses.prototype, 'publicSurvey', () => Promise.reject(new Error('unreadable')), { times: 1 })
  await vote(items[105])
  assert.deepEqual(await other.next(), { index: 0 })
  await vote(entering)
  const { items: again } = await other.next()
  assert.deepEqual(
    again?.map(({ text }) => text),
    [textOf(entering)],
  )
  await other.end()
})

test('a change with more text than an event may have names only the board [respondent-events-change]', async () => {
  const { id, items, ask } = await newBoard(1)
  const phone = await listen(service, id)
  for (let event = 0; event < 2; event++) await phone.next()
  await call(service, 'PUT', `/s/${id}/board/0/${items[0]}/vote`, { body: { voter: randomUUID() } })
  await phone.next()
  await Promise.all(Array.from({ length: 99 }, () => ask('🙂'.repeat(500))))
  let announced = 0
  let isNamed = false
  while (announced < 99 && !isNamed) {
    const { items: added } = await phone.next()
    announced += added?.length ?? 0
    isNamed = added === undefined
    assert.ok(phone.lastLength() < 16_384, `${phone.lastLength()}`)
  }
  assert.ok(isNamed)
  await phone.end()
})

test('a stream for an up-to-date page begins without an event [respondent-events-resume]', async () => {
  const { id, items, vote, textOf } = await newBoard(2)
  const { text } = await call(service, 'GET', `/s/${id}`)
  const revision = /data-revision="([\w-]{16})"/.exec(text)?.[1]
  const current = await listen(service, id, { revision })
  await vote(items[1])
  let change = await current.next()
  // If processes share a database, a change from before the stream may be reported again, without its items (0048).
  while (ENGINE === 'postgres' && change.items === undefined) change = await current.next()
  assert.deepEqual(change.items, [{ id: items[1], text: textOf(items[1]), votes: 1, answered: false }])
  const outdated = await listen(service, id, { revision })
  assert.deepEqual(await outdated.next(), { index: 0 })
  for (const stream of [current, outdated]) await stream.end()
})

/** A survey with a board with this many questions, oldest first. */
async function newBoard(count: number, suffix = '') {
  const admin = await newAdminClient(service, [board()])
  const { id } = admin
  const ask = async (text: string) =>
    bodyOf<{ id: string }>(await call(service, 'POST', `/s/${id}/board/0`, { body: { text } }), 201).id
  const read = async (query = '') => bodyOf<List>(await call(service, 'GET', `/s/${id}/board/0${query}`))
  await Promise.all(Array.from({ length: count }, (_, at) => ask(suffix || `${at}`)))
  const asked: ChangedItem[] = []
  for (let page: number | undefined = 1; page !== undefined; ) {
    const { items, next }: List = await read(`?page=${page}`)
    asked.push(...items)
    page = next
  }
  const items = await boardItemIds(service, id)
  await untilNotified(id, items[0])
  return {
    id,
    items,
    ask,
    read,
    textOf: (item = '') => asked.find(({ id }) => id === item)?.text,
    vote: async (item = '') => {
      const { status } = await call(service, 'PUT', `/s/${id}/board/0/${item}/vote`, { body: { voter: randomUUID() } })
      assert.equal(status, 200)
    },
    moderate: async (item = '', state: string) => {
      assert.equal((await admin.send('PATCH', `/board/0/${item}`, { state })).status, 200)
    },
  }
}

/** Groups of five have one number, and are in the order of their ids. */
function inGroups(ids: readonly string[]): string[] {
  return ids.flatMap((_, at) => (at % 5 === 0 ? ids.slice(at, at + 5).toSorted() : []))
}

function idsIn(page: string): (string | undefined)[] {
  return [...page.matchAll(/<li data-id="([^"]*)"/g)].map(([, id]) => id)
}

/**
 * On PostgreSQL notifications arrive shortly after their commit, in order. The test’s next change must not be combined
 * with them.
 */
async function untilNotified(survey: string, item: string | undefined): Promise<void> {
  if (item === undefined) return
  const stream = await listen(service, survey)
  const body = { voter: randomUUID() }
  for (const method of ['PUT', 'DELETE']) {
    assert.equal((await call(service, method, `/s/${survey}/board/0/${item}/vote`, { body })).status, 200)
    const votes = method === 'PUT' ? 1 : 0
    while (!(await stream.next()).items?.some(({ id, votes: found }) => id === item && found === votes));
  }
  await stream.end()
}
