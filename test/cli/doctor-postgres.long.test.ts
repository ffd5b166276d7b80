import assert from 'node:assert/strict'
import { existsSync, rmSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import { newPostgres, type PostgresDatabase } from '../database.ts'
import { installation } from '../installation.ts'
import { run } from '../program.ts'
import { assertFailed, FOREIGN, LISTLESS, runDoctor } from './doctor-results.ts'

const SECRET = 'a secret of more than 32 characters'

describe('doctor changes nothing on PostgreSQL', { concurrency: 4 }, () => {
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
