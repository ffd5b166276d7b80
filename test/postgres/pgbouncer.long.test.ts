import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, type TestContext, test } from 'node:test'
import { killServers, startServer, temporaryFolder } from '../faults/server.ts'
import { checkKept, finish, SECRET, startWithSurvey, Writers } from '../faults/writers.ts'
import { reportMissing } from '../missing-program.ts'
import { dumpWith, SECRET as LOADED_SECRET } from '../moving/data.ts'
import { run } from '../program.ts'
import { until } from '../until.ts'
import { keepPostgres } from './keeper.ts'
import { isPgbouncerInstalled, type PoolMode, startPgbouncer } from './pgbouncer.ts'

const KILLS = 5
const OPTIONS = { timeout: 300_000 }

afterEach(killServers)

const MODES = isPgbouncerInstalled() ? (['session', 'transaction'] as const) : []
if (MODES.length === 0) reportMissing('connections through pgbouncer', 'Install pgbouncer.')

for (const mode of MODES) {
  test(
    `killed under 16 writers behind pgbouncer in ${mode} mode [submissions-survive-kill, acknowledged-is-committed, aggregate-counts-exact]`,
    OPTIONS,
    async t => {
      const { server: first, survey } = await startWithSurvey({ SECRET, ...(await startPooled(t, mode)) })
      const writers = new Writers(() => first.baseUrl, survey.slug)
      let server = first
      for (let kill = 0; kill < KILLS; kill++) {
        await writers.writeFor(200 + 50 * kill)
        await server.stop('SIGKILL')
        await writers.interrupted()
        server = await startServer({ ...survey, port: server.port })
        await checkKept(server, survey, writers)
      }
      await finish(server, survey, writers)
      t.diagnostic(`${writers.acknowledged.size} acknowledged; ${writers.interruptions.length} sent again`)
    },
  )

  test(`concurrent requests behind pgbouncer in ${mode} mode end as they do without it`, OPTIONS, async t => {
    const settings = await startPooled(t, mode)
    // Without this process’s settings: with those of the test runner, it would only report to it.
    const child = spawn(process.execPath, ['--test', 'test/races.test.ts'], {
      env: {
        PATH: process.env.PATH,
        SOUNDINGS_TEST_ENGINE: 'postgres',
        SOUNDINGS_TEST_POSTGRES: settings.serverUrl,
        SOUNDINGS_TEST_POOLER: settings.DATABASE_URL,
        SOUNDINGS_TEST_POOL_MODE: mode,
      },
    })
    let report = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        report += text
      })
    const [code] = await once(child, 'exit')
    assert.equal(code, 0, report)
    assert.match(report, /pass [1-9]/)
  })
}

for (const mode of MODES)
  test(
    `a load behind pgbouncer in ${mode} mode is refused as long as a server runs [load-beside-server]`,
    OPTIONS,
    async t => {
      const { file } = await dumpWith(t, 1)
      const place = { dataDir: temporaryFolder(), env: { SECRET: LOADED_SECRET, ...(await startPooled(t, mode)) } }
      const server = await startServer(place)
      assert.match((await run(['load', file], place)).stderr, /a server is running on this database/)
      await server.stop('SIGKILL')
      await until(async () => (await run(['load', file], place)).status === 0)
    },
  )

if (MODES.length > 0)
  test('a transaction pooler without DATABASE_LISTEN_URL is explained at the start', OPTIONS, async t => {
    const { DATABASE_URL, serverUrl } = await startPooled(t, 'transaction')
    const env = { SECRET, DATABASE_URL }
    const complete = { ...env, DATABASE_LISTEN_URL: serverUrl }
    await (await startServer({ dataDir: temporaryFolder(), env: complete })).stop('SIGTERM')
    let said = ''
    // Which session a transaction gets is random, so the first start may find nothing wrong.
    for (let start = 0; start < 10 && said === ''; start++)
      await startServer({ dataDir: temporaryFolder(), env }).then(
        server => server.stop('SIGKILL'),
        error => {
          said = String(error)
        },
      )
    assert.match(
      said,
      /DATABASE_URL points to a pooler that runs each transaction in another session: set DATABASE_LISTEN_URL/,
    )
  })

async function startPooled(t: TestContext, mode: PoolMode) {
  const postgres = await keepPostgres({ durable: true })
  const pooler = await startPgbouncer(postgres.url, mode)
  t.after(async () => {
    killServers()
    await pooler.stop()
    await postgres.remove()
  })
  const settings = { DATABASE_URL: pooler.url, serverUrl: postgres.url }
  return mode === 'session' ? settings : { ...settings, DATABASE_LISTEN_URL: postgres.url }
}
