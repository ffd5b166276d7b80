import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type pg from 'pg'
import { pino } from 'pino'
import type { Change } from '../../../src/store/change-notifications.ts'
import type { Log } from '../../../src/store/log.ts'
import type { NumberedChange } from '../../../src/store/postgres/change-payload.ts'
import { CHANNEL, ChangePublisher } from '../../../src/store/postgres/change-publisher.ts'
import { MissedChanges } from '../../../src/store/postgres/missed-changes.ts'
import { PoolDriver } from '../../../src/store/postgres/pool.ts'
import { openPostgres, type PostgresOptions, poolOptions } from '../../../src/store/postgres/postgres.ts'
import { TIME_LIMITS } from '../../../src/store/postgres/time-limits.ts'
import type { Store } from '../../../src/store/store.ts'
import { newPostgres } from '../../database.ts'
import { log } from '../../log.ts'
import { proxyTo } from '../../postgres/proxy.ts'
import { connect } from '../../postgres/query.ts'
import { until } from '../../until.ts'
import { addSurvey, storeOn, submit, times } from '../rows.ts'

const OPTIONS = { timeout: 60_000 }
const NOWHERE = 'postgres://127.0.0.1:1/none'
const STOPPED = 'change notifications from other processes are not arriving; reconnecting'
const RESUMED = 'change notifications are arriving again'
/**
 * Resources that a test opened, to be closed before their database is dropped, because that ends remaining connections.
 */
const opened: Store[] = []

test('a lost notification is recovered once, whatever other notifications its survey has', OPTIONS, async t => {
  const { madeUpFor, watch, check, changeNotified, loseChange, add } = await openChecked(t)
  const [lossy, other] = [await add(), await add()]
  await watch(lossy, other)
  for (const survey of [lossy, other, lossy]) await changeNotified(survey)
  await check(2)
  assert.deepEqual(madeUpFor, [])
  await changeNotified(lossy)
  await loseChange(lossy)
  for (const survey of [lossy, other]) await changeNotified(survey)
  await check(4)
  assert.deepEqual(madeUpFor, [lossy.slug])
})

test('a survey that is watched since the last check is read again once', OPTIONS, async t => {
  const { madeUpFor, watch, check, changeNotified, loseChange, add } = await openChecked(t)
  const survey = await add()
  await check()
  await loseChange(survey)
  await watch(survey)
  await changeNotified(survey)
  await check(4)
  assert.deepEqual(madeUpFor, [])
})

test('the end of a survey reaches its watchers even if its notification is lost', OPTIONS, async t => {
  const { madeUpFor, watch, check, query, add } = await openChecked(t)
  const survey = await add()
  await watch(survey)
  await query(`delete from survey where slug = '${survey.slug}'`)
  await check(2)
  assert.deepEqual(madeUpFor, [survey.slug])
})

test('a lost notification is detected and the survey is read again', OPTIONS, async t => {
  const { store, madeUpFor, watch, check, add } = await openChecked(t)
  const survey = await add()
  await watch(survey)
  await submit(store, survey.slug, ['Yes'])
  await check(2)
  assert.deepEqual(madeUpFor, [survey.slug])
})

test('a process checks the surveys that it watches', OPTIONS, async t => {
  const { store, received, watch, query } = await openListening(t)
  const [lossy, other] = [await addSurvey(store), await addSurvey(store)]
  watch(lossy, other)
  const first = [lossy, other].map(({ slug }) => ({ slug, part: undefined }))
  await until(() => received.filter(isWhole).length === first.length)
  assert.deepEqual(received.filter(isWhole), first)
  await change(store, other)
  await submit(store, other.slug, ['Yes'])
  for (const part of ['survey', 'responses'])
    await until(() => received.some(one => one?.slug === other.slug && one.part === part))
  await loseChange(query, lossy)
  await until(() => received.filter(isWhole).length > first.length)
  assert.deepEqual(received.filter(isWhole), [...first, { slug: lossy.slug, part: undefined }])
})

test('changes of one part of a survey are batched, up to a thousand', OPTIONS, async t => {
  const { url } = await temporary(t)
  const client = await connected(t, url)
  const received: (string | undefined)[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  client.on('notification', ({ payload }) => (payload === 'end' ? end() : received.push(payload)))
  await client.query(`listen ${CHANNEL}`)
  const pool = new PoolDriver({ ...poolOptions({ url, log }), connections: 1 })
  t.after(() => pool.destroy())
  const publisher = new ChangePublisher(pool, log)
  publisher.publish([
    ...[numbered('a', 'survey', [1]), numbered('a', 'responses', [2]), numbered('a', 'survey', [3])],
    // More numbers than fit in a payload.
    numbered(
      'b',
      'survey',
      times(3_000, index => index),
    ),
    ...times(1_500, index => numbered(`s${index}`, 'survey', [1])),
    numbered('s0', 'survey', [2]),
  ])
  await publisher.close()
  await pool.selectArrays({ sql: `select pg_notify('${CHANNEL}', 'end')`, parameters: [] })
  await ended
  assert.equal(received.length, 1_000)
  assert.deepEqual(received.toSpliced(2, 1).slice(0, 3), ['a 1,3 survey', 'a 2 responses', 's0 1,2 survey'])
})

test('a process that stops does not wait for an unreachable database', OPTIONS, async () => {
  const pool = new PoolDriver({ ...poolOptions({ url: NOWHERE, log }), connections: 1 })
  const publisher = new ChangePublisher(pool, log)
  publisher.publish([numbered('a', 'survey', [1])])
  await publisher.close()
  await pool.destroy()
})

test('a notification that cannot be sent is sent again', OPTIONS, async t => {
  const { store, received, url } = await openListening(t)
  const survey = await addSurvey(store)
  const proxy = await proxyTo(url)
  const timeLimits = { ...TIME_LIMITS, reply: 1_000 }
  const cut = storeOn(await openPostgres({ url: proxy.url, log, timeLimits }))
  t.after(async () => {
    await cut.close()
    await proxy.close()
  })
  const frozen = proxy.freezeAt('pg_notify', 'before')
  await change(cut, survey)
  await frozen
  await until(() => received.some(one => one?.slug === survey.slug && one.part === 'survey'))
})

for (const [what, wrongUrl, expected] of [
  ['leads nowhere', () => NOWHERE, /nothing accepts connections .* correct DATABASE_LISTEN_URL/],
  ['leads to another database', async (t: TestContext) => (await temporary(t)).url, /set DATABASE_LISTEN_URL/],
] as const)
  test(`a process whose DATABASE_LISTEN_URL ${what} says so and is not ready`, OPTIONS, async t => {
    const { url } = await temporary(t)
    const lines: string[] = []
    const store = await open({
      url,
      listenUrl: await wrongUrl(t),
      log: pino({}, { write: line => lines.push(line) }),
    })
    store.listen(() => undefined)
    await until(() => lines.length > 0)
    assert.match(JSON.parse(lines[0] ?? '').err.message, expected)
    await assert.rejects(store.checkReadiness(), ({ cause }) => expected.test(cause.message))
    assert.equal(lines.length, 1, 'once for the whole outage')
  })

test('the log says once each time notifications stop, and once when they resume', OPTIONS, async t => {
  const { url, query } = await temporary(t)
  const messages: string[] = []
  const log = pino({}, { write: line => messages.push(JSON.parse(line).msg) })
  const store = await open({ url, log })
  store.listen(() => undefined)
  await store.checkReadiness()
  const listening = "datname = current_database() and application_name = 'soundings listening'"
  for (const outage of [1, 2]) {
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`)
    await until(() => messages.length === 2 * outage)
  }
  assert.deepEqual(messages, times(2, () => [STOPPED, RESUMED]).flat())
})

function numbered(slug: string, part: 'survey' | 'responses', numbers: readonly number[]): NumberedChange {
  return { change: { slug, part }, numbers }
}

interface WatchedSurvey {
  readonly accountId: string
  readonly slug: string
}

/** A store whose listener is already connected. */
async function openListening(t: TestContext) {
  const { url, query } = await temporary(t)
  const store = await open({ url, log })
  const received: (Change | undefined)[] = []
  const watched: string[] = []
  store.listen(
    one => received.push(one),
    () => watched,
  )
  await store.checkReadiness()
  await until(() => received.length > 0)
  assert.deepEqual([...received], [undefined])
  received.length = 0
  return { store, url, query, received, watch: watching(watched) }
}

/** Checks that a test triggers, and notifications that it delivers. */
async function openChecked(t: TestContext) {
  const { url, query } = await temporary(t)
  const store = await open({ url, log })
  const client = await connected(t, url)
  const madeUpFor: string[] = []
  const watched: string[] = []
  const missed = new MissedChanges(() => watched)
  return {
    store,
    url,
    query,
    madeUpFor,
    /** A survey that was not watched before may have changed since then. */
    watch: async (...surveys: readonly WatchedSurvey[]) => {
      watching(watched)(...surveys)
      assert.deepEqual(
        await missed.check(client),
        surveys.map(({ slug }) => slug),
      )
    },
    add: () => addSurvey(store),
    check: async (count = 1) => {
      for (let done = 0; done < count; done++) madeUpFor.push(...(await missed.check(client)))
    },
    changeNotified: async (survey: WatchedSurvey) => {
      await change(store, survey)
      const [row] = await query(`select change_count from survey where slug = '${survey.slug}'`)
      missed.received({ change: { slug: survey.slug, part: 'survey' }, numbers: [Number(row?.change_count)] })
    },
    loseChange: (survey: WatchedSurvey) => loseChange(query, survey),
  }
}

function watching(watched: string[]) {
  return (...surveys: readonly WatchedSurvey[]) => void watched.push(...surveys.map(({ slug }) => slug))
}

/** Simulates a process that ends between its commit and the notification. */
function loseChange(query: (sql: string) => Promise<unknown>, { slug }: WatchedSurvey): Promise<unknown> {
  return query(`update survey set title = title || '.', change_count = change_count + 1 where slug = '${slug}'`)
}

async function connected(t: TestContext, url: string): Promise<pg.Client> {
  const client = await connect(url)
  t.after(() => client.end())
  return client
}

async function temporary(t: TestContext) {
  const database = await newPostgres()
  t.after(async () => {
    await Promise.all(opened.splice(0).map(store => store.close()))
    await database.drop()
  })
  return database
}

async function open(options: PostgresOptions & { readonly log: Log }): Promise<Store> {
  const store = storeOn(await openPostgres(options))
  opened.push(store)
  return store
}

function change(store: Store, { accountId, slug }: WatchedSurvey): Promise<unknown> {
  return store.surveys.change(accountId, slug, async ({ archived }) => ({ archived: !archived }))
}

/** Waits for any notification about a survey, as after a loss. */
function isWhole(one: Change | undefined): boolean {
  return one?.part === undefined
}
