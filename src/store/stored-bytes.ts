import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Approximate bytes of a row besides its text, including its share of the indexes. */
const ROW_BYTES = 150
/** Bytes of a vote. */
export const VOTE_BYTES = 120
/** Bytes of the id of a removed response: less than any response, so that removing one always frees space. */
export const REMOVED_BYTES = 120

/** Size in bytes of a row with this text. A survey's counter changes by this much when the row is stored or deleted. */
export function storedBytesOf(text: string): number {
  return ROW_BYTES + Buffer.byteLength(text)
}

/**
 * Maximum total size of the rows that one transaction writes or deletes, unless it is a single row: about 50 ms of work
 * for SQLite.
 */
const BYTES_AT_ONCE = 2_000_000

/**
 * The first rows that one transaction may write or delete: at least one. On SQLite, any change rewrites the whole row.
 */
export function withinBytes<Row extends { readonly stored_bytes: number }>(rows: readonly Row[]): readonly Row[] {
  let bytes = 0
  return rows.filter((row, index) => {
    bytes += row.stored_bytes
    return index === 0 || bytes <= BYTES_AT_ONCE
  })
}

/** Bytes stored for one survey, and for all surveys, templates and drafts of its account. */
export interface StoredBytes {
  readonly survey: number
  readonly account: number
}

export async function storedBytesAt(db: Kysely<Tables>, slug: string): Promise<StoredBytes | undefined> {
  const survey = db.selectFrom('survey').where('slug', '=', slug)
  const row = await survey
    .select(['stored_bytes', totalOf(sql.ref('survey.account_id')).as('total')])
    .executeTakeFirst()
  return row && { survey: row.stored_bytes, account: Number(row.total) }
}

/** The tables that count towards an account's storage. */
const TABLES = ['survey', 'template', 'draft'] as const

export async function storedBytesOfAccount(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { total } = await db.selectNoFrom(totalOf(sql.val(accountId)).as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

/** The total of an account's tables, as one value. */
function totalOf(account: RawBuilder<unknown>) {
  const sums = TABLES.map(
    table =>
      sql`coalesce((select sum(stored_bytes) from ${sql.table(table)} as owned where owned.account_id = ${account}), 0)`,
  )
  return sql<number | string>`${sql.join(sums, sql` + `)}`
}

/** Bytes stored for a survey, identified by its slug, or for an account, identified by its e-mail address. */
export interface StoredSize {
  readonly name: string
  readonly bytes: number
}

/** Largest first, without those that are being restored. */
export async function largestSurveys(db: Kysely<Tables>, count: number): Promise<StoredSize[]> {
  const owned = db.selectFrom('survey').innerJoin('account', 'account.id', 'survey.account_id')
  const query = owned.where('restores_to', 'is', null).select(['slug as name', 'stored_bytes as bytes'])
  return sizesOf(await query.orderBy('stored_bytes', 'desc').orderBy('survey.id').limit(count).execute())
}

/** Largest first, without the temporary ones that hold what is being restored. */
export async function largestAccounts(db: Kysely<Tables>, count: number): Promise<StoredSize[]> {
  const sizes = TABLES.map(table => db.selectFrom(table).select(['account_id', 'stored_bytes']))
  const rows = await db
    .selectFrom(sizes.reduce((all, ofTable) => all.unionAll(ofTable)).as('stored'))
    .innerJoin('account', 'account.id', 'stored.account_id')
    .where('restores_to', 'is', null)
    .select(({ fn }) => ['account.email as name', fn.sum('stored.stored_bytes').as('bytes')])
    .groupBy(['account.id', 'account.email'])
    .orderBy('bytes', 'desc')
    .orderBy('account.email')
    .limit(count)
    .execute()
  return sizesOf(rows)
}

function sizesOf(rows: readonly { name: string; bytes: number | string | bigint }[]): StoredSize[] {
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }))
}
