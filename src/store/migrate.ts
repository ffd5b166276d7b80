import { type Kysely, sql } from 'kysely'
import type { SchemaSyntax } from './engine.ts'
import { initial } from './migrations/0001-initial.ts'
import type { Tables } from './tables.ts'

/** In order. The version of a migration is its position in this list, from 1. A released migration never changes. */
const MIGRATIONS = [initial]

/** The schema version that this program works with: that of the last migration. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Migrates a database to `SCHEMA_VERSION`, within the caller's transaction.
 * @throws Error if a later version of the program has migrated it further
 */
export async function migrate(db: Kysely<Tables>, syntax: SchemaSyntax): Promise<void> {
  await sql`create table if not exists migration (number ${sql.raw(syntax.integer)} not null primary key)`.execute(db)
  const version = await readSchemaVersion(db)
  if (version > SCHEMA_VERSION)
    throw new Error(
      `the database was upgraded by a newer version of Soundings (schema ${version}, this version supports ${SCHEMA_VERSION})`,
    )
  for (let number = version + 1; number <= SCHEMA_VERSION; number++) {
    for (const statement of MIGRATIONS[number - 1]?.(syntax) ?? []) await sql.raw(statement).execute(db)
    await sql`insert into migration (number) values (${number})`.execute(db)
  }
}

/** The schema version of a database that has the `migration` table. */
export async function readSchemaVersion(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ version: number }>`select coalesce(max(number), 0) as version from migration`.execute(db)
  return Number(rows[0]?.version ?? 0)
}
