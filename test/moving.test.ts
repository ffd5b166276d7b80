import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { SCHEMA_VERSION } from '../src/store/migrate.ts'
import { MIGRATIONS } from '../src/store/migrations/migrations.ts'
import { SQLITE_DIALECT } from '../src/store/sqlite/schema.ts'
import { PASSWORD } from './account/browser.ts'
import { bodyOf, freeText, optional } from './api/fixtures.ts'
import { newPostgres } from './database.ts'
import { contentsOf, EMAIL, type Place, sealed, withResponses } from './dumps.ts'
import { call } from './harness.ts'
import { run, type Scope, serve, temporaryFolder } from './program.ts'
import { fill, observe } from './upgrades/contents.ts'

const SECRET = 'the secret of this test, of no other use'
/** What an answer and what a caller adds to a question may contain. */
const HOSTILE = [
  '\\',
  '"',
  '\u2028',
  'é\u0301',
  '日本語',
  '\u0001',
  '\t\r\n',
  "'; drop table survey; --",
  'x'.repeat(9_000),
]
const EXACT = '{"a":12345678901234567890,"b":[1.50,1e400],"__proto__":{"c":null}}'

describe('a dump', () => {
  test('moves everything from SQLite to PostgreSQL and back, and everything readable stays identical [dump-load-whole]', async t => {
    const database = await newPostgres({ empty: true })
    t.after(() => database.drop())
    const env = { SECRET }
    const first: Place = { dataDir: temporaryFolder(t), env }
    const second: Place = { dataDir: temporaryFolder(t), env: { ...env, DATABASE_URL: database.url } }
    const third: Place = { dataDir: join(temporaryFolder(t), 'new'), env }
    const original = await filled(t, first)
    const files = [join(temporaryFolder(t), 'one.dump'), join(temporaryFolder(t), 'two.dump')] as const
    await move(first, second, files[0])
    assert.deepEqual(await read(t, second), original.read)
    await move(second, third, files[1])
    assert.deepEqual(await read(t, third), original.read)
    const [one = '', two = ''] = files.map(contentsOf)
    assert.equal(withoutHeader(two), withoutHeader(one), 'the same dump comes from either database')
  })

  test('responses sent again after a move are recognised, removed ones stay refused, and new ones are counted [dump-load-whole]', async t => {
    const database = await newPostgres({ empty: true })
    t.after(() => database.drop())
    const places: Place[] = [
      { dataDir: temporaryFolder(t), env: { SECRET } },
      { dataDir: temporaryFolder(t), env: { SECRET, DATABASE_URL: database.url } },
      { dataDir: join(temporaryFolder(t), 'new'), env: { SECRET } },
    ]
    const [first] = places
    assert.ok(first !== undefined)
    const { slug, kept, removed } = await withResponses(t, first)
    for (const [at, place] of places.entries()) {
      const from = places[at - 1]
      if (from !== undefined) await move(from, place, join(temporaryFolder(t), 'file.dump'))
      const server = await serve(t, [], place)
      const send = (body: unknown) => call(server, 'POST', `/s/${slug}/responses`, { body })
      assert.equal(bodyOf<{ id: string }>(await send(kept.sent), 201).id, kept.id)
      assert.equal((await send(removed)).status, 404)
      await send({ answers: [`new in ${at}`], key: randomUUID() })
      await server.stop()
      const exported = JSON.parse((await run(['export', slug], place)).stdout)
      assert.equal(exported.responses.length, 2 + at)
    }
  })
})

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
]

test('a dump deletes leftovers of a killed one, and creates no data directory [dump-left-files]', async t => {
  const place: Place = { dataDir: join(temporaryFolder(t), 'data'), env: { SECRET } }
  const folder = temporaryFolder(t)
  const none = await run(['dump', join(folder, 'file.dump')], place)
  assert.deepEqual([none.status, none.stderr], [1, `soundings: there is no database in ${place.dataDir}\n`])
  assert.equal(existsSync(place.dataDir), false)
  await run(['account', 'list'], place)
  writeFileSync(join(folder, 'file.dump.soundings-partial-999999999'), '')
  assert.equal((await run(['dump', join(folder, 'file.dump')], place)).status, 0)
  assert.deepEqual(readdirSync(folder), ['file.dump'])
  const nowhere = await run(['dump', join(folder, 'none', 'file.dump')], place)
  assert.deepEqual(
    [nowhere.status, nowhere.stderr.split('\n').at(-2)?.split(':').slice(0, 3).join(':')],
    [1, `soundings: ${join(folder, 'none', 'file.dump')} cannot be written: ENOENT`],
  )
})

for (const engine of ['SQLite', 'PostgreSQL'])
  describe(`loading into ${engine}`, () => {
    const dumped = (async () => {
      const place: Place = { dataDir: mkdtempSync(join(tmpdir(), 'soundings-')), env: { SECRET } }
      const scope = { after }
      await withResponses(scope, place)
      const file = join(place.dataDir, 'good.dump')
      assert.equal((await run(['dump', file], place)).status, 0)
      return contentsOf(file)
    })()
    const target = async (t: TestContext): Promise<Place> => {
      const dataDir = join(temporaryFolder(t), 'data')
      if (engine === 'SQLite') return { dataDir, env: { SECRET } }
      const database = await newPostgres({ empty: true })
      t.after(() => database.drop())
      return { dataDir, env: { SECRET, DATABASE_URL: database.url } }
    }
    const loading = async (t: TestContext, contents: string | Buffer, place: Place) => {
      const file = join(temporaryFolder(t), 'file.dump')
      writeFileSync(file, typeof contents === 'string' ? gzipSync(contents) : contents)
      return run(['load', file], place)
    }

    for (const [what, change, said] of REFUSED)
      test(`a dump ${what} is refused, and nothing is written [load-checked]`, async t => {
        const place = await target(t)
        const { status, stdout, stderr } = await loading(t, change(await dumped), place)
        assert.deepEqual([status, stdout], [1, ''])
        assert.match(stderr, said)
        assert.deepEqual(JSON.parse((await run(['account', 'list', '--json'], place)).stdout), [])
      })

    test('a dump of an earlier version is migrated [dump-load-whole]', async t => {
      const place = await target(t)
      const { status, stderr } = await loading(t, beforeLaterMigrations(await dumped), place)
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
      const { status, stderr } = await loading(t, await dumped, place)
      assert.equal(status, 1)
      assert.match(stderr, /there are accounts in this installation; load into an empty/)
      assert.match((await run(['account', 'list'], place)).stdout, /eve@example\.org/)
    })

    test('another secret is refused, unless links may stop working [load-secret]', async t => {
      const place = await target(t)
      const other = { ...place, env: { ...place.env, SECRET: 'another secret of this test, of no use' } }
      const refused = await loading(t, await dumped, other)
      assert.match(refused.stderr, /the current secret does not belong to this dump; put the right one/)
      const file = join(temporaryFolder(t), 'file.dump')
      writeFileSync(file, gzipSync(await dumped))
      const { status, stdout } = await run(['load', file, '--new-secret'], other)
      assert.equal(status, 0)
      assert.match(stdout, /existing dashboard and projector links no longer work/)
      const doctor = JSON.parse((await run(['doctor', '--json'], other)).stdout)
      assert.deepEqual(
        doctor.filter(({ check, ok }: { check: string; ok: boolean }) => !ok && check !== 'smtp'),
        [],
      )
    })
  })

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

/** Fills an installation by its API and pages. */
async function filled(t: Scope, place: Place) {
  const words = ['account', 'create', EMAIL, '--name', 'Ada', '--password-stdin', '--subscribed', '--token', '--json']
  const { token } = JSON.parse((await run(words, { ...place, input: `${PASSWORD}\n` })).stdout)
  const server = await serve(t, [], place)
  await fill(server, { email: EMAIL, token })
  const questions = HOSTILE.map(text => ({ ...freeText(`Why ${text}?`, optional), note: text }))
  const body = JSON.stringify({ title: 'Hostile', questions, slug: 'hostile' }).replace(
    '"note"',
    `"exact":${EXACT},"note"`,
  )
  bodyOf(await call(server, 'POST', '/api/v1/surveys', { token, body }), 201)
  for (const answer of HOSTILE)
    bodyOf(await call(server, 'POST', '/s/hostile/responses', { body: { answers: HOSTILE.map(() => answer) } }), 201)
  await server.stop()
  return { read: await read(t, place) }
}

/** What callers, creators and respondents can read, to the byte where they get JSON of their own. */
async function read(t: Scope, place: Place) {
  const { token } = JSON.parse((await run(['token', 'create', EMAIL, '--name', 'reader', '--json'], place)).stdout)
  const server = await serve(t, [], place)
  try {
    const { '/api/v1/me': _, ...observed } = await observe(server, { email: EMAIL, token })
    const raw = await call(server, 'GET', '/api/v1/surveys/hostile', { token })
    assert.ok(raw.text.includes('12345678901234567890'))
    const list = await call(server, 'GET', '/api/v1/surveys?include_admin=1', { token })
    const [survey, surveys] = [raw, list].map(({ text }) => text.replaceAll(server.baseUrl, ''))
    return { observed, survey, surveys }
  } finally {
    await run(['token', 'revoke', EMAIL, 'reader'], place)
    await server.stop()
  }
}

async function move(from: Place, to: Place, file: string): Promise<void> {
  for (const [words, place] of [
    [['dump', file], from],
    [['load', file], to],
  ] as const) {
    const { status, stdout, stderr } = await run(words, place)
    assert.equal(status, 0, stderr)
    assert.match(stderr, /Not moved: API tokens/)
    assert.match(stdout, /1 accounts|1 account/)
  }
}

function withoutHeader(text: string): string {
  return text.slice(text.indexOf('\n'), text.lastIndexOf('\n', text.length - 2))
}
