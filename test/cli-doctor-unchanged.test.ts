import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { newPostgres, type PostgresDatabase } from './database.ts'
import { installation, withDatabase } from './installation.ts'
import { run } from './program.ts'

interface CheckResult {
  readonly check: string
  readonly ok: boolean
  readonly found: string
  readonly remedy: string | null
}

const LISTLESS = 'delete from migration'
const FOREIGN = {
  schema: [/^the database was not made by Soundings: it has tables such as account, /, /DATA_DIR or DATABASE_URL/],
}
const SECRET = 'a secret of more than 32 characters'

describe('doctor changes nothing', { concurrency: 4 }, () => {
  describe('on SQLite', () => {
    const states: [what: string, make: (dataDir: string) => void, failed: object][] = [
      ['a database whose server has stopped', () => undefined, {}],
      ['a database whose server was killed', leaveLogBehind, {}],
      [
        'a database that has lost its list of migrations',
        dataDir => withDatabase(dataDir, database => database.exec(LISTLESS)),
        FOREIGN,
      ],
      [
        'an empty database',
        dataDir => writeFileSync(join(dataDir, 'soundings.db'), ''),
        { schema: ['the database is empty', /start the server/] },
      ],
      [
        'no database',
        dataDir => rmSync(join(dataDir, 'soundings.db')),
        { database: [/^there is no database in /, /restore a backup/] },
      ],
    ]
    for (const [what, make, failed] of states) {
      test(`${what} [cli-doctor]`, async t => {
        const { dataDir, json } = installation(t)
        await json('account', 'create', 'ada@example.org')
        make(dataDir)
        const before = filesOf(dataDir)
        assertFailed(await runDoctor(dataDir), failed)
        assert.deepEqual(filesOf(dataDir), before)
      })
    }
  })

  describe('on PostgreSQL', () => {
    const empty = { schema: ['the database is empty', /start the server/] }
    const states: [what: string, isEmpty: boolean, make: (database: PostgresDatabase) => Promise<unknown>, object][] = [
      ['a database that a server has used', false, async () => undefined, {}],
      ['a database that has lost its list of migrations', false, async ({ query }) => query(LISTLESS), FOREIGN],
      ['an empty database', true, async () => undefined, empty],
    ]
    for (const [what, isEmpty, make, failed] of states) {
      test(`${what} [cli-doctor]`, async t => {
        const { database, dataDir, env } = await postgresInstallation(t, isEmpty)
        await make(database)
        const before = await contentsOf(database)
        assertFailed(await runDoctor(dataDir, env), failed)
        assert.deepEqual(await contentsOf(database), before)
        assert.equal(existsSync(dataDir), false)
      })
    }

    test('says that the disk of the database is not watched [cli-doctor]', async t => {
      const { dataDir, env } = await postgresInstallation(t, false)
      const results = await runDoctor(dataDir, env)
      const space = results.find(({ check }) => check === 'space')
      assert.match(space?.found ?? '', /^not watched: .*FREE_DISK/)
    })

    test('a notification address that points to another database, or nowhere [cli-doctor]', async t => {
      const { dataDir, env } = await postgresInstallation(t, false)
      const other = await newPostgres()
      t.after(() => other.drop())
      const wrong: [url: string, found: RegExp][] = [
        [other.url, /^notifications do not arrive/],
        ['postgres://127.0.0.1:1/none', /^nothing accepts connections/],
      ]
      for (const [url, found] of wrong)
        assertFailed(await runDoctor(dataDir, { ...env, DATABASE_LISTEN_URL: url }), {
          listen: [found, /DATABASE_LISTEN_URL must lead to the same database/],
        })
    })

    test('no database [cli-doctor]', async t => {
      const { dataDir, env } = await postgresInstallation(t, true)
      const url = new URL(env.DATABASE_URL)
      url.pathname = 'missing'
      const failed = { database: [/has no database "missing": create it/, /DATABASE_URL/] }
      assertFailed(await runDoctor(dataDir, { ...env, DATABASE_URL: url.href }), failed)
    })
  })
})

/** The files left by a killed server: the write-ahead log is not in the database yet. */
function leaveLogBehind(dataDir: string): void {
  const copy = `${dataDir}-copy`
  withDatabase(dataDir, database => {
    database.exec("update account set name = 'Ada'")
    cpSync(dataDir, copy, { recursive: true })
  })
  cpSync(copy, dataDir, { recursive: true })
  rmSync(copy, { recursive: true })
}

/** A database that one command has used, unless it should be empty. */
async function postgresInstallation(t: TestContext, isEmpty: boolean) {
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  const { dataDir } = installation(t)
  const env = { DATABASE_URL: database.url, SECRET }
  if (!isEmpty) {
    const { status } = await run(['account', 'create', 'ada@example.org'], { dataDir, env })
    assert.equal(status, 0)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { database, dataDir, env }
}

async function runDoctor(dataDir: string, env: Record<string, string> = {}): Promise<CheckResult[]> {
  const { stdout, stderr } = await run(['doctor', '--json'], { dataDir, env })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

/** @param expected by the name of each failing check, its finding and its remedy */
function assertFailed(results: readonly CheckResult[], expected: object): void {
  const failed = results.filter(({ ok }) => !ok)
  const entries = Object.entries<[string | RegExp, RegExp]>(expected as Record<string, [string | RegExp, RegExp]>)
  assert.deepEqual(
    failed.map(({ check }) => check),
    entries.map(([check]) => check),
    JSON.stringify(failed),
  )
  for (const [index, [, [found, remedy]]] of entries.entries()) {
    assert.match(failed[index]?.found ?? '', typeof found === 'string' ? new RegExp(found) : found)
    assert.match(failed[index]?.remedy ?? '', remedy)
  }
}

/** The hash of each file. The index of the write-ahead log is shared memory, not part of the database. */
function filesOf(dataDir: string): Record<string, string> {
  const files = readdirSync(dataDir).sort()
  return Object.fromEntries(
    files.map(file => {
      const isIndex = file.endsWith('-shm')
      return [
        file,
        isIndex
          ? ''
          : createHash('sha256')
              .update(readFileSync(join(dataDir, file)))
              .digest('hex'),
      ]
    }),
  )
}

/** The catalogue, and each row with the transaction that wrote it. */
async function contentsOf({ query }: PostgresDatabase): Promise<object> {
  const relations = await query(
    `select relname, relkind, relfilenode from pg_class
      where relnamespace = 'public'::regnamespace order by relname`,
  )
  const tables = relations.filter(({ relkind }) => relkind === 'r')
  const rows: object[] = []
  for (const { relname } of tables) rows.push(await query(`select xmin::text, ctid::text, * from "${relname}"`))
  return { relations, rows }
}
