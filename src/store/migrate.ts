import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { SchemaSyntax } from './engine.ts'
import type { Migration } from './migrations/migration.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import { type AppliedMigration, type SchemaHistory, schemaState, UnknownSchemaError } from './schema-history.ts'
import type { Tables } from './tables.ts'

/** The schema version that this program works with: the number of the last migration. */
export const SCHEMA_VERSION = MIGRATIONS.length

/** What migrations need to know of a database. */
export interface SchemaDialect {
  readonly syntax: SchemaSyntax
  /** Selects `table_name` and `column_name` of every table, in the order of the columns. */
  readonly columns: string
}

/** The migrations that a database has had. */
export const SELECT_MIGRATIONS = 'select number, name, checksum from migration order by number'

/**
 * Runs the migrations that a database still lacks, within the caller's transaction.
 * @throws UnknownSchemaError for a foreign database, which is not changed
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: SchemaDialect,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const known = asApplied(dialect, migrations)
  const state = schemaState(await readHistory(db, dialect), known)
  if (state.kind === 'unknown') throw new UnknownSchemaError(state)
  const version = state.kind === 'empty' ? 0 : state.version
  if (version === 0) await sql.raw(createList(dialect)).execute(db)
  for (const migration of known.slice(version)) {
    const statements = migrations[migration.number - 1]?.statements(dialect.syntax) ?? []
    for (const statement of statements) await sql.raw(statement).execute(db)
    const { number, name, checksum } = migration
    await sql`insert into migration (number, name, checksum) values (${number}, ${name}, ${checksum})`.execute(db)
  }
}

/** The migrations in the form in which they are recorded in the database. */
export function asApplied({ syntax }: SchemaDialect, migrations = MIGRATIONS): AppliedMigration[] {
  return migrations.map(({ name, statements }, index) => ({
    number: index + 1,
    name,
    checksum: createHash('sha256').update(statements(syntax).join(';\n')).digest('hex'),
  }))
}

/** The statements that create the schema of a version. */
export function schemaStatements(dialect: SchemaDialect, version = SCHEMA_VERSION): string[] {
  const migrations = MIGRATIONS.slice(0, version)
  return [createList(dialect), ...migrations.flatMap(({ statements }) => statements(dialect.syntax))]
}

/** The statement that creates the list of migrations, which precedes all of them. */
function createList({ syntax }: SchemaDialect): string {
  return `create table if not exists migration (
    number ${syntax.integer} not null primary key,
    name text not null,
    checksum text not null
  )${syntax.tableOptions}`
}

/** How a database was created. It may be empty or foreign. */
export async function readHistory(db: Kysely<Tables>, { columns }: SchemaDialect): Promise<SchemaHistory> {
  const { rows } = await sql.raw<ColumnRow>(columns).execute(db)
  const tables = groupColumns(rows)
  if (!hasList(tables)) return { tables, migrations: [] }
  const migrations = await sql.raw<AppliedMigration>(SELECT_MIGRATIONS).execute(db)
  return { tables, migrations: migrations.rows }
}

export interface ColumnRow {
  readonly table_name: string
  readonly column_name: string
}

export function groupColumns(rows: readonly ColumnRow[]): SchemaHistory['tables'] {
  const tables = new Map<string, string[]>()
  for (const { table_name, column_name } of rows)
    tables.set(table_name, [...(tables.get(table_name) ?? []), column_name])
  return tables
}

/** Whether a database has a list of migrations as of version 0.1.0. */
export function hasList(tables: SchemaHistory['tables']): boolean {
  return ['number', 'name', 'checksum'].every(column => tables.get('migration')?.includes(column))
}
