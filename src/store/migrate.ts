import { type Kysely, sql } from 'kysely'
import type { SchemaSyntax } from './engine.ts'
import { surveys } from './migrations/0001-surveys.ts'
import { operation } from './migrations/0002-operation.ts'
import { boards } from './migrations/0003-boards.ts'
import { dashboard } from './migrations/0004-dashboard.ts'
import type { Tables } from './tables.ts'

/** In order; a migration's number is its place in the list, from 1. Released ones are never changed. */
const MIGRATIONS = [surveys, operation, boards, dashboard]

/** The number of the last one: the schema that this program works with. */
export const SCHEMA_VERSION = MIGRATIONS.length

/**
 * Brings a database to the present schema, within the caller's transaction.
 * @throws Error where a later version of the service has written it
 */
export async function migrate(db: Kysely<Tables>, words: SchemaSyntax): Promise<void> {
  await sql`create table if not exists migration (number ${sql.raw(words.integer)} not null primary key)`.execute(db)
  const { rows } = await sql<{ number: number }>`select coalesce(max(number), 0) as number from migration`.execute(db)
  const done = rows[0]?.number ?? 0
  if (done > SCHEMA_VERSION)
    throw new Error(`the database is of a later version (schema ${done}, this program knows ${SCHEMA_VERSION})`)
  for (let number = done + 1; number <= SCHEMA_VERSION; number++) {
    for (const statement of MIGRATIONS[number - 1]?.(words) ?? []) await sql.raw(statement).execute(db)
    await sql`insert into migration (number) values (${number})`.execute(db)
  }
}
