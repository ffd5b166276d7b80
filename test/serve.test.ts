import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { renderUnicodeCompact } from 'uqr'
import { freePort } from './free-port.ts'
import { call } from './harness.ts'
import { rows, withDatabase } from './installation.ts'
import { type Outcome, run, runApart, type Serving, serve, temporaryFolder } from './program.ts'
import { until } from './until.ts'
import { startWithWaiting } from './waiting-connections.ts'

/** What the first start prints about the demo. */
interface Tour {
  readonly link: string
  readonly slug: string
  readonly adminToken: string
  readonly token: string
  readonly curl: string
}

const PROGRAM = join(import.meta.dirname, '../bin/soundings.js')
const TOKEN = /snd_pat_[0-9A-Za-z]{46}/g

describe('the server in a process of its own', { concurrency: 4 }, () => {
  test('the first start prints a demo whose secrets are not in the database, the second only the addresses [secret-generated, token-shown-once, no-key-in-database, token-last-used-hour]', async t => {
    const dataDir = join(temporaryFolder(t), 'data')
    const first = await serve(t, ['--demo'], { dataDir })
    const tour = tourOf(first)
    await takeTour(first, tour)
    assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600)
    assert.equal(statSync(dataDir).mode & 0o777, 0o700)
    assertStopped(await first.stop())
    assertNoneKept(dataDir, tour)
    const { stdout: list } = await run(['token', 'list', '--json'], { dataDir })
    assert.match(JSON.parse(list)[0].last_used_at, /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/)

    const second = await serve(t, ['--demo'], { dataDir })
    assert.equal(second.stderr(), addresses(second))
    assert.equal(await adminTokenOf(second, tour), tour.adminToken)
    const { stdout } = await second.stop()
    assert.doesNotMatch(stdout, TOKEN)
  })

  test('an id that cannot be decoded is refused after authentication by the built program, too [impossible-id-404, cors-any-origin]', async t => {
    const server = await serve(t, [], { dataDir: join(temporaryFolder(t), 'data') })
    const { status, headers } = await call(server, 'GET', '/api/v1/surveys/%E0%A4%A')
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [401, '*'])
    assertStopped(await server.stop())
  })

  test('a signal does not open the inspector, however the server was started', async t => {
    const words = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')).scripts.start.split(
      ' ',
    )
    const flags = words.filter((word: string) => word.startsWith('--'))
    for (const node of flags.length > 0 ? [flags, []] : [[]]) {
      const server = await serve(t, [], { dataDir: join(temporaryFolder(t), 'data'), node })
      server.signal('SIGUSR1')
      // Answered by the process that has received the signal.
      for (let calls = 0; calls < 20; calls++) assert.equal((await call(server, 'GET', '/readyz')).status, 200)
      assert.doesNotMatch((await server.stop()).stderr, /Debugger listening/)
    }
  })

  test('what was logged before the process fails is written', async t => {
    const failure = "process.once('SIGUSR2', () => { throw new Error('nobody foresaw this') })"
    const node = ['--import', `data:text/javascript,${encodeURIComponent(failure)}`]
    const server = await serve(t, [], { dataDir: temporaryFolder(t), node })
    const { headers } = await call(server, 'GET', '/healthz')
    server.signal('SIGUSR2')
    const outcome = await server.stop()
    assert.equal(outcome.status, 1)
    assert.match(outcome.stderr, /nobody foresaw this/)
    assert.ok(linesOf(outcome).some(({ id }) => id === headers.get('x-request-id')))
  })

  test('a thousand connections at once wait for a busy server, which stops without waiting for them [connections-wait]', async t => {
    const { server, closed } = await startWithWaiting(t)
    assertStopped(await server.stop())
    await closed
  })

  const withoutDemo: [what: string, words: string[], env: Record<string, string>, greets: boolean][] = [
    ['without a terminal and without --demo', [], {}, true],
    ['in production', ['--demo'], { NODE_ENV: 'production' }, false],
  ]
  for (const [what, words, env, greets] of withoutDemo) {
    test(`${what} it creates no demo`, async t => {
      const dataDir = temporaryFolder(t)
      const server = await serve(t, words, { dataDir, env })
      assert.equal(server.stderr(), greets ? addresses(server) : '')
      const accounts = await run(['account', 'list', '--json'], { dataDir })
      assert.equal(accounts.stdout, '[]\n')
      assertStopped(await server.stop())
    })
  }

  test('it deletes expired data, and a second server on its data directory reports that and exits [hourly-purge]', async t => {
    const dataDir = temporaryFolder(t)
    await run(['account', 'create', 'ada@example.org'], { dataDir })
    withDatabase(dataDir, database => {
      const insert = database.prepare("insert into idempotency_key select id, ?, '', '', ? from account")
      insert.run('old', Date.now() - 86_400_001)
      insert.run('young', Date.now() - 86_000_000)
    })
    const server = await serve(t, [], { dataDir })
    const keys = () => rows(dataDir, 'select key from idempotency_key').map(({ key }) => key)
    await until(() => keys().length < 2)
    assert.deepEqual(keys(), ['young'])
    await assertRefusesAnother(server, dataDir)
  })

  test('it keeps serving if its log cannot be written, as on a full disk', async t => {
    const port = String(await freePort())
    const env = { PATH: process.env.PATH, DATA_DIR: temporaryFolder(t), PORT: port }
    const log = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', log, 'ignore'] })
    closeSync(log)
    t.after(() => child.kill('SIGKILL'))
    const status = () =>
      fetch(`http://localhost:${port}/readyz`).then(
        ({ status }) => status,
        () => undefined,
      )
    await until(async () => (await status()) === 200)
    // Each request is a line, and lines are written once a second.
    const last = performance.now() + 2_500
    for (; performance.now() < last; await delay(50)) assert.equal(await status(), 200)
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'close'), [0, null])
  })

  test('a first start that fails on a port in use creates no demo, and the next start does', async t => {
    const dataDir = temporaryFolder(t)
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const failed = await runApart(['serve', '--demo'], { dataDir, env: { PORT: String(port) } })
    other.close()
    assert.deepEqual([failed.status, failed.stderr.match(TOKEN)], [1, null])
    const next = await serve(t, ['--demo'], { dataDir })
    await takeTour(next, tourOf(next))
  })

  test('while another process holds the write lock, reads go on, and writes wait until they are refused [storage-unavailable-reads, storage-unavailable-503, acknowledged-is-committed]', async t => {
    const { server, slug, token, keepOut } = await besideAnother(t)
    const send = () => call(server, 'POST', `/s/${slug}/responses`, { body: { answers: ['No'] } })
    const letIn = keepOut()
    const waiting = send()
    const statuses = new Set<number>()
    for (let reads = 0; reads < 10; reads++) statuses.add((await call(server, 'GET', `/s/${slug}`)).status)
    letIn()
    assert.equal((await waiting).status, 201)
    assert.deepEqual([...statuses], [200])

    const letInLate = keepOut()
    const { status, headers, body } = await send()
    assert.deepEqual([status, body], [503, { error: 'temporarily unavailable' }])
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    letInLate()
    assert.equal((await call(server, 'GET', '/readyz')).status, 200)
    const { surveys } = (await call(server, 'GET', '/api/v1/surveys', { token })).body
    assert.deepEqual(
      surveys?.map(({ response_count }) => response_count),
      [41, 40, 0],
    )
  })

  test('one log line per request, but only counts for respondents’ requests [logs-name-route-pattern, respondent-logs-anonymous, respondent-logs-counted, internal-error-body, internal-error-log]', async t => {
    const dataDir = temporaryFolder(t)
    const server = await serve(t, ['--demo'], { dataDir })
    const { token, slug } = tourOf(server)
    const headers = {
      'user-agent': 'canary',
      referer: 'http://canary',
      cookie: 'a=canary',
      'x-forwarded-for': 'canary',
    }
    const form = { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: 'q0=canary' }
    const requests = [
      ['GET', `/s/${slug}?who=canary`, { headers }, '/s/:slug', 200],
      ['GET', '/s/canary', { headers }, '/s/:slug', 404],
      ['POST', `/s/${slug}`, form, '/s/:slug', 400],
      ['POST', `/s/${slug}/responses?token=canary`, { headers, body: { answers: ['No'] } }, '/s/:slug/responses', 201],
      ['GET', '/canary?canary', { headers }, undefined, 404],
      ['GET', `/api/v1/surveys/${slug}?access_token=canary`, { headers, token }, '/api/v1/surveys/:id', 200],
      ['PATCH', '/api/v1/surveys/canary', { headers, token: 'canary', body: '{' }, '/api/v1/surveys/:id', 401],
      ['DELETE', `/api/v1/surveys/${slug}`, { headers }, '/api/v1/surveys/:id', 405],
      ['PROPFIND', `/api/v1/surveys/${slug}`, { headers }, '/api/v1/surveys/:id', 405],
      ['GET', '/p/api/canary/board/0', { headers }, '/p/api/:token/board/:index', 404],
    ] as const
    const expected: object[] = []
    for (const [method, path, request, route, status] of requests) {
      const answer = await call(server, method, path, request)
      const id = answer.headers.get('x-request-id')
      if (!route?.startsWith('/s/')) expected.push({ level: 30, id, method, ...(route && { route }), status })
      assert.equal(answer.status, status)
    }
    const failed = await callWithoutTemplates(server, dataDir, token)
    const lines = linesOf(await server.stop())
    const failures = lines.filter(line => 'err' in line)
    assert.deepEqual(
      failures.map(({ id, err }) => ({ id, cause: err.message })),
      [{ id: failed.id, cause: 'no such table: template' }],
    )
    assert.deepEqual(
      lines.filter(line => 'method' in line).map(({ time: _, ms: __, err: ___, msg: ____, ...line }) => line),
      [
        ...expected,
        { level: 50, id: failed.id, method: 'GET', route: '/api/v1/templates', status: 500 },
        ...requests
          .slice(0, 4)
          .map(([method, , , route, status]) => ({ level: 30, method, route, status, requests: 1 })),
      ],
    )
    for (const { time, ms, route } of lines.filter(line => 'method' in line)) {
      assert.equal(Number(time) % 1_000, 0)
      assert.equal(typeof ms, `${route ?? ''}`.startsWith('/s/') ? 'undefined' : 'number', `${route}`)
    }
    const talk = JSON.stringify(lines)
    for (const text of ['canary', '127.0.0.1', token, slug]) assert.equal(talk.includes(text), false, text)
  })
})

async function assertRefusesAnother(server: Serving, dataDir: string): Promise<void> {
  const other = await runApart(['serve'], { dataDir, env: { PORT: String(await freePort()) } })
  assert.equal(other.stderr, `soundings: another server is running on the data directory ${dataDir}\n`)
  assert.equal(other.status, 1)
  assertStopped(await server.stop())
}

/** A server with its demo, and another process that can block its writer until the returned function is called. */
async function besideAnother(t: TestContext) {
  const dataDir = temporaryFolder(t)
  const server = await serve(t, ['--demo'], { dataDir })
  const keepOut = () => {
    const other = new DatabaseSync(join(dataDir, 'soundings.db'), { timeout: 5000 })
    other.exec('begin immediate')
    return () => other.close()
  }
  return { server, keepOut, ...tourOf(server) }
}

/** Asserts that the first start has printed everything, the token once and the link as a QR code too. */
function tourOf(server: Serving): Tour {
  const { baseUrl } = server
  const text = server.stderr()
  const [, slug = ''] = /\/s\/([a-z]+-[a-z]+-[a-z]+)\n/.exec(text) ?? []
  const link = `${baseUrl}/s/${slug}`
  const [, adminToken = ''] = new RegExp(`${baseUrl}/admin/${slug}#([0-9a-f-]{36})\n`).exec(text) ?? []
  const [token = '', ...others] = new Set(text.match(TOKEN))
  assert.deepEqual(others, [])
  const [curl = ''] = /curl .+/.exec(text) ?? []
  for (const line of renderUnicodeCompact(link).split('\n')) assert.ok(text.includes(line), text)
  for (const [name, found] of Object.entries({ slug, adminToken, token, curl })) assert.notEqual(found, '', name)
  return { link, slug, adminToken, token, curl }
}

/** The secrets of an installation and of its demo are nowhere beside the file of the secret. */
function assertNoneKept(dataDir: string, { token, adminToken }: Tour): void {
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  assert.ok(secret.length >= 32)
  for (const file of readdirSync(dataDir).filter(name => name !== 'secret'))
    for (const key of [secret, adminToken, token])
      assert.equal(readFileSync(join(dataDir, file)).includes(key), false, file)
}

/** What was printed works when it is pasted. */
async function takeTour(server: Serving, tour: Tour): Promise<void> {
  const [, name = '', value = '', url = ''] = /^curl -H '(\w+): ([^']+)' '([^']+)'$/.exec(tour.curl) ?? []
  const { id, response_count, results } = JSON.parse(await (await fetch(url, { headers: { [name]: value } })).text())
  assert.deepEqual([id, response_count, results[0].answered], [tour.slug, 40, 40])
  const page = await fetch(tour.link)
  assert.match(await page.text(), /<h1[^>]*>Team lunch<\/h1>/)
  assert.equal(await adminTokenOf(server, tour), tour.adminToken)
}

async function adminTokenOf(server: Serving, { token }: Tour): Promise<unknown> {
  const { body } = await call(server, 'GET', '/api/v1/surveys?include_admin=1', { token })
  return body.surveys?.[0]?.admin_token
}

function addresses({ baseUrl }: Serving): string {
  return `\n  Soundings          ${baseUrl}\n  Documentation      ${baseUrl}/docs\n\n`
}

/** It ended cleanly, and its last words are in the log. */
function assertStopped(outcome: Outcome): void {
  assert.equal(outcome.status, 0)
  assert.deepEqual(
    linesOf(outcome)
      .map(({ msg }) => msg)
      .filter(msg => msg !== undefined),
    ['listening', 'stopping', 'stopped'],
  )
}

/** A database that has lost a table: an error that nobody foresees. */
async function callWithoutTemplates(server: Serving, dataDir: string, token: string) {
  const database = new DatabaseSync(join(dataDir, 'soundings.db'), { timeout: 5000 })
  database.exec('drop table template')
  database.close()
  const { status, body, headers } = await call(server, 'GET', '/api/v1/templates', { token })
  assert.deepEqual([status, body], [500, { error: 'internal error' }])
  return { id: headers.get('x-request-id') }
}

/** stdout contains only the log: one line of JSON each. */
function linesOf({ stdout }: Outcome) {
  return stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
}
