import type { Kysely } from 'kysely'
import { type BoardCount, type ItemState, UNRESOLVED_STATES, VISIBLE_STATES } from '../domain/board.ts'
import type { Tables } from './tables.ts'

/** A question on a board. */
export interface BoardItem {
  readonly id: string
  readonly text: string
  readonly state: ItemState
  readonly votes: number
}

/** An item as it is asked. */
export type NewItem = Omit<BoardItem, 'votes'>

/** Identifies a board: its survey and the index of its question. */
export interface BoardKey {
  readonly surveyId: number
  readonly question: number
}

/** An item with its sequence number on its board. */
export type SequencedItem = BoardItem & { readonly sequence: number }

/** The item with this id on a board, if it is in one of these states. */
export function findBoardItem(
  db: Kysely<Tables>,
  { surveyId, question }: BoardKey,
  id: string,
  states: readonly ItemState[],
): Promise<SequencedItem | undefined> {
  return db
    .selectFrom('board_item')
    .where('id', '=', id)
    .where('survey_id', '=', surveyId)
    .where('question', '=', question)
    .where('state', 'in', states)
    .select(['sequence', 'id', 'text', 'state', 'votes'])
    .executeTakeFirst()
}

/** The number of items on a board that are neither answered nor hidden yet. */
export async function countUnsettledItems(db: Kysely<Tables>, { surveyId, question }: BoardKey): Promise<number> {
  const { unsettled } = await db
    .selectFrom('board_item')
    .where('survey_id', '=', surveyId)
    .where('state', 'in', UNRESOLVED_STATES)
    .where('question', '=', question)
    .select(({ fn }) => fn.countAll().as('unsettled'))
    .executeTakeFirstOrThrow()
  return Number(unsettled)
}

/** The last sequence number on a board; 0 if the board is empty. */
export async function lastItemSequence(db: Kysely<Tables>, { surveyId, question }: BoardKey): Promise<number> {
  const { last } = await db
    .selectFrom('board_item')
    .where('survey_id', '=', surveyId)
    .where('question', '=', question)
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Items and votes that respondents see on each board of a survey; empty boards are left out. Reads only the index. */
export async function boardCounts(db: Kysely<Tables>, surveyId: number): Promise<BoardCount[]> {
  const rows = await db
    .selectFrom('board_item')
    .where('survey_id', '=', surveyId)
    .where('state', 'in', VISIBLE_STATES)
    .groupBy('question')
    .select(({ fn }) => ['question', fn.countAll().as('items'), fn.sum('votes').as('votes')])
    .orderBy('question')
    .execute()
  return rows.map(({ question, items, votes }) => ({ question, items: Number(items), votes: Number(votes) }))
}

/** The boards of a survey that have items, in whatever state. */
export async function boardsWithItems(db: Kysely<Tables>, surveyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('board_item')
    .where('survey_id', '=', surveyId)
    .select('question')
    .distinct()
    .orderBy('question')
    .execute()
  return rows.map(({ question }) => question)
}
