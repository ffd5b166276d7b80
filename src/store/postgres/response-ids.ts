import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** As in `Engine`. */
export function findSequences(db: Kysely<Tables>, surveyId: number, ids: readonly string[]): Promise<number[]> {
  return db.isTransaction ? lookUp(db, surveyId, ids) : db.transaction().execute(db => lookUp(db, surveyId, ids))
}

/**
 * As for a batch of submissions (`response-batches.ts`), an id is looked up as the first one from that id on, and
 * without sorts only the index of ids gives that order. Otherwise all responses of the survey might be read.
 */
async function lookUp(db: Kysely<Tables>, surveyId: number, ids: readonly string[]): Promise<number[]> {
  await sql`set local enable_sort = off`.execute(db)
  const { rows } = await sql<{ sequence: number }>`
    select found.sequence from unnest(${ids}::uuid[]) as wanted (id) cross join lateral (
      select id, sequence from response where survey_id = ${surveyId} and id >= wanted.id order by id limit 1
    ) found where found.id = wanted.id`.execute(db)
  await sql`set local enable_sort = on`.execute(db)
  return rows.map(({ sequence }) => sequence)
}
