import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, type TestContext, test } from 'node:test'
import { asApplied } from '../../src/store/migrate.ts'
import { POSTGRES_DIALECT } from '../../src/store/postgres/schema.ts'
import { SQLITE_DIALECT } from '../../src/store/sqlite/schema.ts'
import { newPostgres } from '../database.ts'
import { freePort } from '../free-port.ts'
import { type Outcome, type Run, run, start, temporaryFolder } from '../program.ts'
import { unlessShort } from '../scale.ts'

const SECRET = 'the secret of this test, of no other use'
const DIALECTS = { SQLite: SQLITE_DIALECT, PostgreSQL: POSTGRES_DIALECT }
type EngineName = keyof typeof DIALECTS

/** A database for one server. */
interface Place extends Run {
  execute(sql: string): Promise<void>
  /** The state that a refused start must not change. */
  contents(): Promise<string>
}

interface Unknown {
  readonly what: string
  /** Whether the database was made by this version before it was changed. */
  readonly isMigrated: boolean
  readonly sql: string
  says(engine: EngineName): string
}

const UNKNOWN: Unknown[] = [
  {
    what: 'older than the first release',
    isMigrated: false,
    sql: 'create table account (id text); create table migration (number integer not null primary key); insert into migration values (7)',
    says: () =>
      'the database was made by a development version of Soundings from before the first release, 0.1.0; export its surveys with the version that made it, then start with an empty data directory or an empty PostgreSQL database',
  },
  {
    what: 'upgraded by a newer version',
    isMigrated: true,
    sql: "insert into migration (number, name, checksum) values (999, '0999-later', 'x')",
    says: engine =>
      `the database was upgraded by a newer version of Soundings, to 0999-later; this version knows up to ${lastName(engine)}; run the newest version of Soundings that was installed, or restore a backup from before the upgrade`,
  },
  {
    what: 'made by an altered migration',
    isMigrated: true,
    sql: "update migration set checksum = 'ffffffffffffffff' where number = 1",
    says: engine => {
      const [own] = asApplied(DIALECTS[engine])
      return `the database was made by another program or an altered version of Soundings: migration 1 is 0001-initial (number 1, checksum ffffffffffff…), and this version has 0001-initial (number 1, checksum ${own?.checksum.slice(0, 12)}…); run the version that made it, or restore a backup`
    },
  },
  {
    what: 'made by a migration of another name',
    isMigrated: true,
    sql: "update migration set name = '0001-other' where number = 1",
    says: engine => {
      const [own] = asApplied(DIALECTS[engine])
      const sum = own?.checksum.slice(0, 12)
      return `the database was made by another program or an altered version of Soundings: migration 1 is 0001-other (number 1, checksum ${sum}…), and this version has 0001-initial (number 1, checksum ${sum}…); run the version that made it, or restore a backup`
    },
  },
  {
    what: 'that of another program',
    isMigrated: false,
    sql: 'create table wp_posts (id integer); create table wp_users (id integer)',
    says: () =>
      'the database was not made by Soundings: it has tables such as wp_posts, wp_users, and no list of migrations; set DATA_DIR or DATABASE_URL to the right database or an empty one, or restore a backup',
  },
]

for (const engine of ['SQLite', ...unlessShort(['PostgreSQL'] as const)] as const)
  describe(`a server on ${engine}`, { concurrency: 2 }, () => {
    for (const { what, isMigrated, sql, says } of UNKNOWN)
      test(`ends with status 78 if the database is ${what}, never says that it is ready, and changes nothing [upgrade-refused]`, async t => {
        const place = await (engine === 'SQLite' ? onSqlite(t) : onPostgres(t))
        if (isMigrated) assert.equal((await run(['account', 'list'], place)).status, 0)
        await place.execute(sql)
        const before = await place.contents()
        assert.deepEqual(await startOn(t, place), { status: 78, stdout: '', stderr: `soundings: ${says(engine)}\n` })
        assert.equal(await place.contents(), before)
      })
  })

/** Starts a server that should end by itself. One that listens ends too, and its output says so. */
async function startOn(t: TestContext, place: Place): Promise<Outcome> {
  const child = start(['serve'], { ...place, env: { ...place.env, PORT: String(await freePort()) } })
  t.after(() => child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', text => (said.stderr += text))
  child.stdout.setEncoding('utf8').on('data', text => {
    said.stdout += text
    if (said.stdout.includes('"msg":"listening"')) child.kill('SIGTERM')
  })
  await once(child, 'close')
  return { status: child.exitCode, ...said }
}

function lastName(engine: EngineName): string | undefined {
  return asApplied(DIALECTS[engine]).at(-1)?.name
}

async function onSqlite(t: TestContext): Promise<Place> {
  const dataDir = join(temporaryFolder(t), 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  const file = join(dataDir, 'soundings.db')
  return {
    dataDir,
    env: { SECRET },
    execute: async sql => {
      const database = new DatabaseSync(file)
      database.exec(sql)
      database.close()
    },
    contents: async () => readFileSync(file, 'latin1'),
  }
}

async function onPostgres(t: TestContext): Promise<Place> {
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  return {
    dataDir: temporaryFolder(t),
    env: { SECRET, DATABASE_URL: database.url },
    execute: async sql => void (await database.query(sql)),
    contents: database.written,
  }
}
