import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { findPrograms } from '../../tools/failover/cluster.ts'
import { checkHistory, readStored } from '../faults/history.ts'
import { killServers, startServer, temporaryFolder } from '../faults/server.ts'
import { checkKept, finish, SECRET, type Survey, startWithSurvey, Writers } from '../faults/writers.ts'
import { reportMissing } from '../missing-program.ts'
import { run } from '../program.ts'
import { until } from '../until.ts'
import { type KeptPostgres, keepPostgres } from './keeper.ts'
import { query } from './query.ts'
import type { PostgresOptions } from './server.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/operating/backups.md'), 'utf8')
const BACKUP = join(import.meta.dirname, '../../deploy/soundings-backup')
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
else {
  test('the restore drill in docs/operating/backups.md brings back every row of PostgreSQL [acknowledged-is-committed, aggregate-counts-exact]', {
    timeout: 300_000,
  }, async t => {
    const { create, restore } = readDrill()
    const folder = temporaryFolder()
    const lost = await startCluster(programs, folder)
    lost.run(create)
    const started = await startWithSurvey({ DATABASE_URL: lost.serviceUrl, SECRET })
    let { server } = started
    const writers = new Writers(() => server.baseUrl, started.survey.slug)
    await writers.writeFor(LOAD_MS)
    await writers.pause()
    assert.equal(await server.stop('SIGTERM'), 0)
    const rows = await readRows(lost.url)
    assert.equal(rows.response?.length, writers.acknowledged.size)
    lost.run(`PGDATABASE=soundings ${BACKUP} . && mv *.dump soundings.dump`)
    const [recorded] = await query(lost.serviceUrl, 'select last_backup_at from installation')
    assert.ok(Math.abs(Number(recorded?.last_backup_at) - Date.now()) < 60_000)
    await lost.remove()

    const restored = await startCluster(programs, folder)
    t.after(() => restored.remove())
    const survey = { ...started.survey, env: { DATABASE_URL: restored.serviceUrl, SECRET } }
    // The control: the failure that the drill warns of must occur.
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

  test('PostgreSQL is restored to a point in time as docs/operating/backups.md says [acknowledged-is-committed, aggregate-counts-exact]', {
    timeout: 300_000,
  }, async t => {
    const { create } = readDrill()
    const folder = openFolder()
    const { archiving, baseBackup, recovery } = readPointInTime(folder)
    const lost = await startCluster(programs, folder, { files: { 'postgresql.auto.conf': archiving } })
    lost.run(create)
    const started = await startWithSurvey({ DATABASE_URL: lost.serviceUrl, SECRET })
    let { server } = started
    const writers = new Writers(() => server.baseUrl, started.survey.slug)
    await writers.writeFor(LOAD_MS)
    lost.run(baseBackup)
    await writers.writeFor(LOAD_MS)
    await writers.pause()
    const before = [...writers.acknowledged.values()]
    const [time] = await query(lost.url, 'select now()::text')
    await writers.writeFor(LOAD_MS)
    await writers.pause()
    assert.equal(await server.stop('SIGTERM'), 0)
    await archiveAll(lost.url)
    await lost.remove()

    const settings = recovery.replace(/(recovery_target_time) = .*/, `$1 = '${time?.now}'`)
    const [backup = ''] = globSync(join(folder, 'backups/*'))
    const files = { 'recovery.signal': '', 'postgresql.auto.conf': settings }
    const restored = await startCluster(programs, folder, { baseBackup: backup, files })
    t.after(() => restored.remove())
    await until(async () => (await query(restored.url, 'select pg_is_in_recovery() as is'))[0]?.is === false)
    const survey = { ...started.survey, env: { DATABASE_URL: restored.serviceUrl, SECRET } }
    server = await startServer(survey)
    assert.deepEqual(await failedChecks(survey), [])
    assert.equal(checkHistory(before, await readStored(server, survey)), 0)
    t.diagnostic(`${before.length} of ${writers.acknowledged.size} acknowledged by then and restored`)
    await writers.writeFor(LOAD_MS)
    await writers.finish()
  })
}

/** A folder in which PostgreSQL, which does not run as root, can write too. */
function openFolder(): string {
  const folder = temporaryFolder()
  for (const path of [folder, join(folder, 'archive')]) {
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o777)
  }
  return folder
}

/** The guide’s settings and command, with its folders moved. */
function readPointInTime(folder: string) {
  const moved = GUIDE.replaceAll(/\/(?=(?:archive|backups)\/)/g, `${folder}/`)
  const [, archiving] = /```\n((?: +archive_.*\n)+) *```/.exec(moved) ?? []
  const [, baseBackup] = /```sh\n( +pg_basebackup .*\n) *```/.exec(moved) ?? []
  const [, recovery] = /```\n((?: +(?:restore|recovery)_.*\n)+) *```/.exec(moved) ?? []
  assert.ok(archiving && baseBackup && recovery)
  return { archiving, baseBackup, recovery }
}

/** Resolves when everything that was committed is in the archive. */
async function archiveAll(url: string): Promise<void> {
  const [last] = await query(url, 'select pg_walfile_name(pg_switch_wal()) as name')
  await until(async () => {
    const [archiver] = await query(url, 'select last_archived_wal from pg_stat_archiver')
    return String(archiver?.last_archived_wal) >= String(last?.name)
  })
}

/** The commands of the drill until and from `pg_restore`. */
function readDrill() {
  const [, create, restore] = /```sh\n((?: +create.*\n)+)( +pg_restore .*\n) *```/.exec(GUIDE) ?? []
  assert.ok(create && restore)
  return { create, restore }
}

/** @param folder in which its commands run */
async function startCluster(
  installed: string,
  folder: string,
  options: Partial<PostgresOptions> = {},
): Promise<Cluster> {
  const postgres = await keepPostgres({ durable: true, programs: installed, ...options })
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
