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

export async function storedBytesOfAccount(db: Kysely<Tables>, accountId: string): Promise<number> {
  const totals = (['survey', 'template', 'draft'] as const).map(table =>
    db
      .selectFrom(table)
      .where('account_id', '=', accountId)
      .select(({ fn }) => fn.sum<number | null>('stored_bytes').as('total'))
      .executeTakeFirstOrThrow(),
  )
  const sums = await Promise.all(totals)
  return sums.reduce((sum, { total }) => sum + Number(total ?? 0), 0)
}

/** Largest first. */
export async function largestSurveys(db: Kysely<Tables>, count: number): Promise<{ slug: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('survey')
    .select(['slug', 'stored_bytes'])
    .orderBy('stored_bytes', 'desc')
    .orderBy('id')
    .limit(count)
    .execute()
  return rows.map(({ slug, stored_bytes }) => ({ slug, bytes: Number(stored_bytes) }))
}
