import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts'
import { newPostgres } from '../database.ts'
import { installation } from '../installation.ts'
import { type Run, run, temporaryFolder } from '../program.ts'
import { unlessShort } from '../scale.ts'
import { storedDatabases, unpack } from '../upgrades/stored.ts'

const SECRET = 'the secret of this test, of no other use'

const LEAK = `create table leak (answers text);
  create trigger keep after delete on response begin insert into leak values (old.answers); end`

const REWRITE_DEFAULT = `pragma writable_schema = on;
  update sqlite_schema set sql = replace(sql, 'surveys_made integer not null default 0', 'surveys_made integer not null default 9')
    where name = 'account'`

const CHANGES: [what: string, sql: string, found: string][] = [
  ['a trigger', LEAK, 'the table leak was added, the trigger keep on response was added'],
  ['a view', 'create view everybody as select * from account', 'the view everybody was added'],
  ['an unknown table', 'create table notes (text text)', 'the table notes was added'],
  ['another column', 'alter table account add column nick text', 'the table account was changed'],
  ['another default', REWRITE_DEFAULT, 'the table account was changed'],
  ['another index', 'create index by_name on account (lower(name))', 'the index by_name was added'],
  ['a missing index', 'drop index job_by_refusal', 'the index job_by_refusal is missing'],
  [
    'another trigger of the same name',
    `drop trigger response_deleted;
     create trigger response_deleted after delete on response begin delete from tally; end`,
    'the trigger response_deleted on response was changed',
  ],
  [
    'more than a line can name',
    Array.from({ length: 7 }, (_, at) => `create table more_${at} (text text)`).join(';'),
    'the table more_0 was added, the table more_1 was added, the table more_2 was added, the table more_3 was added, the table more_4 was added, and 2 more',
  ],
]

type PostgresChange = [what: string, sql: string, found: string | undefined]

const MORE_CHANGES: PostgresChange[] = [
  ['a stored view', 'create materialized view all_of_it as select * from account', 'the view all_of_it was added'],
  ['a table', 'create table notes (text text)', 'the table notes was added'],
  ['a rule', 'create rule keep as on delete to response do instead nothing', 'the rule keep on response was added'],
  [
    'a trigger',
    'create trigger keep before update on response for each row execute function suppress_redundant_updates_trigger()',
    'the trigger keep on response was added',
  ],
  ['an extension with a view', 'create extension pg_stat_statements', undefined],
  [
    'a view in another schema',
    'create schema reports; create view reports.all_of_it as select * from account',
    undefined,
  ],
]

describe('a schema changed by others on SQLite', { concurrency: 4 }, () => {
  for (const [what, sql, found] of CHANGES) {
    test(`a backup with ${what} is refused, and nothing changes [cli-restore]`, async t => {
      const { dataDir, json, refused } = installation(t)
      await json('account', 'list')
      const file = join(dataDir, '../a.backup')
      const { status, stderr } = await run(['backup', file], { dataDir })
      assert.equal(status, 0, stderr)
      await json('account', 'create', 'ben@example.org')
      execute(file, sql)
      const refusal = `the backup cannot be restored: its schema is not as Soundings made it: ${found}; find out who changed it, and restore a backup from before; if you did, undo it with sqlite3 in a copy of the backup, and restore that`
      await refused(1, refusal, 'restore', file)
      assert.equal((await json('account', 'list')).length, 1)
    })

    test(`a database with ${what} fails the check [cli-doctor]`, async t => {
      const { dataDir, json } = installation(t)
      await json('account', 'list')
      execute(join(dataDir, 'soundings.db'), sql)
      assert.deepEqual(await failures({ dataDir }), [`schema: version ${MIGRATIONS.length}, but ${found}`])
    })
  }

  test('nothing in a foreign schema is executed before it is refused [cli-restore]', async t => {
    const { dataDir, json, refused } = installation(t)
    await json('account', 'list')
    const file = join(dataDir, '../a.backup')
    assert.equal((await run(['backup', file], { dataDir })).status, 0)
    execute(
      file,
      `drop table backup; create view backup as with recursive forever (n) as (select 1 union all select n + 1 from forever)
         select max(n) as made_at, null as secret from forever`,
    )
    await refused(1, /the view backup was added, the table backup is missing; /, 'restore', file)
  })

  test('SQLite’s statistics do not count as a change [cli-restore, cli-doctor]', async t => {
    const { dataDir, json } = installation(t)
    await json('account', 'create', 'ada@example.org')
    execute(join(dataDir, 'soundings.db'), 'analyze')
    const file = join(dataDir, '../a.backup')
    assert.equal((await run(['backup', file], { dataDir })).status, 0)
    await json('restore', file)
    assert.deepEqual(await failures({ dataDir }), [])
  })

  for (const stored of storedDatabases().filter(({ engine }) => engine === 'sqlite'))
    test(`a backup of a database of ${stored.version} is restored, and doctor reports no change [cli-restore]`, async t => {
      const dataDir = join(temporaryFolder(t), 'data')
      unpack(stored, dataDir)
      const file = join(dataDir, '../a.backup')
      const { stderr: said } = await run(['backup', file], { dataDir })
      assert.match(said, /^This backup does not contain the secret\./)
      const other = { dataDir: join(temporaryFolder(t), 'data'), env: { SECRET: stored.description.secret } }
      const { status, stderr } = await run(['restore', file], other)
      assert.deepEqual([status, stderr], [0, ''])
      assert.deepEqual(await failures(other, 'schema'), [])
      const { stdout } = await run(['account', 'list', '--json'], other)
      assert.equal(JSON.parse(stdout)[0].email, stored.description.email)
      assert.deepEqual(await failures(other, 'schema'), [])
    })
})

describe('a schema changed by others on PostgreSQL', () => {
  const changes: PostgresChange[] = [
    ['nothing', 'select 1', undefined],
    ['a view', 'create view everybody as select * from account', 'the view everybody was added'],
    ...unlessShort(MORE_CHANGES),
  ]
  for (const [what, sql, found] of changes)
    test(`${found === undefined ? 'passes' : 'fails'} with ${what} [cli-doctor]`, async t => {
      const place = await onPostgres(t)
      await place.query(sql)
      assert.deepEqual(
        await failures(place),
        found === undefined ? [] : [`schema: version ${MIGRATIONS.length}, but ${found}`],
      )
    })
})

async function onPostgres(t: TestContext) {
  const database = await newPostgres()
  t.after(() => database.drop())
  const place = { dataDir: temporaryFolder(t), env: { DATABASE_URL: database.url, SECRET } }
  assert.equal((await run(['account', 'list'], place)).status, 0)
  return { ...place, query: database.query }
}

/** The failing checks of `doctor`, or of only this one, with what they found. */
async function failures(place: Run, only?: string): Promise<string[]> {
  const { stdout } = await run(['doctor', '--json'], place)
  const results: { check: string; ok: boolean; found: string }[] = JSON.parse(stdout)
  return results
    .filter(({ check, ok }) => !ok && check === (only ?? check))
    .map(({ check, found }) => `${check}: ${found}`)
}

function execute(file: string, sql: string): void {
  const database = new DatabaseSync(file, { defensive: false })
  database.exec(sql)
  database.close()
}
