import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { ChangeListener } from '../../src/store/change-notifications.ts'
import type { Engine } from '../../src/store/engine.ts'
import { board, choice, newApi, optional, submit } from '../api/fixtures.ts'
import { newAdminClient } from '../dashboard/admin-client.ts'
import { listenTo as listenToResults } from '../dashboard/stream.ts'
import { newDatabase } from '../database.ts'
import { call, type Service, startService } from '../harness.ts'
import { listen as listenTo, type StreamedData } from './event-stream.ts'

let service: Service

before(async () => {
  service = await startService()
})
after(() => service.close())

test('a stream begins with the current state, then reports closing and opening [respondent-events, respondent-events-initial]', async () => {
  const { api, id, path } = await survey([choice()])
  const stream = await listen(id)
  assert.deepEqual(await stateFrom(stream), { status: 'open', revision: 1 })
  await api.patch(path, { status: 'closed' })
  assert.deepEqual(await stateFrom(stream), { status: 'closed', revision: 2 })
  await api.patch(path, { status: 'open' })
  assert.deepEqual(await stateFrom(stream), { status: 'open', revision: 3 })
  await stream.end()
})

test('an event says which version of a page is current: another one after what concerns who is answering [respondent-events-version]', async () => {
  const admin = await newAdminClient(service, [choice('Soup?'), choice('Salad?')])
  const page = await (await fetch(`${service.baseUrl}/s/${admin.id}`)).text()
  const [, shown] = / data-version="([^"]+)"/.exec(page) ?? []
  const stream = await listen(admin.id)
  assert.equal((await stream.next()).version, shown)
  const versionAfter = async (change: object) => {
    assert.equal((await admin.send('PATCH', '', change)).status, 200)
    for (;;) {
      const { version } = await stream.next()
      if (version !== undefined) return version
    }
  }
  const matters = [
    { questions: [choice('Soup?'), choice('Cake?')] },
    { questions: [choice('Salad?'), choice('Soup?')] },
    { questions: [choice('Soup?'), choice('Salad?', undefined, optional)] },
    { questions: [choice('Soup?', ['No', 'Yes']), choice('Salad?')] },
    { questions: [choice('Soup?'), choice('Salad?'), choice('More?')] },
    { share_results: 'when_revealed' },
    { shared_device: true },
    { paced: true },
  ]
  const versions = [shown]
  for (const change of matters) versions.push(await versionAfter(change))
  assert.equal(new Set(versions).size, versions.length)
  const latest = versions.at(-1)
  for (const change of [{ theme: 'ocean' }, { language: 'de' }, { expires_at: null }]) {
    assert.equal(await versionAfter(change), latest)
  }
  const taken = { share_results: 'never', shared_device: false, paced: false }
  assert.equal(await versionAfter({ ...taken, questions: [choice('Soup?'), choice('Salad?')] }), shown)
  await stream.end()
})

test('the number of open page streams per address is limited; further ones are 429 until one ends [event-streams-limited]', async t => {
  const limited = await startService({ streamsPerAddress: 2, trustProxy: 1 })
  t.after(() => limited.close())
  const { id, admin_token } = await (await newApi(limited)).create([choice()])
  const ask = (address: string, path = `/s/${id}/events`, authorization = '') =>
    fetch(limited.baseUrl + path, { headers: { 'x-forwarded-for': address, ...(authorization && { authorization }) } })
  const open = [await ask('2001:db8::1'), await ask('2001:db8::2')]
  const refused = await ask('2001:db8::3')
  const { error } = (await refused.json()) as { error: string }
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30'])
  assert.equal(error, 'too many open event streams from this address; close some first')
  open.push(await ask('2001:db8:0:1::1'), await ask('2001:db8::3', `/admin/api/${id}/events`, `Bearer ${admin_token}`))
  await open[0]?.body?.cancel()
  while (open.length < 5) {
    const again = await ask('2001:db8::3')
    if (again.ok) open.push(again)
  }
  assert.deepEqual([...new Set(open.map(({ status }) => status))], [200])
  for (const { body } of open.slice(1)) await body?.cancel()
})

test('all of many streams get an event [respondent-events]', async () => {
  const { api, id, path } = await survey([choice()])
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(id)))
  for (const stream of streams) await stream.next()
  await api.patch(path, { status: 'closed' })
  assert.deepEqual(
    await Promise.all(streams.map(stateFrom)),
    streams.map(() => ({ status: 'closed', revision: 2 })),
  )
  for (const stream of streams) await stream.end()
})

test('changes close together are sent together, at most four times a second [respondent-events-coalesced]', async () => {
  const { api, id, path } = await survey([choice()])
  const stream = await listen(id)
  await stream.next()
  const startedAt = performance.now()
  for (let n = 0; n < 40; n++) await api.patch(path, { theme: n % 2 === 0 ? 'ocean' : 'rose' })
  let events = 0
  for (let revision = 0; revision < 41; events++) revision = (await stream.next()).revision ?? 0
  const quarters = Math.ceil((performance.now() - startedAt) / 250)
  assert.ok(events <= quarters + 1, `${events} events in ${quarters} quarters of a second`)
  await stream.end()
})

describe('changes are reported together, whoever joins meanwhile [respondent-events-coalesced]', () => {
  const ROUNDS = 10

  /**
   * Counts the events about changes between which others join.
   * @param change makes one more change, and resolves when it is stored
   * @param isLast whether an event has all of them
   */
  async function countEvents(
    t: TestContext,
    open: () => ReturnType<typeof listen>,
    change: (round: number) => Promise<unknown>,
    isLast: (data: StreamedData) => boolean,
  ): Promise<number> {
    const stream = await open()
    await stream.next()
    // The interval between two reports passes only when the test says so.
    t.mock.timers.enable({ apis: ['setTimeout'] })
    for (let round = 1; round <= ROUNDS; round++) {
      await change(round)
      const other = await open()
      await other.next()
      await other.end()
    }
    t.mock.timers.tick(250)
    let events = 1
    while (!isLast(await stream.next())) events++
    await stream.end()
    return events
  }

  test('edits', async t => {
    const { api, id, path } = await survey([choice()])
    const change = (round: number) => api.patch(path, { theme: round % 2 === 0 ? 'ocean' : 'rose' })
    const events = await countEvents(
      t,
      () => listen(id),
      change,
      ({ revision }) => revision === ROUNDS + 1,
    )
    assert.ok(events <= 2, `${events} events`)
  })

  for (const [what, options] of [
    ['the results of thank-you pages', { paced: false }],
    ['the result on the screen', { paced: true }],
  ] as const) {
    test(what, async t => {
      const admin = await newAdminClient(service, [choice()])
      await admin.send('PATCH', '', { ...options, share_results: 'after_answering' })
      if (options.paced) await admin.send('PATCH', '/presentation', { screen: '1' })
      const answer = () => Promise.all(Array.from({ length: 5 }, () => submit(service, admin.id, ['Yes'])))
      const events = await countEvents(
        t,
        () => listenTo(service, admin.id, options.paced ? {} : { results: true }),
        answer,
        ({ responses, result }) => responses === 5 * ROUNDS || result?.counts[0] === 5 * ROUNDS,
      )
      assert.ok(events <= 3, `${events} events`)
    })
  }
})

test('a survey whose expiry passes is reported as expired, even to a page that was loaded before [respondent-events-expired]', async () => {
  const { id } = await survey([board()])
  await service.setExpiry(id, service.clock.now() + 60_000)
  const stream = await listen(id)
  assert.deepEqual([await stream.next(), (await stream.next()).status], [{ index: 0 }, 'open'])
  const { text: page } = await call(service, 'GET', `/s/${id}`)
  const revision = /data-revision="(\d+-\d+)"/.exec(page)?.[1]
  service.clock.advance(60_000)
  assert.equal((await stream.next()).status, 'expired')
  const late = await listenTo(service, id, { revision })
  assert.deepEqual([await late.next(), (await late.next()).status], [{ index: 0 }, 'expired'])
  for (const one of [stream, late]) await one.end()
})

test('respondents’ streams say nothing about answers [respondent-events-no-answers]', async () => {
  const admin = await newAdminClient(service, [choice()])
  const stream = await listen(admin.id)
  const dashboard = await listenToResults(service, `/admin/api/${admin.id}/events`, {
    authorization: `Bearer ${admin.adminToken}`,
  })
  for (const one of [stream, dashboard]) await one.next()
  assert.equal((await submit(service, admin.id, ['Yes'])).status, 201)
  // The same change is told to both kinds of stream at the same time.
  while ((await dashboard.next()).response_count !== 1);
  assert.equal((await admin.send('PATCH', '', { status: 'closed' })).status, 200)
  assert.deepEqual(await stateFrom(stream), { status: 'closed', revision: 2 })
  assert.doesNotMatch(stream.text(), /Yes|count|responses/)
  for (const one of [stream, dashboard]) await one.end()
})

test('a client that missed nothing gets nothing on reconnecting, and one that missed something gets the whole state [respondent-events-resume]', async () => {
  const { api, id, path } = await survey([{ type: 'upvoted_question', text: 'Ask us' }])
  const first = await listen(id)
  assert.deepEqual(await first.next(), { index: 0 })
  assert.deepEqual(await stateFrom(first), { status: 'open', revision: 1 })
  const back = await listen(id, first.lastId())
  await api.patch(path, { status: 'closed' })
  assert.deepEqual(await stateFrom(back), { status: 'closed', revision: 2 })
  const late = await listen(id, first.lastId())
  assert.deepEqual(await late.next(), { index: 0 })
  assert.deepEqual(await stateFrom(late), { status: 'closed', revision: 2 })
  for (const stream of [first, back, late]) await stream.end()
})

test('a change of a board whose notification was lost reaches watchers, even if others have read the survey since [respondent-events-change]', async t => {
  const { service: losing, lose, makeUp } = await startLosing()
  t.after(() => losing.close())
  const api = await newApi(losing)
  const { id } = await api.create([{ type: 'upvoted_question', text: 'Ask us' }])
  const stream = await listen(id, undefined, losing)
  for (let event = 0; event < 2; event++) await stream.next()
  lose()
  assert.equal((await call(losing, 'POST', `/s/${id}/board/0`, { body: { text: 'Why?' } })).status, 201)
  const joined = await listen(id, undefined, losing)
  assert.deepEqual(await joined.next(), { index: 0 })
  makeUp()
  assert.deepEqual(await stream.next(), { index: 0 })
  for (const one of [stream, joined]) await one.end()
})

test('a missing survey has no stream [respondent-events]', async () => {
  const { status, body } = await call(service, 'GET', '/s/no-such-survey/events')
  assert.deepEqual([status, body], [404, { error: 'not found' }])
})

test('HEAD answers like GET, with nothing after it [respondent-events, head-like-get]', async () => {
  const { id } = await survey([choice()])
  const { status, headers, text } = await call(service, 'HEAD', `/s/${id}/events`)
  assert.deepEqual([status, headers.get('content-type'), text], [200, 'text/event-stream; charset=utf-8', ''])
  assert.deepEqual([headers.get('content-length'), headers.get('x-accel-buffering')], [null, 'no'])
})

test('a server that stops ends its streams [events-end-on-shutdown]', async () => {
  const stopping = await startService()
  const api = await newApi(stopping)
  const { id } = await api.create([choice()])
  const stream = await listen(id, undefined, stopping)
  await stream.next()
  await stopping.close()
  assert.equal(await stream.ended(), true)
})

/** A service that hears of no changes from when it loses notifications until it recovers them, as on PostgreSQL. */
async function startLosing() {
  const database = await newDatabase()
  const listeners: ChangeListener[] = []
  let isLosing = false
  const open = async (): Promise<Engine> => {
    const engine = await database.open()
    return {
      ...engine,
      listen: (listener, watchedSlugs) => {
        listeners.push(listener)
        engine.listen(change => isLosing || listener(change), watchedSlugs)
      },
    }
  }
  const losing = await startService({ database: { ...database, open } })
  return {
    service: { ...losing, close: () => losing.close().then(database.drop) },
    lose: () => {
      isLosing = true
    },
    makeUp: () => {
      for (const listener of listeners) listener(undefined)
    },
  }
}

async function stateFrom(stream: { next(): Promise<StreamedData> }) {
  const { status, revision } = await stream.next()
  return { status, revision }
}

async function survey(questions: object[]) {
  const api = await newApi(service)
  const { id } = await api.create(questions)
  return { api, id, path: `/surveys/${id}` }
}

function listen(id: string, lastEventId?: string, of: Pick<Service, 'baseUrl'> = service) {
  return listenTo(of, id, { lastEventId })
}
