import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { Metrics } from '../src/metrics/metrics.ts'
import { Documents } from '../src/outbound/documents.ts'
import { storageStatus } from '../src/storage-status.ts'
import { newPostgres } from './database.ts'
import { freePort } from './free-port.ts'
import { call } from './harness.ts'
import { withDatabase } from './installation.ts'
import { log } from './log.ts'
import { run, runApart, type Scope, serve, temporaryFolder } from './program.ts'
import { unlessShort } from './scale.ts'
import { storeOn } from './store/rows.ts'
import { until } from './until.ts'

/** Samples by everything before the value: `name{label="value"}`. */
type Samples = ReadonlyMap<string, number>

const COUNT = 'soundings_http_requests_total'
const DURATION = 'soundings_http_request_duration_seconds'

/** Everything in a respondent’s request that could identify the sender, as one recognisable word. */
const CANARIES = {
  'user-agent': 'canary',
  referer: 'http://canary/canary',
  cookie: 'a=canary',
  'accept-language': 'canary',
  'x-forwarded-for': '203.0.113.77',
  forwarded: 'for=203.0.113.77',
  'x-request-id': 'canary',
}

const STORED = { databaseBytes: 4_096, freeBytes: undefined, lastBackupAt: null }

/** For tests that look only at what they have added. */
const shared = await startWithMetrics({ after })

test('requests are counted by route, without anything about the sender [metrics-port, metrics-anonymous]', async () => {
  const { server, scraped, token } = shared
  const before = samplesOf(await scraped())
  const questions = [{ type: 'free_text', text: 'Anything?' }]
  const survey = { title: 'canary', slug: 'canary-survey', questions }
  const requests: [method: string, path: string, body?: unknown][] = [
    ['GET', '/s/canary-survey?who=canary'],
    ['POST', '/s/canary-survey/responses', { answers: ['canary'] }],
    ['POST', '/s/canary-survey/responses?token=canary', { answers: ['canary'] }],
    ['POST', '/s/canary-survey/responses', { answers: 'canary' }],
    ['GET', '/s/canary-nowhere'],
    ['GET', '/canary'],
    ['GET', '/canary-again?canary'],
    ['PROPFIND', '/canary'],
    ['DELETE', '/s/canary-survey/responses'],
  ]
  assert.equal((await call(server, 'POST', '/api/v1/surveys', { token, body: survey })).status, 201)
  for (const [method, path, body] of requests) await call(server, method, path, { body, headers: CANARIES })

  const text = await scraped()
  const samples = samplesOf(text)
  assert.deepEqual(of(growth(before, samples), COUNT), {
    '{method="POST",route="/api/v1/surveys",status="201"}': 1,
    '{method="GET",route="/s/:slug",status="200"}': 1,
    '{method="GET",route="/s/:slug",status="404"}': 1,
    '{method="POST",route="/s/:slug/responses",status="201"}': 2,
    '{method="POST",route="/s/:slug/responses",status="400"}': 1,
    '{method="DELETE",route="/s/:slug/responses",status="405"}': 1,
    '{method="GET",route="unknown",status="404"}': 2,
    '{method="PROPFIND",route="unknown",status="404"}': 1,
  })
  assert.equal(growth(before, samples).get(`${DURATION}_count{route="/s/:slug/responses"}`), 4)
  assertHistogram(samples, DURATION, 'route="/s/:slug/responses"')
  for (const canary of [/canary/i, /127\.0\.0\.1/, /203\.0\.113/, new RegExp(token)]) assert.doesNotMatch(text, canary)
})

test('commits of submissions, the process and its event loop [metrics-commits]', async () => {
  const { server, scraped, token } = shared
  const body = { title: 'Counted', questions: [{ type: 'rating', text: 'How good?' }] }
  const { id } = (await call(server, 'POST', '/api/v1/surveys', { token, body })).body
  const send = () => call(server, 'POST', `/s/${id}/responses`, { body: { answers: [7] } })
  const before = samplesOf(await scraped())
  await send()
  await Promise.all(Array.from({ length: 30 }, send))
  const samples = samplesOf(await scraped())
  const added = growth(before, samples)
  const commits = added.get('soundings_commit_submissions_count') ?? 0
  assert.equal(added.get('soundings_commit_submissions_sum'), 31)
  assert.ok(commits >= 2 && commits <= 31, `${commits} commits`)
  assert.equal(added.get('soundings_commit_duration_seconds_count'), commits)
  assertHistogram(samples, 'soundings_commit_submissions', '')
  assertHistogram(samples, 'soundings_commit_duration_seconds', '')
  assert.equal(samples.get('soundings_submissions_waiting'), 0)
  assert.equal(samples.get('soundings_submissions_refused_total'), 0)
  assert.equal(samples.get('soundings_commits_failed_total'), 0)
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  assert.equal(samples.get(`soundings_build_info{version="${version}"}`), 1)
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total', 'process_resident_memory_bytes'])
    assert.ok(Number(samples.get(name)) > 0, name)
  assert.equal(
    [...samples.keys()].filter(name => name.startsWith('soundings_database_')).join(),
    'soundings_database_size_bytes',
  )
})

for (const [engine, place] of [
  ['SQLite', async (t: TestContext) => ({ dataDir: join(temporaryFolder(t), 'data'), env: {} })],
  ...unlessShort([['PostgreSQL', onPostgres]] as const),
] as const)
  test(`the size of the database, the last backup and the free disk on ${engine} [metrics-storage]`, async t => {
    const { dataDir, env } = await place(t)
    const port = await freePort()
    const record = async () =>
      JSON.parse((await run(['backup', '--record', '--json'], { dataDir, env })).stdout).made_at
    await run(['account', 'create', 'ada@example.org'], { dataDir, env })
    const scrape = async () => samplesOf((await call({ baseUrl: `http://127.0.0.1:${port}` }, 'GET', '/metrics')).text)
    const first = await serve(t, [], { dataDir, env: { ...env, METRICS_PORT: String(port) } })
    const samples = await scrape()
    assert.ok(Number(samples.get('soundings_database_size_bytes')) > 100_000)
    assert.equal(Number(samples.get('soundings_disk_free_bytes')) > 1_000_000, engine === 'SQLite')
    assert.equal(samples.has('soundings_last_backup_timestamp_seconds'), false)
    await first.stop()
    const madeAt = await record()
    await serve(t, [], { dataDir, env: { ...env, METRICS_PORT: String(port) } })
    assert.equal((await scrape()).get('soundings_last_backup_timestamp_seconds'), Date.parse(madeAt) / 1_000)
  })

test('the database is asked about them at most once a minute [metrics-storage]', async t => {
  const database = await newPostgres()
  const store = storeOn(await database.open())
  t.after(async () => {
    await store.close()
    await database.drop()
  })
  let time = 0
  const status = storageStatus({ store }, { databaseUrl: database.url, dataDir: '' }, () => time)
  assert.equal((await status()).lastBackupAt, null)
  await store.lastBackup.record(1_000)
  const found: (number | null)[] = []
  for (time of [59_999, 60_000]) found.push((await status()).lastBackupAt)
  assert.deepEqual(found, [null, 1_000])
})

test('open event streams are counted by kind [metrics-anonymous]', async () => {
  const { server, scraped, token } = shared
  const body = { title: 'Watched', slug: 'watched', questions: [{ type: 'rating', text: 'How good?' }] }
  const { admin_url } = (await call(server, 'POST', '/api/v1/surveys', { token, body })).body
  const open = async () => of(samplesOf(await scraped()), 'soundings_event_streams')
  assert.deepEqual(await open(), { '{kind="page"}': 0, '{kind="dashboard"}': 0 })
  const streams = [await streamFrom(server, '/s/watched/events'), await streamFrom(server, '/s/watched/events?results')]
  const authorization = `Bearer ${new URL(String(admin_url)).hash.slice(1)}`
  streams.push(await streamFrom(server, '/admin/api/watched/events', { authorization }))
  assert.deepEqual(await open(), { '{kind="page"}': 2, '{kind="dashboard"}': 1 })
  for (const stream of streams) await stream.cancel()
  await until(async () => Object.values(await open()).every(count => count === 0))
})

test('a port in use stops the start with a message [metrics-port]', async t => {
  const dataDir = temporaryFolder(t)
  const { port } = new URL(shared.metrics.baseUrl)
  const env = { PORT: String(await freePort()), METRICS_PORT: port }
  const { status, stderr } = await runApart(['serve'], { dataDir, env })
  assert.equal(status, 1)
  assert.match(
    stderr,
    new RegExp(`^soundings: another program listens on port ${port}; choose another with METRICS_PORT,`),
  )
  assert.equal((await runApart(['serve'], { dataDir, env: { PORT: port, METRICS_PORT: env.PORT } })).status, 1)
})

test('a commit that fails is counted, and so is the internal error [metrics-commits]', async () => {
  const { server, scraped, token, dataDir } = shared
  const body = { title: 'Counted', questions: [{ type: 'rating', text: 'How good?' }] }
  const { id } = (await call(server, 'POST', '/api/v1/surveys', { token, body })).body
  withDatabase(dataDir, database => database.exec('drop table response'))
  const before = samplesOf(await scraped())
  assert.equal(before.get('soundings_internal_errors_total'), 0)
  assert.equal((await call(server, 'POST', `/s/${id}/responses`, { body: { answers: [7] } })).status, 500)
  const samples = samplesOf(await scraped())
  assert.equal(samples.get('soundings_internal_errors_total'), 1)
  assert.equal(samples.get('soundings_commits_failed_total'), 1)
  assert.equal(samples.get('soundings_commit_submissions_count'), before.get('soundings_commit_submissions_count'))
})

// The last test of this server, which it stops.
test('the metrics port serves one page, and the main port does not [metrics-port]', async () => {
  const { server, metrics } = shared
  const status = async (method: string, path: string) => (await call(metrics, method, path)).status
  assert.deepEqual([await status('GET', '/metrics'), await status('GET', '/metrics?a=b')], [200, 200])
  assert.deepEqual(
    [await status('GET', '/'), await status('GET', '/readyz'), await status('POST', '/')],
    [404, 404, 404],
  )
  const posted = await call(metrics, 'POST', '/metrics', { body: 'a' })
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET'])
  const { headers } = await call(metrics, 'GET', '/metrics')
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  assert.equal((await call(server, 'GET', '/metrics')).status, 404)
  assert.equal((await server.stop()).status, 0)
  await assert.rejects(call(metrics, 'GET', '/metrics'))
})

test('fetches of documents of applications are counted by outcome [metrics-documents]', async t => {
  const port = await freePort()
  const metrics = new Metrics({ port, host: '127.0.0.1', log, version: '1' })
  t.after(() => metrics.close())
  const load = { waiting: 0, connections: undefined }
  await metrics.serve({
    load: () => load,
    countJobs: async () => ({ waiting: 0, failed: 0, refused: 0, longestWait: 0 }),
    storageStatus: async () => STORED,
  })
  const documents = new Documents({ log, observe: outcome => metrics.fetched(outcome) })
  for (const host of ['127.0.0.1', '[::1]']) await assert.rejects(documents.fetch(new URL(`https://${host}/`)))
  const { text } = await call({ baseUrl: `http://127.0.0.1:${port}` }, 'GET', '/metrics')
  assert.deepEqual(of(samplesOf(text), 'soundings_client_documents_total'), { '{outcome="private_address"}': 2 })
})

test('database connections, jobs and customers are reported as they are at the moment [mail-jobs]', async t => {
  const port = await freePort()
  const lines: string[] = []
  const log = pino({}, { write: line => lines.push(line) })
  const metrics = new Metrics({ port, host: '127.0.0.1', log, version: '1' })
  t.after(() => metrics.close())
  let idle = 3
  const counted = <Counts>(counts: Counts) => (idle === 1 ? Promise.reject(new Error('no database')) : counts)
  await metrics.serve({
    load: () => {
      if (idle === 0) throw new Error('no pool')
      const replica = { isRead: idle === 3, lag: 1_500, reads: { replica: 8, primary: 2 } }
      return { waiting: 0, connections: { total: 5, idle, waiting: 2, isListening: idle === 3, replica } }
    },
    countJobs: async () => counted({ waiting: 4, failed: 1, refused: 6, longestWait: 90_000 }),
    storageStatus: async () => counted(STORED),
    countBilling: async () => counted({ customers: 7, failing: 2 }),
  })
  const scraped = async (prefix = 'soundings_database') =>
    of(samplesOf((await call({ baseUrl: `http://127.0.0.1:${port}` }, 'GET', '/metrics')).text), prefix)
  // The first scrape already has current numbers.
  const all = await scraped('soundings_')
  assert.deepEqual([all.jobs_waiting, all.jobs_failed, all.jobs_oldest_waiting_seconds], [4, 1, 90])
  assert.equal(all.mails_refused, 6)
  assert.deepEqual([all.billing_customers, all.billing_customers_failing], [7, 2])
  assert.deepEqual([all.replica_in_use, all.replica_lag_seconds], [1, 1.5])
  const replicaReads = { '{answered_by="replica"}': 8, '{answered_by="primary"}': 2 }
  assert.deepEqual(await scraped('soundings_replica_reads_total'), replicaReads)
  assert.deepEqual(await scraped(), {
    _connections: 5,
    _connections_idle: 3,
    _waiting: 2,
    _listening: 1,
    _size_bytes: 4_096,
  })
  for (const outcome of ['confirmed', 'unavailable', 'unavailable'] as const) metrics.providerAnswered(outcome)
  const answers = await scraped('soundings_sign_in_provider_answers_total')
  assert.deepEqual(answers, { '{outcome="confirmed"}': 1, '{outcome="unavailable"}': 2 })
  idle = 1
  const outage = await scraped()
  assert.deepEqual([outage._connections_idle, outage._listening], [1, 0])
  metrics.countJob(1)
  const jobs = await scraped('soundings_jobs')
  assert.deepEqual(jobs, { _running: 1, _waiting: 4, _failed: 1, _oldest_waiting_seconds: 90 })
  assert.deepEqual(await scraped('soundings_billing'), { _customers: 7, _customers_failing: 2 })
  for (const what of ['jobs', 'billing customers', 'bytes of the database'])
    assert.ok(lines.some(line => new RegExp(`no database.*could not count ${what}`).test(line)))
  idle = 0
  assert.equal((await call({ baseUrl: `http://127.0.0.1:${port}` }, 'GET', '/metrics')).status, 500)
  assert.match(lines.at(-1) ?? '', /no pool.*could not collect metrics/)
})

test('the connections that a scrape waits for itself are not counted as waiting', async t => {
  const port = await freePort()
  const metrics = new Metrics({ port, host: '127.0.0.1', log: pino({ level: 'silent' }), version: '1' })
  t.after(() => metrics.close())
  let waiting = 0
  const counting = async <Counts>(counts: Counts) => {
    waiting += 1
    await nextTurn()
    waiting -= 1
    return counts
  }
  await metrics.serve({
    load: () => ({ waiting: 0, connections: { total: 1, idle: 1, waiting, isListening: true, replica: undefined } }),
    countJobs: () => counting({ waiting: 0, failed: 0, refused: 0, longestWait: 0 }),
    storageStatus: () => counting(STORED),
    countBilling: () => counting({ customers: 0, failing: 0 }),
  })
  const { text } = await call({ baseUrl: `http://127.0.0.1:${port}` }, 'GET', '/metrics')
  assert.equal(of(samplesOf(text), 'soundings_database')._waiting, 0)
})

async function onPostgres(t: TestContext) {
  const database = await newPostgres()
  t.after(() => database.drop())
  const env = { DATABASE_URL: database.url, SECRET: 'a secret of more than 32 characters' }
  return { dataDir: temporaryFolder(t), env }
}

/** The server, and the address of its metrics. */
async function startWithMetrics(t: Scope) {
  const dataDir = temporaryFolder(t)
  const made = await run(['account', 'create', 'owner@example.org', '--subscribed', '--token', '--json'], { dataDir })
  const port = await freePort()
  const server = await serve(t, [], { dataDir, env: { METRICS_PORT: String(port) } })
  const metrics = { baseUrl: `http://127.0.0.1:${port}` }
  const scraped = async () => (await call(metrics, 'GET', '/metrics')).text
  return { server, metrics, scraped, dataDir, token: JSON.parse(made.stdout).token as string }
}

/** An event stream that is open. */
async function streamFrom({ baseUrl }: { baseUrl: string }, path: string, headers: Record<string, string> = {}) {
  const { status, body } = await fetch(baseUrl + path, { headers })
  assert.equal(status, 200)
  assert.ok(body)
  return body
}

/** Every line is a comment or a sample; each sample occurs once and belongs to a type that was named before. */
function samplesOf(text: string): Samples {
  const samples = new Map<string, number>()
  const types = new Set<string>()
  assert.ok(text.endsWith('\n'))
  for (const line of text
    .trimEnd()
    .split('\n')
    .filter(line => line !== '')) {
    const type = /^# TYPE ([a-z][a-z0-9_]*) (?:counter|gauge|histogram)$/.exec(line)?.[1]
    if (type !== undefined) types.add(type)
    if (line.startsWith('#')) continue
    const [, sample = '', name = '', value] = /^(([a-z][a-z0-9_]*)(?:\{[^{}]*\})?) (\S+)$/.exec(line) ?? []
    // The client library’s value for the mean of nothing.
    assert.ok(value === 'Nan' || !Number.isNaN(Number(value ?? 'none')), line)
    assert.ok(types.has(name) || types.has(name.replace(/_(?:bucket|sum|count)$/, '')), line)
    assert.equal(samples.has(sample), false, line)
    samples.set(sample, Number(value))
  }
  return samples
}

/** By how much samples have grown, of those that have. */
function growth(before: Samples, now: Samples): Samples {
  const grown = [...now].map(([sample, value]): [string, number] => [sample, value - (before.get(sample) ?? 0)])
  return new Map(grown.filter(([, by]) => by !== 0))
}

/** The samples of a name, by what stands after it. */
function of(samples: Samples, name: string): Record<string, number | undefined> {
  const found = [...samples].filter(([sample]) => sample.startsWith(name))
  return Object.fromEntries(found.map(([sample, value]) => [sample.slice(name.length), value]))
}

/** Its buckets count up, and the last has them all. */
function assertHistogram(samples: Samples, name: string, labels: string): void {
  const buckets = [...samples].filter(([sample]) => sample.startsWith(`${name}_bucket{`) && sample.includes(labels))
  const counts = buckets.map(([, count]) => count)
  const count = samples.get(`${name}_count${labels && `{${labels}}`}`)
  assert.ok(buckets.length > 5)
  assert.deepEqual(
    counts,
    counts.toSorted((a, b) => a - b),
  )
  assert.match(buckets.at(-1)?.[0] ?? '', /le="\+Inf"/)
  assert.equal(counts.at(-1), count)
  assert.ok(Number(samples.get(`${name}_sum${labels && `{${labels}}`}`)) > 0)
}
