import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { checkPageChecksums } from '../../src/cli/doctor/checksum-check.ts'
import { newPostgres } from '../database.ts'
import { installation } from '../installation.ts'
import { reportMissing } from '../missing-program.ts'
import { connect } from '../postgres/query.ts'
import { createPostgres } from '../postgres/server.ts'
import { run, runApart, serve, temporaryFolder } from '../program.ts'
import { until } from '../until.ts'

interface CheckResult {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly remedy: string | null
}

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'bin/soundings.js')

describe('what doctor finds about the machine', { concurrency: 4 }, () => {
  for (const [what, path, found] of [
    ['data directory', '', /^\S+\/data is not a writable directory$/],
    ['database', 'soundings.db', /^\S+\/soundings\.db cannot be written$/],
  ] as const)
    test(`a read-only ${what} is reported [cli-doctor]`, async t => {
      const { dataDir } = await installed(t)
      const target = join(dataDir, path)
      chmodSync(target, statSync(target).mode & 0o500)
      const { status, results } = runUnprivileged(dataDir)
      chmodSync(target, 0o700)
      const wrong = results.filter(({ ok }) => !ok)
      assert.deepEqual([status, wrong.map(({ check }) => check)], [1, ['folder']])
      assert.match(wrong[0]?.found ?? '', found)
    })

  if (runMounted(['true']).status === 0)
    test('a data directory that is mounted read-only is reported, by other commands too [cli-doctor]', async t => {
      const { dataDir } = await installed(t)
      const file = join(dataDir, '../a.backup')
      await run(['backup', file], { dataDir })
      const env = { ...process.env, DATA_DIR: dataDir }
      const inReadOnly = (...words: string[]) => runMounted([process.execPath, PROGRAM, ...words], dataDir, env)
      const remedy = 'mount it writable (if it became read-only by itself, dmesg says why)'
      const { status, stdout } = inReadOnly('doctor', '--json')
      const wrong = (JSON.parse(stdout) as CheckResult[]).filter(({ ok }) => !ok)
      assert.deepEqual(
        [status, wrong.map(({ found, remedy }) => [found, remedy])],
        [1, [[`${dataDir} is mounted read-only`, remedy]]],
      )
      for (const words of [['account', 'list'], ['backup', `${file}2`], ['restore', file], ['serve']]) {
        const { status, stderr } = inReadOnly(...words)
        assert.equal(status, 1)
        const [said = '', advice] = stderr.split('); ')
        assert.ok(said.startsWith(`soundings: the data folder ${dataDir} cannot be used (`), stderr)
        assert.equal(advice, `${remedy}, or choose another with DATA_DIR\n`)
      }
    })
  else reportMissing('a data directory that is mounted read-only', 'Allow this user to create namespaces (unshare).')

  test('a disk that is nearly full is reported before anything is refused [cli-doctor]', async t => {
    const { dataDir } = await installed(t)
    const { bavail, bsize } = statfsSync(dataDir)
    const megabytes = Math.floor((bavail * bsize) / 2 ** 20 / 1.5)
    const { results } = await runDoctor(dataDir, { FREE_DISK: String(megabytes) })
    const wrong = results.filter(({ ok }) => !ok)
    assert.deepEqual(
      wrong.map(({ check, remedy }) => [check, remedy]),
      [['space', 'free up space, or lower FREE_DISK']],
    )
  })

  test('a SECRET_FILE that every user can read is reported [cli-doctor]', async t => {
    const { dataDir } = await installed(t)
    const file = join(dataDir, '../mounted-secret')
    renameSync(join(dataDir, 'secret'), file)
    for (const [mode, expected] of [
      [0o640, []],
      [0o644, [['private', `every user can read ${file}`, `run chmod o= ${file}`]]],
    ] as const) {
      chmodSync(file, mode)
      const { results } = await runDoctor(dataDir, { SECRET_FILE: file })
      const wrong = results.filter(({ ok }) => !ok)
      assert.deepEqual(
        wrong.map(({ check, found, remedy }) => [check, found, remedy]),
        expected,
      )
    }
  })

  test('a program without built browser files is reported [cli-doctor]', async t => {
    const { dataDir } = await installed(t)
    const root = copyWithoutBuild(t)
    const words = [join(root, 'bin/soundings.js'), 'doctor', '--json']
    const { stdout } = spawnSync(process.execPath, words, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
    const wrong = (JSON.parse(stdout.toString()) as CheckResult[]).filter(({ ok }) => !ok)
    assert.deepEqual(
      wrong.map(({ check, found }) => [check, found]),
      [['pages', 'no files for browsers are built: surveys work without scripts, dashboards do not']],
    )
    assert.match(wrong[0]?.remedy ?? '', /npm run build/)
  })

  test('another program that listens at PORT is reported [cli-doctor]', async t => {
    const { dataDir } = await installed(t)
    const found = async (port: string) => {
      const { results } = await runDoctor(dataDir, { PORT: port })
      const { ok, found } = results.find(({ check }) => check === 'port') ?? {}
      return [ok, found?.split(',')[0]]
    }
    const server = await serve(t, [], { dataDir })
    const { port } = new URL(server.baseUrl)
    assert.deepEqual(await found(port), [true, `a server answers at http://127.0.0.1:${port}`])
    await server.stop()
    assert.deepEqual(await found(port), [true, `nothing listens at http://127.0.0.1:${port}`])
    const another = createServer((_, response) => response.end('hello')).listen(Number(port), '127.0.0.1')
    t.after(() => another.close())
    await once(another, 'listening')
    assert.deepEqual(await found(port), [false, `another program listens at http://127.0.0.1:${port}`])
  })

  test('a clock that differs from the one of PostgreSQL is reported [cli-doctor]', async t => {
    const { dataDir } = installation(t)
    const database = await newPostgres()
    t.after(() => database.drop())
    const env = { DATABASE_URL: database.url, SECRET: 'x'.repeat(40) }
    await run(['account', 'list'], { dataDir, env })
    const clocks = [
      [0, true, /^agrees with the database server$/],
      [-60_000, false, / at the database server$/],
      [60_000, false, / at the database server$/],
    ] as const
    for (const [ahead, isOk, found] of clocks) {
      const turned = `data:text/javascript,const now = Date.now; Date.now = () => now() + ${ahead}`
      const { stdout } = await runApart(['doctor', '--json'], { dataDir, env, node: ['--import', turned] })
      const clock = (JSON.parse(stdout) as CheckResult[]).find(({ check }) => check === 'clock')
      assert.equal(clock?.ok, isOk)
      assert.match(clock?.found ?? '', found)
    }
  })

  test('damaged pages that PostgreSQL has found are reported [cli-doctor]', async t => {
    const postgres = await createPostgres({ durable: false })
    t.after(() => postgres.remove())
    const { dataDir } = installation(t)
    const env = { DATABASE_URL: postgres.url, SECRET: 'x'.repeat(40) }
    await run(['account', 'list'], { dataDir, env })
    const checksums = async () => (await runDoctor(dataDir, env)).results.find(({ check }) => check === 'checksums')
    assert.equal((await checksums())?.found, 'on, and no read has failed')
    const [path = ''] = await query(
      postgres.url,
      `create table filling as select repeat('a', 1000) as a;
      select current_setting('data_directory') || '/' || pg_relation_filepath('filling')`,
    )
    await postgres.stop('fast')
    const bytes = readFileSync(path)
    bytes.write('b', bytes.indexOf('aaaa'))
    writeFileSync(path, bytes)
    await postgres.start()
    await assert.rejects(query(postgres.url, 'select * from filling'), /invalid page/)
    await until(async () => (await checksums())?.ok === false)
    assert.match((await checksums())?.found ?? '', /^damaged pages were read \d+ times$/)
  })

  test('without page checksums, doctor advises enabling them', () => {
    const { ok, found } = checkPageChecksums({ isEnabled: false, failures: 0 })
    assert.deepEqual([ok, /pg_checksums --enable$/.test(found)], [true, true])
  })
})

/** The program as in a clone before its first build. */
function copyWithoutBuild(t: TestContext): string {
  const folder = temporaryFolder(t)
  for (const path of ['src', 'bin', 'package.json']) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  mkdirSync(join(folder, 'dist'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** The first column of the last statement's rows. */
async function query(url: string, statements: string): Promise<string[]> {
  const client = await connect(url)
  try {
    const results = [await client.query({ text: statements, rowMode: 'array' })].flat()
    return results.at(-1)?.rows.map(([value]) => String(value)) ?? []
  } finally {
    await client.end()
  }
}

async function installed(t: TestContext) {
  const target = installation(t)
  await target.json('account', 'create', 'ada@example.org')
  return target
}

async function runDoctor(dataDir: string, env: Record<string, string>) {
  const { stdout } = await run(['doctor', '--json'], { dataDir, env })
  return { results: JSON.parse(stdout) as CheckResult[] }
}

/** Runs a program for which alone a folder is mounted read-only. */
function runMounted(words: readonly string[], folder = import.meta.dirname, env = process.env) {
  const script = 'mount --bind "$0" "$0" && mount --options remount,bind,ro "$0" && exec "$@"'
  const args = ['--map-root-user', '--mount', 'sh', '-c', script, folder, ...words]
  return spawnSync('unshare', args, { env, encoding: 'utf8' })
}

/** Root can write everywhere, unless it gives up that capability. */
function runUnprivileged(dataDir: string) {
  const limited = ['setpriv', '--bounding-set=-dac_override,-dac_read_search']
  const prefix = process.getuid?.() === 0 ? limited : []
  const [command = '', ...words] = [...prefix, process.execPath, PROGRAM, 'doctor', '--json']
  const { status, stdout } = spawnSync(command, words, { env: { PATH: process.env.PATH, DATA_DIR: dataDir } })
  return { status, results: JSON.parse(stdout.toString()) as CheckResult[] }
}
