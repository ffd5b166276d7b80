import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SCHEMA_VERSION } from '../../src/store/migrate.ts'
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts'
import { SQLITE_DIALECT } from '../../src/store/sqlite/schema.ts'
import { ENGINE, newPostgres } from '../database.ts'
import { run, temporaryFolder } from '../program.ts'
import { contentsOf, EMAIL, type Place, sealed, withColumn, withResponses } from './dumps.ts'

const SECRET = 'the secret of this test, of no other use'

/** Each makes a good dump invalid, with the expected message. */
const REFUSED: readonly [what: string, change: (dump: string) => string | Buffer, said: RegExp][] = [
  ['truncated', dump => gzipSync(dump).subarray(0, -20), /is damaged: it ends too early/],
  [
    'without its end',
    dump => dump.slice(0, dump.lastIndexOf('\n', dump.length - 2) + 1),
    /is damaged: it ends too early/,
  ],
  ['cut in a line', dump => dump.slice(0, dump.length - 100), /is damaged: it ends too early/],
  ['with another answer', dump => dump.replace('kept', 'kepl'), /is damaged: its checksum does not match/],
  [
    'with another count',
    dump => dump.replace('"response":1', '"response":2'),
    /is damaged: its row counts do not match/,
  ],
  ['with lines in another order', dump => dump.replace(/^(\["[^\n]*\n)([^\n]*\n)/m, '$2$1'), /is damaged/],
  ['with something after its end', dump => `${dump}[1]\n`, /is damaged: it contains an unreadable line/],
  ['that is another file', () => 'a file', /is not a dump made by `soundings dump`/],
  ['that is another file, compressed', () => gzipSync('{"a":1}\n'), /is not a dump made by `soundings dump`/],
  ['that is empty', () => Buffer.alloc(0), /is not a dump made by `soundings dump`/],
  [
    'in a newer format',
    dump => dump.replace('"format_version":1', '"format_version":2'),
    /in a newer format; load it with that version/,
  ],
  [
    'of a newer schema',
    dump => sealed(dump.replace(/"migrations":\[[^\]]*/, '$&,"9999-later"')),
    /newer version of Soundings, [\d.]+; load it with that version or a later one/,
  ],
  [
    'of an altered version',
    dump => sealed(dump.replace('"0001-initial"', '"0001-other"')),
    /made by an altered version/,
  ],
  [
    'with a table that this version does not know',
    dump => sealed(dump.replace('{"table":"account"', '{"table":"other","columns":["a"]}\n[1]\n{"table":"account"')),
    /table other does not have the columns that this version expects/,
  ],
  [
    'with a column that this version does not know',
    dump => sealed(dump.replace('"email_confirmed_at"', '"email) values (1); --"')),
    /table account does not have the columns that this version expects/,
  ],
  [
    'with another number of responses than its survey says',
    dump => sealed(dump.replace(/\[1,1,"[^\n]*\n/, '')),
    /does not have as many responses as it counts/,
  ],
  [
    'with a time of the year 0',
    dump => sealed(dump.replace(/(\n\[1,1,"[^"]*",")\d{4}/, '$10000')),
    /submitted_at of the row with survey_id 1, sequence 1 of table response is invalid/,
  ],
  [
    'with an address in capitals',
    dump => sealed(dump.replace(`"${EMAIL}"`, `"${EMAIL.toUpperCase()}"`)),
    /email of the row with id [0-9a-f-]+ of table account is invalid/,
  ],
  [
    'with questions that are none',
    dump => sealed(dump.replace('"[{', '"{[')),
    /questions of the row with id 1 of table survey is invalid/,
  ],
  [
    'with a history of edits that is none',
    dump => sealed(withColumn(dump, 'edit_history', '[{"sequence":1}]')),
    /edit_history of the row with id 1 of table survey is invalid/,
  ],
  [
    'with a history of edits of a question that does not exist',
    dump => sealed(withColumn(dump, 'edit_history', historyOf(7))),
    /edit_history of the row with id 1 of table survey is invalid/,
  ],
  [
    'with groups that do not fit its questions',
    dump => sealed(withColumn(dump, 'groups', '[{"kind":"section","from":0,"to":99,"title":"All"}]')),
    /groups of the row with id 1 of table survey is invalid/,
  ],
  [
    'with a row that a database refuses',
    dump => sealed(dump.replace(/(\n\[1,"[^\n]*)"open"/, '$1"half open"')),
    /a row of table survey, from id 1 to id 1, does not fit: /,
  ],
]

const source: Place = { dataDir: mkdtempSync(join(tmpdir(), 'soundings-')), env: { SECRET } }
let dumped: string
before(async () => {
  await withResponses({ after }, source)
  const file = join(source.dataDir, 'good.dump')
  assert.equal((await run(['dump', file], source)).status, 0)
  dumped = contentsOf(file)
})
after(() => rmSync(source.dataDir, { recursive: true }))

for (const [what, change, said] of REFUSED)
  test(`a dump ${what} is refused, and nothing is written [load-checked]`, async t => {
    const place = await target(t)
    const { status, stdout, stderr } = await loading(t, change(dumped), place)
    assert.deepEqual([status, stdout], [1, ''])
    assert.match(stderr, said)
    assert.deepEqual(JSON.parse((await run(['account', 'list', '--json'], place)).stdout), [])
  })

test('a dump is loaded of which a process of an earlier version has removed a response that an edit counts [dump-load-whole]', async t => {
  const place = await target(t)
  const history = JSON.stringify([{ sequence: 2, responses: 2, questions: [], options: [], reworded: [0] }])
  const { status, stderr } = await loading(t, sealed(withColumn(dumped, 'edit_history', history)), place)
  assert.equal(status, 0, stderr)
  const doctor = JSON.parse((await run(['doctor', '--json'], place)).stdout)
  assert.equal(doctor.find(({ check }: { check: string }) => check === 'counts').ok, true)
})

test('a dump of an earlier version is migrated [dump-load-whole]', async t => {
  const place = await target(t)
  const { status, stderr } = await loading(t, beforeLaterMigrations(dumped), place)
  assert.equal(status, 0, stderr)
  const doctor = JSON.parse((await run(['doctor', '--json'], place)).stdout)
  assert.match(
    doctor.find(({ check }: { check: string }) => check === 'schema').found,
    new RegExp(`^version ${SCHEMA_VERSION}$`),
  )
})

test('loading into an installation with accounts is refused, and they stay [load-checked]', async t => {
  const place = await target(t)
  await run(['account', 'create', 'eve@example.org'], place)
  const { status, stderr } = await loading(t, dumped, place)
  assert.equal(status, 1)
  assert.match(stderr, /there are accounts in this installation; load into an empty/)
  assert.match((await run(['account', 'list'], place)).stdout, /eve@example\.org/)
})

test('another secret is refused, unless links may stop working [load-secret]', async t => {
  const place = await target(t)
  const other = { ...place, env: { ...place.env, SECRET: 'another secret of this test, of no use' } }
  const refused = await loading(t, dumped, other)
  assert.match(refused.stderr, /the current secret does not belong to this dump; put the right one/)
  const file = join(temporaryFolder(t), 'file.dump')
  writeFileSync(file, gzipSync(dumped))
  const { status, stdout } = await run(['load', file, '--new-secret'], other)
  assert.equal(status, 0)
  assert.match(stdout, /existing dashboard, projector and remote links no longer work/)
  const doctor = JSON.parse((await run(['doctor', '--json'], other)).stdout)
  assert.deepEqual(
    doctor.filter(({ check, ok }: { check: string; ok: boolean }) => !ok && check !== 'smtp'),
    [],
  )
})

/** The history of a survey to which this question was added between two responses. */
function historyOf(question: number): string {
  return JSON.stringify([{ sequence: 1, responses: 1, questions: [question], options: [], reworded: [] }])
}

/** An empty installation on the engine under test. */
async function target(t: TestContext): Promise<Place> {
  const dataDir = join(temporaryFolder(t), 'data')
  if (ENGINE === 'sqlite') return { dataDir, env: { SECRET } }
  const database = await newPostgres({ empty: true })
  t.after(() => database.drop())
  return { dataDir, env: { SECRET, DATABASE_URL: database.url } }
}

async function loading(t: TestContext, contents: string | Buffer, place: Place) {
  const file = join(temporaryFolder(t), 'file.dump')
  writeFileSync(file, typeof contents === 'string' ? gzipSync(contents) : contents)
  return run(['load', file], place)
}

/** As the first migration alone created it. */
function beforeLaterMigrations(dump: string): string {
  const known = columnsOfTheFirstMigration()
  let kept: readonly boolean[] = []
  const lines = dump.split('\n').flatMap(line => {
    if (line.startsWith('[')) return JSON.stringify(JSON.parse(line).filter((_: unknown, at: number) => kept[at]))
    const { table, columns, ...header } = JSON.parse(line || '{}')
    if (header.migrations !== undefined) return JSON.stringify({ ...header, migrations: [MIGRATIONS[0]?.name] })
    if (table === undefined) return line
    kept = columns.map((name: string) => known.has(`${table}.${name}`))
    return JSON.stringify({ table, columns: columns.filter((_: string, at: number) => kept[at]) })
  })
  return sealed(lines.join('\n'))
}

function columnsOfTheFirstMigration(): ReadonlySet<string> {
  const database = new DatabaseSync(':memory:')
  for (const statement of MIGRATIONS[0]?.statements(SQLITE_DIALECT.syntax) ?? []) database.exec(statement)
  const columns = database
    .prepare('select t.name || ? || c.name as name from sqlite_schema as t, pragma_table_info(t.name) as c')
    .all('.')
  return new Set(columns.map(({ name }) => String(name)))
}
