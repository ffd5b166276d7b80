import assert from 'node:assert/strict'
import { cpSync, renameSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { submitForm } from './account/browser.ts'
import { administer, nameOf, newPostgres } from './database.ts'
import { freePort } from './free-port.ts'
import { call } from './harness.ts'
import { withDatabase } from './installation.ts'
import { run, type Serving, serve, temporaryFolder } from './program.ts'
import { until } from './until.ts'

const SECRET = 'a secret of this test, of no use anywhere else'
const SURVEY = { title: 'Lunch', slug: 'lunch', questions: [{ type: 'free_text', text: 'Why?' }] }
/** Longer than the interval between checks during an outage. */
const CHECK_MS = 1_500
const GONE = 'the database is unavailable; requests get 503 until it is back'
const BACK = 'the database is available again'

test('an outage of the database is logged when it begins and ends, and each failed submission in a short line [storage-unavailable-503]', async t => {
  const database = await newPostgres()
  t.after(() => database.drop())
  const { server } = await startWithSurvey(t, { DATABASE_URL: database.url, SECRET })
  const submit = () => call(server, 'POST', '/s/lunch/responses', { body: { answers: ['canary'] } })
  const form = { body: '0=canary', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const signIn = () => submitForm(server, '/sign-in', { email: 'ada@example.org', password: 'canary' })
  const watching = await fetch(`${server.baseUrl}/s/lunch/events`)
  assert.equal((await submit()).status, 201)
  const outages = 2
  for (let outage = 1; outage <= outages; outage++) {
    await setReachable(database.url, false)
    for (let sent = 0; sent < 5; sent++) assert.equal((await submit()).status, 503)
    assert.equal((await call(server, 'POST', '/s/lunch', form)).status, 503)
    assert.equal((await signIn()).status, 503)
    await until(() => count(server, GONE) === outage)
    await delay(CHECK_MS)
    await setReachable(database.url, true)
    await until(() => count(server, BACK) === outage)
    assert.equal((await submit()).status, 201)
    await until(() => count(server, 'change notifications are arriving again') === outage)
  }
  await watching.body?.cancel()
  const lines = linesOf((await server.stop()).stdout)
  const failed = lines.filter(({ status }) => status === 503)
  assert.equal(failed.length, outages * 7)
  for (const { id, time, reason, ms, ...line } of failed) {
    assert.equal(ms === undefined, line.route !== '/sign-in')
    assert.ok(['/s/:slug/responses', '/s/:slug', '/sign-in'].includes(String(line.route)))
    assert.deepEqual(line, { level: 40, method: 'POST', route: line.route, status: 503 })
    assert.ok(typeof reason === 'string' && reason.length < 200)
  }
  assert.deepEqual([countIn(lines, GONE), countIn(lines, BACK)], [outages, outages])
  assert.match(JSON.stringify(lines.find(({ msg }) => msg === GONE)?.err), /connection/)
  assert.equal(JSON.stringify(lines).includes('canary'), false)
})

for (const [what, remove] of [
  ['data directory', (dataDir: string) => rmSync(dataDir, { recursive: true })],
  ['write-ahead log', (dataDir: string) => rmSync(join(dataDir, 'soundings.db-wal'))],
  ['database, which another file replaces', replaceDatabase],
] as const)
  test(`nothing is acknowledged after somebody has deleted the ${what} [deleted-files-503]`, async t => {
    const { server, dataDir } = await startWithSurvey(t)
    const submit = async () => (await call(server, 'POST', '/s/lunch/responses', { body: { answers: ['x'] } })).status
    assert.equal(await submit(), 201)
    remove(dataDir)
    assert.deepEqual([await submit(), await submit()], [503, 503])
    assert.equal((await call(server, 'GET', '/readyz')).status, 503)
    assert.equal((await call(server, 'GET', '/healthz')).status, 200)
    await until(() => count(server, GONE) === 1)
    const { stdout } = await server.stop()
    const line = linesOf(stdout).find(({ msg }) => msg === GONE)
    assert.match(
      JSON.stringify(line?.err),
      /soundings\.db(-wal)? was deleted or replaced: see docs\/operating\/bad-day\.md/,
    )
  })

test('a refusal has its cause in a short line, so that strangers cannot fill the log with stacks', async t => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE: 'price_1' }
  const env = { BILLING: 'stripe', ...stripe }
  const server = await serve(t, [], { dataDir: temporaryFolder(t), env })
  assert.equal((await call(server, 'POST', '/webhooks/stripe', { body: {} })).status, 400)
  const [line] = linesOf((await server.stop()).stdout).filter(({ status }) => status === 400)
  const { id: _, time: __, ms: ___, ...rest } = line ?? {}
  const reason = 'Stripe: StripeSignatureVerificationError'
  assert.deepEqual(rest, { level: 40, method: 'POST', route: '/webhooks/stripe', status: 400, reason })
})

test('a request refused because of a nearly full disk says so in its log line [disk-nearly-full]', async t => {
  const { server, token, dataDir } = await startWithSurvey(t)
  await server.stop()
  const full = await serve(t, [], { dataDir, env: { FREE_DISK: '1000000000', LOG_LEVEL: 'info' } })
  const created = await call(full, 'POST', '/api/v1/surveys', { token, body: { ...SURVEY, slug: 'dinner' } })
  assert.equal(created.status, 503)
  const answered = await call(full, 'POST', '/s/lunch/responses', { body: { answers: ['canary'] } })
  assert.equal(answered.status, 503)
  const lines = linesOf((await full.stop()).stdout)
  const refused = lines.filter(({ status }) => status === 503)
  assert.deepEqual(
    refused.map(({ level, reason }) => [level, reason]),
    Array(2).fill([40, 'the disk is nearly full']),
  )
  assert.ok(!lines.some(({ msg }) => msg === GONE))
})

test('a download that breaks off is logged with its cause, and counted as an internal error', async t => {
  const port = await freePort()
  const { server, token, dataDir } = await startWithSurvey(t, { METRICS_PORT: String(port) })
  withDatabase(dataDir, database =>
    database.exec(`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 30000)
      insert into response select survey.id, n, 'id' || n, created_at, '["' || hex(zeroblob(500)) || '"]' from survey, number;
      update survey set response_count = 30000, last_sequence = 30000`),
  )
  const headers = { authorization: `Bearer ${token}` }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server.baseUrl}/api/v1/surveys/lunch`, { headers }, resolve).on('error', reject)
  })
  assert.equal(response.statusCode, 200)
  response.pause()
  withDatabase(dataDir, database => database.exec('alter table response rename to moved'))
  await assert.rejects(response.toArray(), { code: 'ECONNRESET' })
  const { text } = await call({ baseUrl: `http://127.0.0.1:${port}` }, 'GET', '/metrics')
  assert.match(text, /^soundings_internal_errors_total 1$/m)
  assert.match(text, /^soundings_http_requests_total\{method="GET",route="\/api\/v1\/surveys\/:id",status="200"\} 1$/m)
  const lines = linesOf((await server.stop()).stdout)
  // On a busy machine, jobs may warn that the rows above delayed them.
  const broken = lines.filter(({ err, level }) => err !== undefined && level === 50)
  assert.deepEqual(
    broken.map(({ level, id, route, err }) => ({ level, id, route, cause: (err as Error).message })),
    [
      {
        level: 50,
        id: response.headers['x-request-id'],
        route: '/api/v1/surveys/:id',
        cause: 'no such table: response',
      },
    ],
  )
})

/** A copy of the database, moved into its place. */
function replaceDatabase(dataDir: string): void {
  const file = join(dataDir, 'soundings.db')
  cpSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
}

async function startWithSurvey(t: TestContext, env: Record<string, string> = {}) {
  const dataDir = join(temporaryFolder(t), 'data')
  const made = await run(['account', 'create', 'ada@example.org', '--subscribed', '--token', '--json'], {
    dataDir,
    env,
  })
  const token = String(JSON.parse(made.stdout).token)
  const server = await serve(t, [], { dataDir, env: { ...env, LOG_LEVEL: 'info' } })
  assert.equal((await call(server, 'POST', '/api/v1/surveys', { token, body: SURVEY })).status, 201)
  return { server, token, dataDir }
}

/** Ends all connections of a database and refuses further ones, or accepts them again. */
async function setReachable(url: string, isReachable: boolean): Promise<void> {
  const name = nameOf(url)
  await administer(`alter database ${name} allow_connections ${isReachable}`)
  if (!isReachable) await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}

function linesOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}

function count(server: Serving, message: string): number {
  return server.stdout().split(message).length - 1
}

function countIn(lines: readonly Record<string, unknown>[], message: string): number {
  return lines.filter(({ msg }) => msg === message).length
}
