import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, type TestContext, test } from 'node:test'
import { replacedSuffix } from '../../src/store/sqlite/restore-files.ts'
import { call } from '../harness.ts'
import { assertRefused, damage, installation } from '../installation.ts'
import { run, serve, start, temporaryFolder } from '../program.ts'
import { until } from '../until.ts'

const ADA = 'ada@example.org'
const BEN = 'ben@example.org'
const SECRET = 'a secret of this test, of no use anywhere else'
/** Kills a process when its backup is complete and does not have its name yet. */
const KILLED_AT_RENAME = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
fs.renameSync = () => process.kill(process.pid, 'SIGKILL')
syncBuiltinESMExports()`
const WITHOUT_SECRET =
  /^This backup does not contain the secret\. Keep a copy of DATA_DIR\/secret \(or SECRET\) in a separate place/

describe('backup', { concurrency: 4 }, () => {
  test('it reports that the secret is not included, and it is not [cli-backup, no-key-in-database]', async t => {
    const { dataDir, file, make } = await installed(t)
    const begunAt = Date.now()
    const { status, stdout, stderr } = await make()
    assert.equal(status, 0, stderr)
    assert.match(stderr, WITHOUT_SECRET)
    const { made_at, ...data } = JSON.parse(stdout)
    assert.deepEqual(data, { file, bytes: statSync(file).size, with_secret: false })
    assert.ok(Date.parse(made_at) >= begunAt && Date.parse(made_at) <= Date.now())
    assert.deepEqual(holds(file, secretOf(dataDir)), [false])
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.deepEqual(readdirSync(join(file, '..')).sort(), ['a.backup', 'data'])
  })

  test('with --with-secret it says so, and only that file contains the secret [cli-backup]', async t => {
    const { dataDir, file, make } = await installed(t)
    const { stdout, stderr } = await make('--with-secret')
    assert.match(stderr, /^This backup contains the secret\. /)
    assert.equal(JSON.parse(stdout).with_secret, true)
    assert.deepEqual(
      [...holds(file, secretOf(dataDir)), ...holds(join(dataDir, 'soundings.db'), secretOf(dataDir))],
      [true, false],
    )
  })

  test('it overwrites a file only with --force, and never the database itself [cli-backup]', async t => {
    const { dataDir, file, make } = await installed(t)
    writeFileSync(file, 'precious')
    assertRefused(await make(), 1, `${file} already exists; pass --force to overwrite it`)
    assert.equal(readFileSync(file, 'utf8'), 'precious')
    assert.equal((await make('--force')).status, 0)
    assert.ok(statSync(file).size > 10_000)
    const database = join(dataDir, 'soundings.db')
    assertRefused(await run(['backup', database, '--force'], { dataDir }), 1, `${database} is the database itself`)
  })

  test('it includes no secret other than the one of the database [cli-backup]', async t => {
    const { dataDir, file } = await installed(t)
    const words = ['backup', file, '--with-secret']
    assertRefused(await run(words, { dataDir, env: { SECRET } }), 1, 'SECRET does not belong to this database')
    rmSync(join(dataDir, 'secret'))
    assertRefused(await run(words, { dataDir }), 1, `no secret found: ${dataDir} contains none and SECRET is not set`)
    assert.deepEqual(readdirSync(join(file, '..')), ['data'])
  })

  const unknown: [what: string, sql: string, says: RegExp][] = [
    [
      'newer',
      "insert into migration select max(number) + 1, '9999-later', '' from migration",
      /^the database was upgraded by a newer version of Soundings, to 9999-later; .*; run the newest version/,
    ],
    ['altered', "update migration set checksum = 'other'", /^the database was made by another program or an altered/],
    ['foreign', 'drop table migration', /^the database was not made by Soundings: /],
  ]
  for (const [what, sql, says] of unknown)
    test(`a database that is ${what} is refused, as by other commands [cli-backup]`, async t => {
      const { dataDir, file, make } = await installed(t)
      inDatabase(join(dataDir, 'soundings.db'), sql)
      assertRefused(await make(), 78, says)
      assert.equal(existsSync(file), false)
    })

  test('it says when restore will refuse the backup, because others have changed the schema [cli-backup]', async t => {
    const { dataDir, file, make } = await installed(t)
    inDatabase(join(dataDir, 'soundings.db'), 'create index by_name on account (lower(name))')
    const { status, stderr } = await make()
    assert.equal(status, 0)
    assert.match(
      stderr,
      /^`soundings restore` will refuse this backup\. .*, and make another backup: the index by_name was added\.\n/m,
    )
    assert.equal(existsSync(file), true)
  })

  test('a failed backup leaves no file behind', async t => {
    const { dataDir, file, make, json } = await installed(t)
    await json('account', 'list')
    damage(join(dataDir, 'soundings.db'))
    assertRefused(await make(), 1, /damaged|malformed/)
    const empty = join(temporaryFolder(t), 'data')
    assertRefused(await run(['backup', file], { dataDir: empty }), 1, `there is no database in ${empty}`)
    assert.equal(existsSync(empty), false)
    assert.deepEqual(readdirSync(join(file, '..')), ['data'])
  })

  test('a file that cannot be written is named', async t => {
    const { dataDir, json } = await installed(t)
    await json('account', 'list')
    for (const [file, reason] of [
      ['/proc/a.backup', 'unable to open database: '],
      [join(dataDir, 'missing/a.backup'), 'ENOENT: '],
      [join(dataDir, 'secret/a.backup'), 'ENOTDIR: '],
    ] as const) {
      const { status, stderr } = await run(['backup', file], { dataDir })
      assert.equal(status, 1)
      assert.ok(stderr.startsWith(`soundings: ${file} cannot be written: ${reason}`), stderr)
    }
  })

  test('the next backup deletes what a killed one has left, and nothing of one that runs [backup-left-files]', async t => {
    const { dataDir, file, make } = await installed(t)
    const folder = join(file, '..')
    const node = ['--import', `data:text/javascript,${encodeURIComponent(KILLED_AT_RENAME)}`]
    const child = start(['backup', file], { dataDir, node })
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])
    assert.deepEqual(readdirSync(folder), [`a.backup.soundings-partial-${child.pid}`, 'data'])
    const ofAnother = `b.backup.soundings-partial-${process.ppid}`
    writeFileSync(join(folder, ofAnother), '')
    const { status, stderr } = await make()
    assert.equal(status, 0, stderr)
    assert.deepEqual(readdirSync(folder).sort(), ['a.backup', ofAnother, 'data'])
  })

  test('on PostgreSQL it names the tools to use instead [cli-backup]', async t => {
    const { file } = await installed(t)
    const env = { DATABASE_URL: 'postgres://localhost/soundings', SECRET }
    for (const [words, tools] of [
      [['backup', file], 'pg_dump or pg_basebackup'],
      [['restore', file], 'pg_restore'],
    ] as const)
      assertRefused(
        await run(words, { dataDir: '/nowhere', env }),
        1,
        `this installation uses PostgreSQL; use ${tools} instead`,
      )
    assert.equal(existsSync(file), false)
  })
})

describe('restore', { concurrency: 4 }, () => {
  test('replaces the database and keeps the previous one [cli-restore]', async t => {
    const { dataDir, file, make, json } = await installed(t)
    const made = JSON.parse((await make()).stdout)
    await json('account', 'create', BEN)
    const { replaced, ...data } = await json('restore', file)
    assert.deepEqual(data, { file, made_at: made.made_at, secret: 'fits' })
    assert.match(String(replaced), /^soundings\.db\.replaced-\d{8}T\d{9}Z$/)
    assert.deepEqual(await emails(json), [ADA])
    const before = join(temporaryFolder(t), 'data')
    mkdirSync(before)
    cpSync(join(dataDir, String(replaced)), join(before, 'soundings.db'))
    cpSync(join(dataDir, 'secret'), join(before, 'secret'))
    const { stdout } = await run(['account', 'list', '--json'], { dataDir: before })
    assert.deepEqual(
      JSON.parse(stdout)
        .map(({ email }: { email: string }) => email)
        .sort(),
      [ADA, BEN],
    )
  })

  test('a backup with its secret can be restored into an empty data directory [cli-restore]', async t => {
    const { dataDir, file, make } = await installed(t)
    await make('--with-secret')
    const other = join(temporaryFolder(t), 'data')
    const { status, stdout, stderr } = await run(['restore', file, '--json'], { dataDir: other })
    assert.deepEqual([status, stderr], [0, ''])
    const { secret, replaced } = JSON.parse(stdout)
    assert.deepEqual([secret, replaced], ['fits', null])
    assert.equal(secretOf(other), secretOf(dataDir))
    assert.equal(statSync(join(other, 'secret')).mode & 0o777, 0o600)
    assert.deepEqual(holds(join(other, 'soundings.db'), secretOf(dataDir)), [false])
    const server = await serve(t, [], { dataDir: other })
    assert.equal((await call(server, 'GET', '/readyz')).status, 200)
  })

  test('a server deletes a replaced database after 14 days, and what a killed restore has left at once [backup-left-files]', async t => {
    const { dataDir } = await installed(t)
    const daysAgo = (days: number) => `soundings.db.${replacedSuffix(Date.now() - days * 86_400_000)}`
    const [young, old] = [daysAgo(13.99), daysAgo(14.01)]
    for (const name of [young, old, `${old}-wal`, 'soundings.db.restoring', 'secret.replaced'])
      writeFileSync(join(dataDir, name), '')
    const server = await serve(t, [], { dataDir })
    await until(() => !existsSync(join(dataDir, old)))
    await server.stop()
    const left = readdirSync(dataDir).filter(name => /replaced|restoring/.test(name))
    assert.deepEqual(left.sort(), ['secret.replaced', young])
  })

  test('a different secret is replaced only with --force, and kept [cli-restore]', async t => {
    const { dataDir, file, make, json, refused } = await installed(t)
    await make('--with-secret')
    const right = secretOf(dataDir)
    writeFileSync(join(dataDir, 'secret'), SECRET)
    await refused(1, /^\S+\/secret contains a different secret; pass --force to replace it/, 'restore', file)
    assert.deepEqual(
      [secretOf(dataDir), readdirSync(dataDir).filter(name => /replaced|restoring/.test(name))],
      [SECRET, []],
    )
    await json('restore', file, '--force')
    assert.equal(secretOf(dataDir), right)
    const replaced = readdirSync(dataDir).find(name => name.startsWith('secret.replaced-'))
    assert.equal(readFileSync(join(dataDir, String(replaced)), 'utf8'), SECRET)
  })

  const unfit: [state: string, secret: string | undefined, says: RegExp][] = [
    [
      'missing',
      undefined,
      /^There is no secret\. Before you start the server, put the one that belongs to this backup/,
    ],
    ['differs', SECRET, /^The current secret does not belong to this backup\./],
  ]
  for (const [state, secret, says] of unfit) {
    test(`it warns when the secret ${state} [cli-restore]`, async t => {
      const { file, make } = await installed(t)
      await make()
      const other = join(temporaryFolder(t), 'data')
      const env: Record<string, string> = secret === undefined ? {} : { SECRET: secret }
      const { status, stdout, stderr } = await run(['restore', file, '--json'], { dataDir: other, env })
      assert.equal(status, 0)
      assert.equal(JSON.parse(stdout).secret, state)
      assert.match(stderr, says)
      assert.equal(existsSync(join(other, 'secret')), false)
    })
  }

  test('it refuses while the server is running [cli-restore]', async t => {
    const { dataDir, file, make, json, refused } = await installed(t)
    await make()
    await json('account', 'create', BEN)
    const server = await serve(t, [], { dataDir })
    await refused(1, `another server is running on the data directory ${dataDir}`, 'restore', file)
    await server.stop()
    assert.deepEqual(await emails(json), [ADA, BEN])
  })

  test('it refuses while another command has the database open', async t => {
    const { dataDir, file, make, refused } = await installed(t)
    await make()
    const other = new DatabaseSync(join(dataDir, 'soundings.db'))
    other.exec('begin; select * from account')
    await refused(1, 'another command is using the database; try again when it has finished', 'restore', file)
    other.close()
  })

  const unusable: [what: string, make: (file: string) => void, says: RegExp][] = [
    ['something else', file => writeFileSync(file, 'to whom it may concern'), / is not a Soundings backup$/],
    ['another database', file => inDatabase(file, 'drop table backup'), / is not a Soundings backup$/],
    ['damaged', damage, / is damaged/],
    ['cut off', file => truncateSync(file, statSync(file).size - 20_000), / is damaged/],
    [
      'of a later version',
      file => inDatabase(file, "insert into migration select max(number) + 1, '9999-later', '' from migration"),
      /^the backup cannot be restored: the database was upgraded by a newer version of Soundings, to 9999-later; /,
    ],
  ]
  for (const [what, change, says] of unusable) {
    test(`a file that is ${what} is refused, and nothing changes [cli-restore]`, async t => {
      const { dataDir, file, make, json, refused } = await installed(t)
      await make()
      await json('account', 'create', BEN)
      change(file)
      await refused(1, says, 'restore', file)
      assert.deepEqual(await emails(json), [ADA, BEN])
      assert.deepEqual(readdirSync(dataDir).sort(), ['secret', 'serve.lock', 'soundings.db'])
    })
  }

  test('a damaged database is replaced too, and its write-ahead log is kept [cli-restore]', async t => {
    const { dataDir, file, make, json } = await installed(t)
    await make()
    writeFileSync(join(dataDir, 'soundings.db'), 'gone')
    writeFileSync(join(dataDir, 'soundings.db-wal'), 'gone too')
    const { replaced } = await json('restore', file)
    assert.equal(readFileSync(join(dataDir, `${replaced}-wal`), 'utf8'), 'gone too')
    assert.deepEqual(await emails(json), [ADA])
  })
})

/** One that tests copy: creating it takes a process. */
const original = join(mkdtempSync(join(tmpdir(), 'soundings-')), 'data')
before(async () => {
  const { status, stderr } = await run(['account', 'create', ADA], { dataDir: original })
  assert.equal(status, 0, stderr)
})
after(() => rmSync(join(original, '..'), { recursive: true }))

/** An installation with an account, and where a backup of it is to be. */
async function installed(t: TestContext) {
  const created = installation(t)
  cpSync(original, created.dataDir, { recursive: true })
  const file = join(created.dataDir, '../a.backup')
  const make = (...words: string[]) => run(['backup', file, ...words, '--json'], { dataDir: created.dataDir })
  return { ...created, file, make }
}

async function emails(json: Awaited<ReturnType<typeof installed>>['json']) {
  return (await json('account', 'list')).map(({ email }) => String(email)).sort()
}

function secretOf(dataDir: string): string {
  return readFileSync(join(dataDir, 'secret'), 'utf8').trim()
}

function holds(file: string, text: string): boolean[] {
  return [readFileSync(file).includes(text)]
}

function inDatabase(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}
