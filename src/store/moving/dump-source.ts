import { type Kysely, sql } from 'kysely'
import { findInvalidColumn } from '../../domain/moving/row-check.ts'
import { BatchedStatement } from '../batched-statement.ts'
import { migrate, type SchemaDialect } from '../migrate.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { type DumpRow, readColumns } from './dumps.ts'
import { keyOf, LEFT_TABLES, MOVED_TABLES, type MovedTable } from './moved-tables.ts'

/** A verified dump, to be loaded into a database. */
export interface DumpSource {
  /** Number of our migrations that the dumped database had. */
  readonly schema: number
  /**
   * What the database is to record about the secret, as in `DumpBeginning`; null if the next start is to provide
   * another secret.
   */
  readonly secretCheck: string | null
  /** Reads the whole dump from the beginning on each call. */
  read(): AsyncIterable<DumpPart>
}

/** Some rows of a table. */
export interface DumpPart {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly DumpRow[]
}

/** The dump's contents do not fit the database. Nothing is loaded. */
export class DumpError extends Error {}

interface LoadOptions {
  readonly dialect: SchemaDialect
  /** Goes between the columns and values of an insert if the database would otherwise assign an id itself. */
  readonly overriding: string
}

/**
 * Loads a dump into a database without tables, within the caller's transaction. The dump's own schema is created first,
 * and then migrated like the dumped database would be.
 * @throws DumpError
 */
export async function loadTables(db: Kysely<Tables>, source: DumpSource, options: LoadOptions): Promise<void> {
  const { dialect, overriding } = options
  await migrate(db, dialect, MIGRATIONS.slice(0, source.schema))
  const columnsOf = await readColumns(db)
  const inserts = new Map<string, BatchedStatement>()
  for await (const { table, columns, rows } of source.read()) {
    const own = MOVED_TABLES.find(name => name === table)
    if (own === undefined || !isSame(columns, columnsOf.get(own) ?? []))
      throw new DumpError(`table ${table} does not have the columns that this version expects`)
    const insert = inserts.get(own) ?? insertInto(db, own, columns, overriding)
    inserts.set(own, insert)
    checkRows(own, columns, rows)
    await insert.run(db, rows).catch(error => {
      const [first, last] = [rows[0], rows.at(-1)].map(row => keyText(own, columns, row))
      throw new DumpError(`a row of table ${own}, from ${first} to ${last}, does not fit: ${error.message}`)
    })
  }
  await checkCounts(db)
  await db.updateTable('installation').set({ secret_check: source.secretCheck }).execute()
  await migrate(db, dialect)
}

function checkRows(table: MovedTable, columns: readonly string[], rows: readonly DumpRow[]): void {
  for (const row of rows) {
    const invalid = findInvalidColumn(table, columns, row)
    if (invalid !== undefined)
      throw new DumpError(`${invalid} of the row with ${keyText(table, columns, row)} of table ${table} is invalid`)
  }
}

/** Identifies a row of a table, for people. */
function keyText(table: MovedTable, columns: readonly string[], row: DumpRow = []): string {
  return keyOf(table)
    .map(name => `${name} ${row[columns.indexOf(name)]}`)
    .join(', ')
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every(name => others.includes(name))
}

/** The statement that inserts rows of a table. */
function insertInto(db: Kysely<Tables>, table: MovedTable, columns: readonly string[], overriding: string) {
  const list = sql.join(columns.map(name => sql.ref(name)))
  const row = sql`(${sql.join(columns.map(() => null))})`
  return new BatchedStatement(size => ({
    compile: () =>
      sql`insert into ${sql.table(table)} (${list}) ${sql.raw(overriding)} values ${sql.join(Array(size).fill(row))}`.compile(
        db,
      ),
  }))
}

/** Tables whose reference to their survey is not checked by every database. */
const WITHOUT_REFERENCE = ['response', 'tally'] as const

/** Each survey must have as many responses as its counter says; the rest of the program relies on that. */
async function checkCounts(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ slug: string }>`
    select slug from survey
    left join (select survey_id, count(*) as stored, max(sequence) as last from response group by survey_id) as counted
      on survey_id = survey.id
    where response_count <> coalesce(stored, 0) or last_sequence < coalesce(last, 0) limit 1`.execute(db)
  if (rows[0] !== undefined) throw new DumpError(`survey ${rows[0].slug} does not have as many responses as it counts`)
  for (const table of WITHOUT_REFERENCE) {
    const orphans = await sql`select 1 from ${sql.table(table)}
      where not exists (select 1 from survey where id = survey_id) limit 1`.execute(db)
    if (orphans.rows.length > 0) throw new DumpError(`table ${table} has rows of a missing survey`)
  }
}

/** Whether a database contains nothing that a load would replace. */
export async function isEmptyInstallation(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from account limit 1`.execute(db)
  return rows.length === 0
}

/** The tables of an installation, each before those that it refers to. */
export function ownTables(): string[] {
  return [...Object.keys(LEFT_TABLES), ...MOVED_TABLES.toReversed(), 'migration']
}
