import { type Kysely, sql } from 'kysely'
import { BatchedStatement } from '../batched-statement.ts'
import { migrate, type SchemaDialect } from '../migrate.ts'
import { MIGRATIONS } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { type DumpRow, readColumns } from './dumps.ts'
import { LEFT_TABLES, MOVED_TABLES, type MovedTable } from './moved-tables.ts'

/** A dump that has been verified, to be loaded into a database. */
export interface DumpSource {
  /** How many of our migrations had made the database that was dumped. */
  readonly schema: number
  /** What the database is to keep of the secret: as `DumpBeginning`; null if the next start is to bring another one. */
  readonly secretCheck: string | null
  /** Reads all of it from the beginning, each time that it is called. */
  read(): AsyncIterable<DumpPart>
}

/** Some rows of a table. */
export interface DumpPart {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: readonly DumpRow[]
}

/** A dump whose contents do not fit a database. Nothing is loaded. */
export class DumpError extends Error {}

interface LoadOptions {
  readonly dialect: SchemaDialect
  /** Between columns and values of an insert, where the database would assign an id itself. */
  readonly overriding: string
}

/**
 * Loads a dump into a database without tables, within the caller's transaction: into the schema of the dump, which is then
 * migrated like the database that was dumped.
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
      throw new DumpError(`table ${table} has other columns than this version knows`)
    const insert = inserts.get(own) ?? insertInto(db, own, columns, overriding)
    inserts.set(own, insert)
    await insert.run(db, rows)
  }
  await checkCounts(db)
  await db.updateTable('installation').set({ secret_check: source.secretCheck }).execute()
  await migrate(db, dialect)
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

/** Tables whose reference to their survey not every database checks. */
const WITHOUT_REFERENCE = ['response', 'tally'] as const

/** Each survey must have the responses that it says: the rest of the program relies on that. */
async function checkCounts(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ slug: string }>`
    select slug from survey
    left join (select survey_id, count(*) as stored, max(sequence) as last from response group by survey_id) as counted
      on survey_id = survey.id
    where response_count <> coalesce(stored, 0) or last_sequence < coalesce(last, 0) limit 1`.execute(db)
  if (rows[0] !== undefined) throw new DumpError(`survey ${rows[0].slug} has another number of responses than it says`)
  for (const table of WITHOUT_REFERENCE) {
    const orphans = await sql`select 1 from ${sql.table(table)}
      where not exists (select 1 from survey where id = survey_id) limit 1`.execute(db)
    if (orphans.rows.length > 0) throw new DumpError(`table ${table} has rows of a survey that is not there`)
  }
}

/** Whether a database has nothing that a load would replace. */
export async function isEmptyInstallation(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from account limit 1`.execute(db)
  return rows.length === 0
}

/** The tables of an installation, those first that refer to others. */
export function ownTables(): string[] {
  return [...Object.keys(LEFT_TABLES), ...MOVED_TABLES.toReversed(), 'migration']
}
