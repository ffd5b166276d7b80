import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { BoardKey } from './board-items.ts'

/** A vote for an item. */
export type VoteRow = Tables['board_vote']

export async function isCounted(db: Kysely<Tables>, row: VoteRow): Promise<boolean> {
  const stored = db.selectFrom('board_vote').select('voter').where('survey_id', '=', row.survey_id)
  const own = stored.where('question', '=', row.question).where('sequence', '=', row.sequence)
  return (await own.where('voter', '=', row.voter).executeTakeFirst()) !== undefined
}

/** @returns false if the vote was already counted */
export async function addVote(db: Kysely<Tables>, row: VoteRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('board_vote')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if there was no such vote */
export async function removeVote(db: Kysely<Tables>, row: VoteRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('board_vote')
    .where('survey_id', '=', row.survey_id)
    .where('question', '=', row.question)
    .where('sequence', '=', row.sequence)
    .where('voter', '=', row.voter)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Moves an item's votes along when it gets another sequence number. */
export async function moveVotes(db: Kysely<Tables>, board: BoardKey, from: number, sequence: number): Promise<void> {
  const votes = db.updateTable('board_vote').set({ sequence }).where('survey_id', '=', board.surveyId)
  await votes.where('question', '=', board.question).where('sequence', '=', from).execute()
}
