import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import type { Change } from '../../src/store/change-notifications.ts'
import type { Log } from '../../src/store/log.ts'
import { openPostgres, type PostgresOptions } from '../../src/store/postgres/postgres.ts'
import { TIME_LIMITS } from '../../src/store/postgres/time-limits.ts'
import type { Store } from '../../src/store/store.ts'
import { newPostgres } from '../database.ts'
import { log } from '../log.ts'
import { proxyTo } from '../postgres/proxy.ts'
import { until } from '../until.ts'
import { addSurvey, storeOn, submit } from './rows.ts'

const OPTIONS = { timeout: 60_000 }
/** Longer than the time between two checks. */
const CHECKED_MS = 1_500

test('a lost notification is made up for once, whatever else is notified of its survey', OPTIONS, async t => {
  const { store, received, watch, loseChange } = await openListening(t)
  const [lossy, other] = [await addSurvey(store), await addSurvey(store)]
  watch(lossy, other)
  await delay(CHECKED_MS)
  await changeOften(store, lossy, other)
  assert.deepEqual(received.filter(isWhole), [])
  await change(store, lossy)
  await loseChange(lossy)
  await submit(store, lossy.slug, ['Yes'])
  await until(() => received.some(isWhole))
  await changeOften(store, lossy, other)
  assert.deepEqual(received.filter(isWhole), [{ slug: lossy.slug, part: undefined }])
})

test('a change that is lost right after its survey is watched is made up for', OPTIONS, async t => {
  const { store, received, watch, loseChange } = await openListening(t)
  const survey = await addSurvey(store)
  await change(store, survey)
  watch(survey)
  await loseChange(survey)
  await until(() => received.some(isWhole))
})

test('a change that was notified is not made up for, although its survey is watched only since', OPTIONS, async t => {
  const { store, received, watch } = await openListening(t)
  for (let round = 0; round < 4; round++) {
    const survey = await addSurvey(store)
    watch(survey)
    await change(store, survey)
    await delay(CHECKED_MS / 2)
  }
  await delay(2 * CHECKED_MS)
  assert.deepEqual(received.filter(isWhole), [])
})

test('the end of a survey reaches who watches it, although its notification is lost', OPTIONS, async t => {
  const { store, received, watch, query } = await openListening(t)
  const survey = await addSurvey(store)
  watch(survey)
  await changeOften(store, survey)
  await query(`delete from survey where slug = '${survey.slug}'`)
  await until(() => received.some(isWhole))
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
  ['leads nowhere', () => 'postgres://127.0.0.1:1/none', /nothing accepts connections .* correct DATABASE_LISTEN_URL/],
  ['leads to another database', async (t: TestContext) => (await temporary(t)).url, /set DATABASE_LISTEN_URL/],
] as const)
  test(`a process whose DATABASE_LISTEN_URL ${what} says so and is not ready`, OPTIONS, async t => {
    const { url } = await temporary(t)
    const lines: string[] = []
    const store = await open(t, {
      url,
      listenUrl: await wrongUrl(t),
      log: pino({}, { write: line => lines.push(line) }),
    })
    store.listen(() => undefined)
    await until(() => lines.length > 0)
    assert.match(JSON.parse(lines[0] ?? '').err.message, expected)
    await assert.rejects(store.checkReadiness())
    assert.equal(lines.length, 1, 'once for the whole outage')
  })

interface WatchedSurvey {
  readonly accountId: string
  readonly slug: string
}

/** A store with a listener that receives already. */
async function openListening(t: TestContext) {
  const { url, query } = await temporary(t)
  const store = await open(t, { url, log })
  const received: (Change | undefined)[] = []
  const watched: string[] = []
  store.listen(
    one => received.push(one),
    () => watched,
  )
  await until(() => received.includes(undefined))
  received.length = 0
  return {
    store,
    url,
    query,
    received,
    watch: (...surveys: readonly WatchedSurvey[]) => void watched.push(...surveys.map(({ slug }) => slug)),
    /** As a process leaves it that ends between its commit and the notification. */
    loseChange: ({ slug }: WatchedSurvey) =>
      query(`update survey set title = title || '.', change_count = change_count + 1 where slug = '${slug}'`),
  }
}

async function temporary(t: TestContext) {
  const database = await newPostgres()
  t.after(() => database.drop())
  return database
}

async function open(t: TestContext, options: PostgresOptions & { readonly log: Log }): Promise<Store> {
  const store = storeOn(await openPostgres(options))
  t.after(() => store.close())
  return store
}

function change(store: Store, { accountId, slug }: WatchedSurvey): Promise<unknown> {
  return store.surveys.change(accountId, slug, async ({ archived }) => ({ archived: !archived }))
}

/** For about two checks and a half. */
async function changeOften(store: Store, ...surveys: readonly WatchedSurvey[]): Promise<void> {
  for (let round = 0; round < 25; round++) {
    for (const survey of surveys) await change(store, survey)
    await delay(100)
  }
}

/** Of anything about a survey, as after a loss. */
function isWhole(one: Change | undefined): boolean {
  return one?.part === undefined
}
