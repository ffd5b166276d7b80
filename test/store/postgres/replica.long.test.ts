import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { openPostgres, type PostgresOptions } from '../../../src/store/postgres/postgres.ts'
import { MIN_RESPONSES } from '../../../src/store/postgres/replica.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Survey } from '../../../src/store/surveys/surveys.ts'
import { log as silent } from '../../log.ts'
import { keepPostgres } from '../../postgres/keeper.ts'
import { query } from '../../postgres/query.ts'
import { run, temporaryFolder } from '../../program.ts'
import { until } from '../../until.ts'
import { addSurvey, allOf, storeOn, submit } from '../rows.ts'

const OPTIONS = { timeout: 120_000 }
/** Far apart, so that a slow machine is not mistaken for a lagging replica. */
const SOON = { checkEvery: 20, maxLag: 1_500, rest: 100 }
const NEVER_LAGS = { ...SOON, maxLag: 1_000_000 }

const primary = await keepPostgres({ durable: false })
const replica = await keepPostgres({ durable: false, replicaOf: primary.url })
after(async () => {
  await replica.remove()
  await primary.remove()
})

test('responses of a large survey are read from the replica, and those of a small one are not', OPTIONS, async t => {
  const { store, reads, fill } = await open(t)
  const [small, large] = [await fill(MIN_RESPONSES - 1), await fill(MIN_RESPONSES)]
  await until(async () => (await allOf(store, large)).length === MIN_RESPONSES && reads().replica > 0)
  const before = reads()
  assert.equal((await allOf(store, small)).length, MIN_RESPONSES - 1)
  assert.deepEqual(reads(), before)
  for (const read of [
    () => store.responses.newest(large, MIN_RESPONSES, 1),
    () => store.responses.responseTimes(large, Array(61).fill(7)),
  ]) {
    const { replica } = reads()
    assert.equal((await read()).length, 1)
    assert.equal(reads().replica, replica + 1)
  }
})

/** The id of the first response that `fill` adds. */
const FIRST = '00000000-0000-4000-8000-000000000001'

for (const [what, change, isSeen] of [
  [
    'what was stored [acknowledged-is-committed]',
    (store: Store, { slug }: Survey) => submit(store, slug, ['Yes']),
    (ids: readonly string[]) => ids.length === MIN_RESPONSES + 2,
  ],
  [
    'what was removed',
    (store: Store, { accountId, slug }: Survey) => store.responses.remove(accountId, slug, FIRST),
    (ids: readonly string[]) => !ids.includes(FIRST),
  ],
] as const)
  test(`${what} is visible in the next read, however far the replica lags`, OPTIONS, async t => {
    const { store, fill, readBy } = await open(t, { replicaLimits: NEVER_LAGS })
    const before = await fill(MIN_RESPONSES + 1)
    await until(() => readBy('replica', before))
    await pauseReplay(t)
    await change(store, before)
    const after = await found(store, before)
    assert.ok(isSeen((await allOf(store, after)).map(({ id }) => id)))
    assert.ok(await readBy('replica', before), 'whoever has seen the survey before goes on reading from the replica')
    await onReplica('select pg_wal_replay_resume()')
    await until(() => readBy('replica', after))
  })

test('a replica that lags too far is not used, and the log says when that begins and ends', OPTIONS, async t => {
  const { store, fill, status, messages, readBy } = await open(t)
  const survey = await fill(MIN_RESPONSES)
  await until(() => readBy('replica', survey))
  await pauseReplay(t)
  await submit(store, survey.slug, ['Yes'])
  await until(async () => status()?.isRead === false)
  assert.ok((status()?.lag ?? 0) > SOON.maxLag)
  assert.ok(await readBy('primary', survey))
  await onReplica('select pg_wal_replay_resume()')
  await until(() => readBy('replica', survey))
  assert.deepEqual(messages(), [
    'reading all responses from the primary instead of its replica: the replica lags by 2 s',
    'reading responses from the replica again',
  ])
})

test('a read continues when the replica is killed, and later reads use it again once it is back', OPTIONS, async t => {
  const { store, fill, messages, readBy } = await open(t)
  const survey = await fill(MIN_RESPONSES)
  await until(() => readBy('replica', survey))
  const pages = store.responses.pages(survey, 100)
  await pages.next()
  await replica.stop('kill')
  assert.equal((await Array.fromAsync(pages)).flat().length, MIN_RESPONSES - 100)
  assert.ok(await readBy('primary', survey))
  await replica.start()
  await until(() => readBy('replica', survey))
  const [lost = '', ...rest] = messages()
  assert.match(lost, /^reading all responses from the primary instead of its replica: /)
  assert.deepEqual(rest, ['reading responses from the replica again'])
})

for (const [what, replicaUrl, reason] of [
  ['leads nowhere', 'postgres://127.0.0.1:1/none', /nothing accepts connections .* correct DATABASE_REPLICA_URL/],
  ['leads to the primary', primary.url, /DATABASE_REPLICA_URL does not point to a replica/],
] as const)
  test(`a process whose DATABASE_REPLICA_URL ${what} says so and reads from the primary`, OPTIONS, async t => {
    const { store, fill, messages, status } = await open(t, { replicaUrl })
    const survey = await fill(MIN_RESPONSES)
    await until(async () => messages().length > 0)
    assert.equal((await allOf(store, survey)).length, MIN_RESPONSES)
    assert.equal(status()?.isRead, false)
    assert.equal(messages().length, 1)
    assert.match(messages()[0] ?? '', reason)
  })

test('a replica that has replayed changes which the primary has lost is not used', OPTIONS, async t => {
  const successor = await keepPostgres({ durable: false })
  const { store, fill, messages } = await open(t, { url: successor.url, replicaUrl: replica.url })
  t.after(() => successor.remove())
  const survey = await fill(MIN_RESPONSES)
  await until(async () => messages().length > 0)
  assert.match(messages()[0] ?? '', /has replayed changes that this primary never wrote/)
  assert.equal((await allOf(store, survey)).length, MIN_RESPONSES)
})

test(
  'after a connection to the primary was lost, the replica is not used until it has replayed what was written since',
  OPTIONS,
  async t => {
    const { store, fill, messages, readBy } = await open(t, { replicaLimits: NEVER_LAGS })
    const survey = await fill(MIN_RESPONSES)
    const other = await fill(1)
    await until(() => readBy('replica', survey))
    await pauseReplay(t)
    // Otherwise the replica may have replayed everything by the time the connections die. This server writes its log
    // with a delay.
    await submit(store, other.slug, ['Yes'])
    await onPrimary('select pg_switch_wal()')
    await killConnections()
    await until(() =>
      submit(store, other.slug, ['Yes']).then(
        () => true,
        () => false,
      ),
    )
    for (let read = 0; read < 10; read++) assert.ok(await readBy('primary', survey))
    await until(async () => messages().length > 0)
    // The first check may still have found the connection that was dying.
    assert.match(messages()[0] ?? '', /^reading all responses from the primary instead of its replica: /)
    await onReplica('select pg_wal_replay_resume()')
    await until(() => readBy('replica', survey))
  },
)

test('a survey of another installation is not read, although its number is the same', OPTIONS, async t => {
  const other = await open(t)
  const ours = await open(t, { replicaUrl: replicaOf(other.url) })
  const surveys = [await other.fill(MIN_RESPONSES), await ours.fill(MIN_RESPONSES)] as const
  assert.equal(surveys[0].id, surveys[1].id)
  await until(() => other.readBy('replica', surveys[0]))
  await until(async () => ours.status()?.isRead === true)
  assert.ok(await ours.readBy('primary', surveys[1]))
})

test('doctor says whether the replica belongs to this database, and keeps up [cli-doctor]', OPTIONS, async t => {
  const dataDir = temporaryFolder(t)
  const [url, other] = [await installedAt('a'.repeat(32)), await installedAt('b'.repeat(32))]
  const check = async (replicaUrl: string) => {
    const env = { DATABASE_URL: url, DATABASE_REPLICA_URL: replicaUrl, SECRET: 'a'.repeat(32) }
    const { stdout } = await run(['doctor', '--json'], { dataDir, env })
    const results: { check: string; found: string; ok: boolean }[] = JSON.parse(stdout)
    const { ok, found } = results.find(({ check }) => check === 'replica') ?? {}
    return [ok, found?.replace(/\d+ ms/, '… ms')]
  }
  assert.deepEqual(await check(replicaOf(url)), [true, 'has replayed within … ms what the primary had written'])
  assert.deepEqual(await check(replicaOf(other)), [false, 'it is a replica of another database'])
  assert.deepEqual(await check(url), [false, 'DATABASE_REPLICA_URL does not point to a replica'])
  await pauseReplay(t)
  await onPrimary('set synchronous_commit = on; create table made_since ()')
  assert.deepEqual(await check(replicaOf(url)), [false, 'the replica lags by more than 5 s'])

  async function installedAt(SECRET: string): Promise<string> {
    const database = await newDatabase()
    await run(['account', 'list'], { dataDir, env: { DATABASE_URL: database, SECRET } })
    // This server writes its log shortly after a commit, unless told otherwise.
    await onPrimary('select pg_switch_wal()')
    return database
  }
})

/** A store on a new database of the primary, with what it has logged of the replica. */
async function open(t: TestContext, more: Partial<PostgresOptions> = {}) {
  const { url = await newDatabase() } = more
  await (await openPostgres({ url, log: silent })).close()
  if (more.url === undefined) await until(() => isMigrated(replicaOf(url)))
  const lines: string[] = []
  const log = pino({}, { write: line => lines.push(line) })
  const engine = await openPostgres({ url, replicaUrl: replicaOf(url), replicaLimits: SOON, log, ...more })
  const store = storeOn(engine)
  t.after(() => store.close())
  const status = () => engine.connectionStatus?.().replica
  const reads = () => ({ replica: 0, primary: 0, ...status()?.reads })
  const readBy = async (whom: 'replica' | 'primary', survey: Survey) => {
    const before = reads()[whom]
    await store.responses.newest(survey, survey.lastSequence + 1, 1)
    return reads()[whom] > before
  }
  /** Adds a survey with this many responses. */
  const fill = async (count: number) => {
    const { slug } = await addSurvey(store)
    await query(
      url,
      `insert into response select id, n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, '2026-01-01T00:00:00Z', '["Yes"]'
       from survey, generate_series(1, ${count}) n where slug = '${slug}'`,
    )
    await query(url, `update survey set response_count = ${count}, last_sequence = ${count} where slug = '${slug}'`)
    return found(store, { slug })
  }
  // A connection lost in use is logged too; which ones are affected is random.
  const messages = () =>
    lines
      .map(line => JSON.parse(line))
      .filter(({ msg }) => msg.includes('replica'))
      .map(({ msg, err }) => [msg, err?.message].filter(Boolean).join(': '))
  return { store, url, status, reads, readBy, fill, messages }
}

let databases = 0

async function newDatabase(): Promise<string> {
  const name = `test_${++databases}`
  await onPrimary(`create database ${name}`)
  return databaseAt(primary.url, name)
}

/** A migration is one transaction. */
function isMigrated(url: string): Promise<boolean> {
  return query(url, 'select from migration').then(
    () => true,
    () => false,
  )
}

async function found(store: Store, { slug }: Pick<Survey, 'slug'>): Promise<Survey> {
  const survey = await store.surveys.findPublic(slug)
  assert.ok(survey)
  return survey
}

function replicaOf(url: string): string {
  return databaseAt(replica.url, new URL(url).pathname)
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Resolves when the database has ended all connections of the service; a termination request returns earlier. */
async function killConnections(): Promise<void> {
  const ofService = 'from pg_stat_activity where application_name = $1'
  const killed = await query(primary.url, `select pid, pg_terminate_backend(pid) ${ofService}`, ['soundings'])
  const pids = killed.map(({ pid }) => pid)
  await until(async () => {
    const left = await query(primary.url, `select pid ${ofService} and pid = any ($2)`, ['soundings', pids])
    return left.length === 0
  })
}

const onPrimary = (statement: string) => query(primary.url, statement)
const onReplica = (statement: string) => query(replica.url, statement)

/** Resolves once replay is paused, until the test ends or resumes it. */
async function pauseReplay(t: TestContext): Promise<void> {
  t.after(() => onReplica('select pg_wal_replay_resume()'))
  await onReplica('select pg_wal_replay_pause()')
  await until(async () => (await onReplica('select pg_get_wal_replay_pause_state() as state'))[0]?.state === 'paused')
}
