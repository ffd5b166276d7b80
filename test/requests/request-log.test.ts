import assert from 'node:assert/strict'
import { cpSync, renameSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../free-port.ts'
import { call } from '../harness.ts'
import { withDatabase } from '../installation.ts'
import { count, GONE, linesOf, SURVEY, startWithSurvey } from '../log-lines.ts'
import { serve, temporaryFolder } from '../program.ts'
import { unlessShort } from '../scale.ts'
import { until } from '../until.ts'

for (const [what, remove] of [
  ['data directory', (dataDir: string) => rmSync(dataDir, { recursive: true })],
  ...unlessShort([
    ['write-ahead log', (dataDir: string) => rmSync(join(dataDir, 'soundings.db-wal'))],
    ['database, which another file replaces', replaceDatabase],
  ] as const),
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
