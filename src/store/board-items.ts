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

/** A board: its survey and the place of its question there. */
export interface BoardKey {
  readonly surveyId: number
  readonly question: number
}

/** An item with its place on its board. */
export type SequencedItem = BoardItem & { readonly place: number }

/** The item of that id on a board, in whichever of these states it must be. */
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
    .select(['place', 'id', 'text', 'state', 'votes'])
    .executeTakeFirst()
}

/** How many questions on a board are still to be dealt with. */
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

/** The place given last on a board; 0 where none was. */
export async function lastItemSequence(db: Kysely<Tables>, { surveyId, question }: BoardKey): Promise<number> {
  const { last } = await db
    .selectFrom('board_item')
    .where('survey_id', '=', surveyId)
    .where('question', '=', question)
    .select(({ fn }) => fn.max('place').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** What respondents see on each of a survey's boards; one without any is left out. Its index alone is read. */
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

/** The boards of a survey on which anything was ever asked, whatever has become of it. */
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
