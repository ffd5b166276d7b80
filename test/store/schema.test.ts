import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Engine } from '../../src/store/engine.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { newPostgres } from '../database.ts'
import { log } from '../log.ts'
import { assertSnapshot } from '../snapshot.ts'

interface Subject {
  /** The file with the expected schema. */
  readonly snapshot: string
  open(): Promise<Engine>
  /** The statements of the schema, or an equivalent text, in the order of their names. */
  readSchema(engine: Engine): Promise<string>
}

const folder = mkdtempSync(join(tmpdir(), 'soundings-'))
const database = await newPostgres({ empty: true })
after(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const subjects: Subject[] = [
  {
    snapshot: 'schema.sqlite.sql',
    open: () => openSqlite({ folder, exclusive: false, log }),
    readSchema: readSqlite,
  },
  { snapshot: 'schema.postgres.sql', open: database.open, readSchema: readPostgres },
]

for (const { snapshot, open, readSchema } of subjects) {
  describe(snapshot, () => {
    test('the migrated schema is the committed one, and reopening the database changes nothing', async () => {
      const schema = await opened(readSchema)
      assertSnapshot(snapshot, schema)
      assert.equal(await opened(readSchema), schema)
    })
  })

  async function opened<Result>(act: (engine: Engine) => Promise<Result>): Promise<Result> {
    const engine = await open()
    try {
      return await act(engine)
    } finally {
      await engine.close()
    }
  }
}

/** Leaves out objects that SQLite creates itself, which have no statement. */
async function readSqlite({ reader }: Engine): Promise<string> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\' order by name`.execute(
    reader,
  )
  return rows.map(row => `${row.sql};\n`).join('\n')
}

/** PostgreSQL does not store statements, so the text is made from the columns, constraints and indexes of its catalog. */
async function readPostgres({ reader }: Engine): Promise<string> {
  const { rows: tables } = await sql<{ name: string; unlogged: boolean; parts: string[]; indexes: string[] }>`
    select relname as name, relpersistence = 'u' as unlogged,
      array(
        select quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
          || case when attidentity = 'a' then ' generated always as identity' else '' end
          || case when attnotnull then ' not null' else '' end
          || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = class.oid and attnum > 0 and not attisdropped order by attnum
      ) || array(
        select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid)
        from pg_constraint where conrelid = class.oid and contype <> 'n' order by conname collate "C"
      ) as parts,
      array(
        select indexdef from pg_indexes where tablename = relname and schemaname = 'public'
          and not exists (select from pg_constraint where conname = indexname) order by indexname collate "C"
      ) as indexes
    from pg_class as class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by relname collate "C"`.execute(reader)
  return tables
    .flatMap(({ name, unlogged, parts, indexes }) => [
      `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n  ${parts.join(',\n  ')}\n)`,
      ...indexes,
    ])
    .map(statement => `${statement};\n`)
    .join('\n')
}
