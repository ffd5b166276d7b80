import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { asApplied, type ColumnRow, groupColumns, hasList, type SchemaDialect, SELECT_MIGRATIONS } from '../migrate.ts'
import { type AppliedMigration, type SchemaState, schemaState, UnknownSchemaError } from '../schema-history.ts'
import { openUnchanged } from './database-file.ts'
import { RESPONSE_ID_INDEX } from './response-id-index.ts'

/** Released migrations use these texts, so they never change; see `Migration`. */
export const SQLITE_DIALECT: SchemaDialect = {
  syntax: {
    identity: 'integer primary key autoincrement',
    integer: 'integer',
    uuid: 'text',
    time: 'text',
    tableOptions: ' strict',
    clusteredTableOptions: ' strict, without rowid',
    surveyReference: 'references survey (id)',
    unlogged: '',
    responseIdIndex: RESPONSE_ID_INDEX,
  },
  columns: `select tables.name as table_name, columns.name as column_name
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite\\_%' escape '\\'
    order by tables.name, columns.cid`,
}

/** The version of a database's schema. Nothing in the database is changed. */
export function readSchemaState(database: DatabaseSync): SchemaState {
  const tables = groupColumns(select<ColumnRow>(database, SQLITE_DIALECT.columns))
  const migrations = hasList(tables) ? select<AppliedMigration>(database, SELECT_MIGRATIONS) : []
  return schemaState({ tables, migrations }, asApplied(SQLITE_DIALECT))
}

/**
 * Checks a database before it is opened for writing, which alone would change its file. A missing database is fine.
 * @throws UnknownSchemaError for a foreign database
 */
export function requireKnownSchema(file: string): void {
  if (!existsSync(file)) return
  const database = openUnchanged(file)
  try {
    const state = readSchemaState(database)
    if (state.kind === 'unknown') throw new UnknownSchemaError(state)
  } finally {
    database.close()
  }
}

function select<Row>(database: DatabaseSync, sql: string): Row[] {
  return database.prepare(sql).all() as Row[]
}
