import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { explainStartFailure } from '../src/cli/start-failures.ts'
import { readConfig } from '../src/config.ts'
import { Refusal } from '../src/domain/values/refusal.ts'
import { SQLITE_CANTOPEN, SQLITE_FULL } from '../src/store/sqlite/result-codes.ts'
import { call } from './harness.ts'
import { run, runApart, serve, temporaryFolder } from './program.ts'

const LINK = /http:\/\/[\d.]+:\d+\/s\/[a-z]+-[a-z]+-[a-z]+/

describe('a start that fails because of the machine says what to do', () => {
  test('if another program uses the port', async t => {
    const { baseUrl } = await serve(t, [], { dataDir: temporaryFolder(t) })
    const { port } = new URL(baseUrl)
    const outcome = await runApart(['serve'], { dataDir: temporaryFolder(t), env: { PORT: port } })
    const next = Number(port) + 1
    const expected = `soundings: another program listens on port ${port}; choose another with PORT, for example: PORT=${next} npm start\n`
    assert.deepEqual([outcome.status, outcome.stderr], [1, expected])
  })

  test('if the machine does not have the address', async t => {
    const { status, stderr } = await runApart(['serve'], { dataDir: temporaryFolder(t), env: { HOST: '192.0.2.1' } })
    assert.equal(status, 1)
    assert.match(stderr, /^soundings: this machine has no address 192\.0\.2\.1; set HOST to one that it has/)
  })

  test('if the data folder cannot be used', async t => {
    const dataDir = join(temporaryFolder(t), 'file', 'data')
    writeFileSync(join(dataDir, '..'), '')
    const { status, stderr } = await run(['serve'], { dataDir })
    assert.equal(status, 1)
    const expected = `soundings: the data folder ${dataDir} cannot be used (ENOTDIR: not a directory, mkdir '${dataDir}'); run this as the user who owns it, make it writable, or choose another with DATA_DIR\n`
    assert.equal(stderr, expected)
  })

  test('if the database cannot be written, or the disk is full', async t => {
    for (const [errcode, message, remedy] of [
      [SQLITE_CANTOPEN, 'unable to open database file', 'run this as the user who owns it, make it writable'],
      [SQLITE_FULL, 'database or disk is full', 'free up space there'],
    ] as const) {
      const error = Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })
      for (const failure of [error, new Refusal('unavailable', { cause: error })]) {
        const explained = explainStartFailure(failure, readConfig({ DATA_DIR: '/data' })) as Error
        const expected = `the data folder /data cannot be used (${message}); ${remedy}, or choose another with DATA_DIR`
        assert.equal(explained.message, expected)
      }
      const postgres = readConfig({ DATABASE_URL: 'postgres://localhost/soundings', SECRET: 'x'.repeat(32) })
      assert.equal(explainStartFailure(error, postgres), error)
    }
    const dataDir = temporaryFolder(t)
    mkdirSync(join(dataDir, 'soundings.db'))
    for (const words of [['serve'], ['account', 'list']]) {
      const { status, stderr } = await run(words, { dataDir })
      assert.deepEqual(
        [status, stderr.includes(`the data folder ${dataDir} cannot be used (disk I/O error); run this as the user`)],
        [1, true],
      )
    }
  })

  test('if this user may not listen on a port, or there is no higher one', () => {
    const explained = (code: string, port: number, env: Readonly<Record<string, string>>) =>
      (explainStartFailure(Object.assign(new Error(), { syscall: 'listen', code, port }), readConfig(env)) as Error)
        .message
    for (const [code, port, setting] of [
      ['EACCES', 80, 'PORT'],
      ['EACCES', 81, 'METRICS_PORT'],
      ['EADDRINUSE', 65_535, 'PORT'],
    ] as const)
      assert.ok(explained(code, port, { METRICS_PORT: '81' }).endsWith(`for example: ${setting}=8080 npm start`), code)
  })

  test('if the host is unknown', async t => {
    // Too long for a name, so that no resolver is asked, which might be missing, slow, or know every name.
    const host = 'x'.repeat(64)
    const { status, stderr } = await runApart(['serve'], { dataDir: temporaryFolder(t), env: { HOST: host } })
    const expected = `soundings: the host ${host} is unknown; set HOST to an address of this machine, such as 127`
    assert.deepEqual([status, stderr.startsWith(expected)], [1, true], stderr)
  })
})

describe('serve --lan', () => {
  const isInNetwork = Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .some(({ family, internal }) => family === 'IPv4' && !internal)

  test('prints links that another machine in the network can open, or says that there is none', async t => {
    const dataDir = temporaryFolder(t)
    if (!isInNetwork) {
      const { status, stderr } = await runApart(['serve', '--lan'], { dataDir })
      assert.deepEqual(
        [status, stderr],
        [1, 'soundings: --lan requires a network, but this machine is not connected to one\n'],
      )
      return
    }
    const server = await serve(t, ['--demo', '--lan'], { dataDir })
    const [link = ''] = LINK.exec(server.stderr()) ?? []
    assert.doesNotMatch(link, /127\.0\.0\.1|^$/)
    assert.equal((await fetch(link)).status, 200)
  })

  test('leaves the choice of the address to BASE_URL', async t => {
    const env = { BASE_URL: 'https://surveys.example.org' }
    const { status, stderr } = await run(['serve', '--lan'], { dataDir: temporaryFolder(t), env })
    const expected = 'soundings: --lan chooses the address itself; leave out either --lan or BASE_URL\n'
    assert.deepEqual([status, stderr], [1, expected])
  })
})

test('serve --demo --crowd simulates more and more phones that answer the demo survey', async t => {
  const server = await serve(t, ['--demo', '--crowd'], { dataDir: temporaryFolder(t) })
  const [, slug] = /\/s\/([a-z-]+)\n/.exec(server.stderr()) ?? []
  const [token = ''] = /snd_pat_\w+/.exec(server.stderr()) ?? []
  const count = async () => {
    const { body } = await call(server, 'GET', `/api/v1/surveys/${slug}?view=aggregate`, { token })
    return Number(body.response_count)
  }
  const before = await count()
  while ((await count()) < before + 3) await delay(100)
  assert.equal((await server.stop()).status, 0)
})

test('survey link prints the links of a survey again, and serve --crowd says so if it has no effect', async t => {
  const dataDir = temporaryFolder(t)
  const server = await serve(t, ['--demo'], { dataDir })
  const [, slug = ''] = /\/s\/([a-z-]+)\n/.exec(server.stderr()) ?? []
  const [, adminUrl] = /Dashboard +(\S+)/.exec(server.stderr()) ?? []
  const env = { BASE_URL: server.baseUrl }
  const { stdout } = await run(['survey', 'link', slug, '--json'], { dataDir, env })
  assert.deepEqual(JSON.parse(stdout), { url: `${server.baseUrl}/s/${slug}`, admin_url: adminUrl })
  const { status, stderr } = await run(['survey', 'link', 'no-such-survey'], { dataDir })
  assert.deepEqual([status, stderr], [1, 'soundings: no survey has this slug\n'])
  await server.stop()
  const again = await (await serve(t, ['--demo', '--crowd'], { dataDir })).stop()
  assert.match(again.stderr, /^soundings: --crowd has no effect: it needs the start that creates the demo survey/)
})

describe('the log on a terminal', () => {
  const rows: [what: string, env: Record<string, string>, level: string][] = [
    ['has no line for each request, which would push the first message away', {}, 'warn'],
    ['has what LOG_LEVEL asks for', { LOG_LEVEL: 'info' }, 'info'],
    ['has everything in production', { NODE_ENV: 'production', BASE_URL: 'https://surveys.example.org' }, 'info'],
  ]
  for (const [what, env, level] of rows) test(what, () => assert.equal(readConfig(env, true).logLevel, level))
  test('is complete without a terminal', () => assert.equal(readConfig({}, false).logLevel, 'info'))
})
