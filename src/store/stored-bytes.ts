import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** What a row takes beside its text, with its share of the indexes: about so many bytes. */
const ROW_BYTES = 150
/** What a vote takes. */
export const VOTE_BYTES = 120

/** Bytes of a row that holds this text. A survey's counter changes by as many when the row is stored or deleted. */
export function storedBytesOf(text: string): number {
  return ROW_BYTES + Buffer.byteLength(text)
}

/** Bytes that are stored of one survey, and of all surveys, templates and drafts of its account. */
export interface StoredBytes {
  readonly survey: number
  readonly account: number
}

export async function storedBytesAt(db: Kysely<Tables>, slug: string): Promise<StoredBytes | undefined> {
  const query = db.selectFrom('survey').where('slug', '=', slug)
  const survey = await query.select(['account_id', 'stored_bytes']).executeTakeFirst()
  if (survey === undefined) return undefined
  return { survey: Number(survey.stored_bytes), account: await storedBytesOfAccount(db, survey.account_id) }
}

/** The tables of what an account stores. */
const TABLES = ['survey', 'template', 'draft'] as const

export async function storedBytesOfAccount(db: Kysely<Tables>, accountId: string): Promise<number> {
  const totals = TABLES.map(table =>
    db
      .selectFrom(table)
      .where('account_id', '=', accountId)
      .select(({ fn }) => fn.sum<number | null>('stored_bytes').as('total'))
      .executeTakeFirstOrThrow(),
  )
  const sums = await Promise.all(totals)
  return sums.reduce((sum, { total }) => sum + Number(total ?? 0), 0)
}

/** How much is stored of one survey, named by its slug, or of one account, named by its e-mail address. */
export interface StoredSize {
  readonly name: string
  readonly bytes: number
}

/** Largest first. */
export async function largestSurveys(db: Kysely<Tables>, count: number): Promise<StoredSize[]> {
  const query = db.selectFrom('survey').select(['slug as name', 'stored_bytes as bytes'])
  return sizesOf(await query.orderBy('stored_bytes', 'desc').orderBy('id').limit(count).execute())
}

/** Largest first. */
export async function largestAccounts(db: Kysely<Tables>, count: number): Promise<StoredSize[]> {
  const sizes = TABLES.map(table => db.selectFrom(table).select(['account_id', 'stored_bytes']))
  const rows = await db
    .selectFrom(sizes.reduce((all, ofTable) => all.unionAll(ofTable)).as('stored'))
    .innerJoin('account', 'account.id', 'stored.account_id')
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
