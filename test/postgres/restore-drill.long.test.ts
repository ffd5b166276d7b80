import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { findPrograms } from '../../tools/failover/cluster.ts'
import { killServers, startServer, temporaryFolder } from '../faults/server.ts'
import { checkKept, finish, SECRET, type Survey, startWithSurvey, Writers } from '../faults/writers.ts'
import { reportMissing } from '../missing-program.ts'
import { run } from '../program.ts'
import { type KeptPostgres, keepPostgres } from './keeper.ts'
import { query } from './query.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../deploy/README.md'), 'utf8')
const LOAD_MS = 1_000

interface Cluster extends KeptPostgres {
  /** Of the service's database, as its role. */
  readonly serviceUrl: string
  /** Runs commands as the superuser. */
  run(commands: string): void
}

afterEach(killServers)

const programs = findPrograms()
if (programs === undefined) reportMissing('the restore drill on PostgreSQL', 'Install postgresql.')
else
  test('[acknowledged-is-committed, aggregate-counts-exact] the restore drill in deploy/README.md brings back every row of PostgreSQL', {
    timeout: 300_000,
  }, async t => {
    const { dump, create, restore } = readDrill()
    const folder = temporaryFolder()
    const lost = await startCluster(programs, folder)
    lost.run(create)
    const started = await startWithSurvey({ DATABASE_URL: lost.serviceUrl, SECRET })
    let { server } = started
    const writers = new Writers(() => server.baseUrl, started.survey.slug)
    await writers.writeFor(LOAD_MS)
    await writers.pause()
    assert.equal(await server.stop('SIGTERM'), 0)
    lost.run(dump)
    const rows = await readRows(lost.url)
    assert.equal(rows.response?.length, writers.acknowledged.size)
    await lost.remove()

    const restored = await startCluster(programs, folder)
    t.after(() => restored.remove())
    const survey = { ...started.survey, env: { DATABASE_URL: restored.serviceUrl, SECRET } }
    // The control: what the drill warns of must be seen.
    restored.run(create + restore.replace(' --role=soundings', ''))
    assert.match(JSON.stringify(await failedChecks(survey)), /permission denied/)
    restored.run('dropdb soundings; dropuser soundings')

    restored.run(create + restore)
    assert.deepEqual(await readRows(restored.url), rows)
    server = await startServer(survey)
    assert.deepEqual(await failedChecks(survey), [])
    assert.equal(await checkKept(server, survey, writers), 0)
    t.diagnostic(`${writers.acknowledged.size} acknowledged and restored, on ${await version(restored.url)}`)
    await writers.writeFor(LOAD_MS)
    await finish(server, survey, writers)
  })

/** The commands of the guide: the nightly dump, and those of the drill until and from `pg_restore`. */
function readDrill() {
  const [, dump] = /every night:\*\* `(pg_dump [^`]+)`/.exec(GUIDE) ?? []
  const [, create, restore] = /```sh\n((?: +create.*\n)+)( +pg_restore .*\n) *```/.exec(GUIDE) ?? []
  assert.ok(dump && create && restore)
  return { dump, create, restore }
}

/** @param folder in which its commands run */
async function startCluster(installed: string, folder: string): Promise<Cluster> {
  const postgres = await keepPostgres({ durable: true, programs: installed })
  const { hostname, port } = new URL(postgres.url)
  const env = { PATH: `${installed}:${process.env.PATH}`, PGHOST: hostname, PGPORT: port, PGUSER: 'postgres' }
  return {
    ...postgres,
    serviceUrl: `postgres://soundings@${hostname}:${port}/soundings`,
    run: commands => void execFileSync('sh', ['-e', '-c', commands], { cwd: folder, env, stdio: 'pipe' }),
  }
}

/** Every row of the service's database, by table. */
async function readRows(url: string): Promise<Record<string, string[]>> {
  const database = new URL('/soundings', url).href
  const tables = await query(
    database,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const rows = tables.map(async ({ name }) => {
    const found = await query(database, `select row_to_json(found)::text as row from "${name}" as found`)
    return [name, found.map(({ row }) => row).sort()] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

/** What `doctor` finds wrong. */
async function failedChecks(survey: Survey): Promise<unknown[]> {
  const { stdout } = await run(['doctor', '--json'], survey)
  return JSON.parse(stdout).filter(({ ok }: { ok: boolean }) => !ok)
}

async function version(url: string): Promise<unknown> {
  const [row] = await query(url, "select 'PostgreSQL ' || current_setting('server_version') as version")
  return row?.version
}
