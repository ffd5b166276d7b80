import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SCHEMA_VERSION } from '../../src/store/migrate.ts'
import { newPostgres } from '../database.ts'
import { type Run, run, temporaryFolder } from '../program.ts'
import { scaled } from '../scale.ts'
import { load, type StoredDatabase, storedDatabases, unpack } from './stored.ts'

/** Packages are loaded by the killer and the program alike, so that statements of PostgreSQL are seen. */
const PROGRAM = join(import.meta.dirname, '../../bin/dev.js')
/** Statements at which the short suite kills a process, on SQLite. */
const FEW = 3
const isShort = scaled({ short: 1, long: 0, release: 0 }) === 1
const KILLER = join(import.meta.dirname, 'kill-at-statement.ts')

const oldest = storedDatabases().filter(
  ({ version, engine }) => version === '0.1.0-rc.1' && (engine === 'sqlite' || !isShort),
)

/** The stored database, where a command finds it. */
async function place(t: TestContext, stored: StoredDatabase): Promise<Run> {
  const dataDir = join(temporaryFolder(t), 'data')
  if (stored.engine === 'sqlite') {
    unpack(stored, dataDir)
    return { dataDir }
  }
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  await load(stored, database.url)
  return { dataDir, env: { DATABASE_URL: database.url, SECRET: stored.description.secret } }
}

/** Opens the database, which migrates it, in a process that is killed at a statement. @returns whether it was */
async function killedAt(statement: number, { dataDir, env }: Run): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', KILLER, PROGRAM, 'account', 'list'], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env, KILL_AT: String(statement) },
    stdio: 'ignore',
  })
  await once(child, 'close')
  if (child.signalCode === null) assert.equal(child.exitCode, 0)
  return child.signalCode === 'SIGKILL'
}

for (const stored of oldest)
  test(`${stored.version} on ${stored.engine} is migrated even if the process is killed at ${isShort ? 'a first' : 'any'} statement [upgrade-killed]`, async t => {
    const migrated = await place(t, stored)
    // Any statement is tried until none is left, which one database that is migrated in pieces tells.
    const isLeft = (kills: number) => (isShort ? kills < FEW : killedAt(kills + 1, migrated))
    let kills = 0
    while (await isLeft(kills)) {
      kills += 1
      const fresh = await place(t, stored)
      assert.equal(await killedAt(kills, fresh), true)
      // The next start finds a database that it can migrate.
      const { status, stdout, stderr } = await run(['account', 'list', '--json'], fresh)
      assert.equal(status, 0, stderr)
      assert.equal(JSON.parse(stdout)[0].email, stored.description.email)
      const doctor = JSON.parse((await run(['doctor', '--json'], fresh)).stdout)
      assert.match(
        doctor.find(({ check }: { check: string }) => check === 'schema').found,
        new RegExp(`^version ${SCHEMA_VERSION}\\b`),
      )
    }
    t.diagnostic(`killed at ${kills} statements`)
    assert.ok(kills >= 3)
  })
