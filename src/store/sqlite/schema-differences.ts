import { DatabaseSync } from 'node:sqlite'
import { schemaStatements } from '../migrate.ts'
import type { SchemaDifference } from '../schema-differences.ts'
import type { SchemaState } from '../schema-history.ts'
import { SQLITE_DIALECT } from './schema.ts'

/** The statistics tables of `analyze`, which an operator may run. Nothing fires on them. */
const STATISTICS = new Map([
  ['sqlite_stat1', 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'],
  ['sqlite_stat4', 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'],
])

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  /** Null for an index that belongs to a constraint. */
  readonly sql: string | null
}

/**
 * Compares a schema with the one that our migrations create. SQLite keeps the texts of statements as they were run, so
 * texts are compared: a trigger, a view or a column expression written by others would run within our statements.
 * @param state which of our migrations the database has had; a foreign database has no differences to report
 * @param more statements that are run after the migrations
 */
export function findSchemaDifferences(
  database: DatabaseSync,
  state: SchemaState,
  more: readonly string[] = [],
): SchemaDifference[] {
  if (state.kind !== 'known') return []
  const expected = expectedSchema(state.version, more)
  const found = readSchema(database)
  const present = [...found].filter(([, row]) => STATISTICS.get(row.name) !== row.sql)
  return [
    ...present.filter(([key]) => !expected.has(key)).map(([, row]) => difference('added', row)),
    ...present.filter(([key, row]) => isChanged(row, expected.get(key))).map(([, row]) => difference('changed', row)),
    ...[...expected].filter(([key]) => !found.has(key)).map(([, row]) => difference('missing', row)),
  ]
}

function expectedSchema(version: number, more: readonly string[]): ReadonlyMap<string, SchemaRow> {
  const database = new DatabaseSync(':memory:')
  try {
    for (const statement of [...schemaStatements(SQLITE_DIALECT, version), ...more]) database.exec(statement)
    return readSchema(database)
  } finally {
    database.close()
  }
}

/** Names are unique within a type. */
function readSchema(database: DatabaseSync): ReadonlyMap<string, SchemaRow> {
  const rows = database.prepare('select type, name, tbl_name, sql from sqlite_schema order by type, name').all()
  return new Map((rows as unknown as SchemaRow[]).map(row => [`${row.type} ${row.name}`, row]))
}

function isChanged(row: SchemaRow, own: SchemaRow | undefined): boolean {
  return own !== undefined && (row.sql !== own.sql || row.tbl_name !== own.tbl_name)
}

function difference(kind: SchemaDifference['kind'], { type, name, tbl_name }: SchemaRow): SchemaDifference {
  return { kind, what: type === 'trigger' ? `trigger ${name} on ${tbl_name}` : `${type} ${name}` }
}
