import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { openSqlite } from '../../src/store/sqlite.ts'
import { assertSnapshot } from '../snapshot.ts'

const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
after(() => rmSync(folder, { recursive: true }))

test('the migrated schema is the committed one, and opening it again changes nothing', async () => {
  await migrate()
  const schema = readSchema()
  assertSnapshot('schema.sqlite.sql', schema)
  await migrate()
  assert.equal(readSchema(), schema)
})

test('a database that a later version has written is refused', async () => {
  await migrate()
  withDatabase(database => database.exec('insert into migration (number) values (9999)'))
  await assert.rejects(migrate(), /^Error: the database is of a later version \(schema 9999, this program knows \d+\)$/)
})

async function migrate(): Promise<void> {
  await (await openSqlite({ folder, exclusive: false })).close()
}

/** The statements of all tables and indexes, in the order of their names; those that SQLite makes by itself have none. */
function readSchema(): string {
  const query =
    "select sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\' order by name"
  const statements = withDatabase(database => database.prepare(query).all())
  return statements.map(({ sql }) => `${sql};\n`).join('\n')
}

function withDatabase<Result>(act: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'soundings.db'))
  try {
    return act(database)
  } finally {
    database.close()
  }
}
