import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { SELECT_MIGRATIONS } from '../migrate.ts'
import type { AppliedMigration } from '../schema-history.ts'
import type { Tables } from '../tables.ts'
import { keyOf, MOVED_TABLES, type MovedTable } from './moved-tables.ts'

/** A value of a column. 64-bit integers are far below 2^53. */
type DumpValue = string | number | null
export type DumpRow = readonly DumpValue[]

export interface DumpBeginning {
  /** The names of the migrations that the database has had, in order. */
  readonly migrations: readonly string[]
  /** Derived from the secret that the database was created with; null if it has not needed one yet. */
  readonly secretCheck: string | null
  readonly responses: number
}

/** Receives the parts of a dump, in order. */
export interface DumpTarget {
  begin(beginning: DumpBeginning): Promise<void>
  beginTable(table: MovedTable, columns: readonly string[]): Promise<void>
  rows(rows: readonly DumpRow[]): Promise<void>
}

/** Rows read at once: fewer if they are large, more if they are small. */
const FIRST_PAGE = 16
const LARGEST_PAGE = 64
const PAGE_CHARACTERS = 500_000

/** Dumps everything that moves to another installation. */
export class Dumps {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Reads everything in one snapshot, in pages. Nothing else may use this engine meanwhile. */
  async write(target: DumpTarget): Promise<void> {
    const columnsOf = await readColumns(this.#engine.reader)
    await this.#engine.read(async db => {
      await target.begin(await readBeginning(db))
      for (const table of MOVED_TABLES) {
        const columns = columnsOf.get(table) ?? []
        await target.beginTable(table, columns)
        for await (const page of pagesOf(db, table, columns)) await target.rows(page)
      }
    })
  }
}

/** The columns of each table in the database. */
export async function readColumns(db: Kysely<Tables>): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await db.introspection.getTables()
  return new Map(tables.map(({ name, columns }) => [name, columns.map(column => column.name)]))
}

async function readBeginning(db: Kysely<Tables>): Promise<DumpBeginning> {
  const migrations = await sql.raw<AppliedMigration>(SELECT_MIGRATIONS).execute(db)
  const installation = await db.selectFrom('installation').select('secret_check').executeTakeFirst()
  const { responses } = await db
    .selectFrom('survey')
    .select(({ fn }) => fn.sum<number | null>('response_count').as('responses'))
    .executeTakeFirstOrThrow()
  return {
    migrations: migrations.rows.map(({ name }) => name),
    secretCheck: installation?.secret_check ?? null,
    responses: Number(responses ?? 0),
  }
}

async function* pagesOf(db: Kysely<Tables>, table: MovedTable, columns: readonly string[]): AsyncGenerator<DumpRow[]> {
  const key = keyOf(table)
  let size = FIRST_PAGE
  let last: DumpRow | undefined
  for (;;) {
    const page = await readPage(db, {
      table,
      columns,
      after: last && key.map(name => last?.[columns.indexOf(name)]),
      size,
    })
    if (page.length > 0) yield page
    if (page.length < size) return
    last = page.at(-1)
    size = nextSize(size, page)
  }
}

interface PageOptions {
  readonly table: MovedTable
  readonly columns: readonly string[]
  /** The key of the last row before the page. */
  readonly after: readonly unknown[] | undefined
  readonly size: number
}

async function readPage(db: Kysely<Tables>, { table, columns, after, size }: PageOptions): Promise<DumpRow[]> {
  const key = sql.join(keyOf(table).map(name => sql.ref(name)))
  const where = after === undefined ? sql`` : sql`where (${key}) > (${sql.join(after)})`
  const list = sql.join(columns.map(name => sql.ref(name)))
  const { rows } = await sql<Readonly<Record<string, DumpValue>>>`
    select ${list} from ${sql.table(table)} ${where} order by ${key} limit ${size}`.execute(db)
  return rows.map(row => columns.map(name => row[name] ?? null))
}

/** A page four times as long as this one may be eight times as large, if long rows follow short ones. */
function nextSize(size: number, page: readonly DumpRow[]): number {
  const length = page.reduce((sum, row) => sum + lengthOf(row), 0)
  if (length > PAGE_CHARACTERS) return Math.max(1, Math.floor(size / 4))
  return length < PAGE_CHARACTERS / 8 ? Math.min(size * 4, LARGEST_PAGE) : size
}

function lengthOf(row: DumpRow): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
}
