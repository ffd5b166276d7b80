import assert from 'node:assert/strict'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { newPostgres } from '../database.ts'
import { assertRefused, installation, rows, withDatabase } from '../installation.ts'
import { type Run, run, temporaryFolder } from '../program.ts'
import { unlessShort } from '../scale.ts'
import { storedDatabases, unpack } from '../upgrades/stored.ts'

const NEVER = /^none was recorded; `soundings backup` makes one, /
const HOUR_MS = 3_600_000

describe('the last backup', { concurrency: 4 }, () => {
  test('doctor says when it was made, and that there was none before [cli-backup, cli-doctor]', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'create', 'ada@example.org')
    assert.match(await passedIn({ dataDir }), NEVER)
    const { made_at: madeAt } = JSON.parse(
      (await run(['backup', join(dataDir, '../a.db'), '--json'], { dataDir })).stdout,
    )
    assert.equal(await passedIn({ dataDir }), `the last was made at ${madeAt}, 0 hours ago`)
  })

  test('doctor fails if it was made more than two days ago, unless nothing is stored [cli-doctor]', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'list')
    const age = (hours: number) =>
      withDatabase(dataDir, database =>
        database.prepare('update installation set last_backup_at = ?').run(Date.now() - hours * HOUR_MS),
      )
    age(49)
    assert.match(await passedIn({ dataDir }), / 2 days ago$/)
    await json('account', 'create', 'ada@example.org')
    const { ok, found, remedy } = await checkBackup({ dataDir })
    assert.deepEqual([ok, / 2 days ago$/.test(found)], [false, true])
    assert.match(remedy ?? '', /^find out why none was made since/)
    age(47)
    assert.match(await passedIn({ dataDir }), / 47 hours ago$/)
  })

  test('a backup that failed is not recorded [cli-backup]', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'list')
    assert.equal((await run(['backup', '/proc/a.db'], { dataDir })).status, 1)
    assert.match(await passedIn({ dataDir }), NEVER)
  })

  test('a restored database knows when its backup was made [cli-restore]', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'create', 'ada@example.org')
    const file = join(dataDir, '../a.db')
    const { made_at: madeAt } = JSON.parse((await run(['backup', file, '--with-secret', '--json'], { dataDir })).stdout)
    const other = join(temporaryFolder(t), 'data')
    mkdirSync(other, { mode: 0o700 })
    assert.equal((await run(['restore', file], { dataDir: other })).status, 0)
    assert.deepEqual(
      { ...rows(other, 'select last_backup_at from installation')[0] },
      {
        last_backup_at: Date.parse(madeAt),
      },
    )
  })

  test('before a server has upgraded the database a backup is complete, and says that it was not recorded [cli-backup]', async t => {
    const dataDir = join(temporaryFolder(t), 'data')
    const oldest = storedDatabases().find(({ engine }) => engine === 'sqlite')
    assert.ok(oldest)
    unpack(oldest, dataDir)
    const file = join(dataDir, '../a.db')
    const { status, stderr } = await run(['backup', file], { dataDir })
    assert.equal(status, 0)
    assert.match(stderr, /\nThe backup is complete, but the database could not be told: /)
    assert.ok(statSync(file).size > 10_000)
  })

  for (const [engine, place] of [
    ['SQLite', async (t: TestContext) => ({ dataDir: installation(t).dataDir })],
    ...unlessShort([['PostgreSQL', onPostgres]] as const),
  ] as const)
    test(`on ${engine} a backup that was made by other tools can be recorded [cli-backup]`, async t => {
      const target: Run = await place(t)
      assert.equal((await run(['account', 'create', 'ada@example.org'], target)).status, 0)
      assert.match(await passedIn(target), NEVER)
      const begunAt = Date.now()
      const { status, stdout, stderr } = await run(['backup', '--record', '--json'], target)
      assert.deepEqual([status, stderr], [0, ''])
      const { made_at: madeAt } = JSON.parse(stdout)
      assert.ok(Date.parse(madeAt) >= begunAt && Date.parse(madeAt) <= Date.now())
      assert.equal(await passedIn(target), `the last was made at ${madeAt}, 0 hours ago`)
    })

  test('nothing is recorded if the command itself cannot make the backup [cli-backup]', async t => {
    const target = await onPostgres(t)
    const outcome = await run(['backup', 'a.db'], target)
    assertRefused(outcome, 1, 'this installation uses PostgreSQL; use pg_dump or pg_basebackup instead')
  })
})

async function onPostgres(t: TestContext): Promise<Run> {
  const database = await newPostgres()
  t.after(() => database.drop())
  const env = { DATABASE_URL: database.url, SECRET: 'a secret of more than 32 characters' }
  return { dataDir: installation(t).dataDir, env }
}

interface CheckResult {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly remedy: string | null
}

async function checkBackup(target: Run): Promise<CheckResult> {
  const results: CheckResult[] = JSON.parse((await run(['doctor', '--json'], target)).stdout)
  const found = results.find(({ check }) => check === 'backup')
  assert.ok(found)
  return found
}

/** What doctor reports about the last backup. */
async function passedIn(target: Run): Promise<string> {
  const { ok, found } = await checkBackup(target)
  assert.equal(ok, true)
  return found
}
