import { type Kysely, sql } from 'kysely'
import { type BoardCount, type ItemState, UNRESOLVED_STATES, VISIBLE_STATES } from '../../domain/boards/board.ts'
import { nestedRows, readNestedRows } from '../nested-rows.ts'
import { countRows } from '../row-count.ts'
import type { Tables } from '../tables.ts'

/** A question on a board. */
export interface BoardItem {
  readonly id: string
  readonly text: string
  readonly state: ItemState
  readonly votes: number
}

/** An item as submitted. */
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
  // With a limit, the item is found by its id alone. Otherwise PostgreSQL might read all items of the board.
  const withId = db.selectFrom('board_item').where('id', '=', id).selectAll().limit(1)
  return db
    .selectFrom(withId.as('board_item'))
    .where('survey_id', '=', surveyId)
    .where('question', '=', question)
    .where('state', 'in', states)
    .select(['sequence', 'id', 'text', 'state', 'votes'])
    .executeTakeFirst()
}

/** The number of a board's items that are neither answered nor hidden. */
export function countUnresolvedItems(db: Kysely<Tables>, { surveyId, question }: BoardKey): Promise<number> {
  const unresolved = db.selectFrom('board_item').where('state', 'in', UNRESOLVED_STATES)
  return countRows(unresolved.where('survey_id', '=', surveyId).where('question', '=', question))
}

/** The last sequence number that a board's items got when respondents first saw them; 0 if there is none. */
export async function lastItemSequence(db: Kysely<Tables>, { surveyId, question }: BoardKey): Promise<number> {
  const { last } = await db
    .selectFrom('board_item')
    .where('survey_id', '=', surveyId)
    .where('question', '=', question)
    .select(({ fn }) => fn.max('sequence').as('last'))
    .executeTakeFirstOrThrow()
  return Math.max(0, Number(last ?? 0))
}

/** The sequence number of an item that enters a state for the first time. Respondents' numbers do not count what they do not see. */
export async function nextItemSequence(db: Kysely<Tables>, board: BoardKey, state: ItemState): Promise<number> {
  if (VISIBLE_STATES.includes(state)) return (await lastItemSequence(db, board)) + 1
  const { first } = await db
    .selectFrom('board_item')
    .where('survey_id', '=', board.surveyId)
    .where('question', '=', board.question)
    .select(({ fn }) => fn.min('sequence').as('first'))
    .executeTakeFirstOrThrow()
  return Math.min(0, Number(first ?? 0)) - 1
}

/** The sequence numbers of what respondents have seen on a board. Each number from 1 on was given once. */
export interface BoardNumbers {
  /** The last one; 0 if there is none. */
  readonly last: number
  /** Those of items that respondents no longer see, in order. */
  readonly withdrawn: readonly number[]
}

const VISIBLE = sql.join(VISIBLE_STATES.map(state => sql.lit(state)))
const SEEN_ON_BOARDS = sql`(
  select question, count(*) as items, sum(votes) as votes from board_item
  where survey_id = survey.id and state in (${VISIBLE}) group by question) as board`
/**
 * Counts of the items and votes that respondents see on each board, as one value of the survey's row; empty boards are
 * left out. Reads only the index.
 */
export const NESTED_BOARD_COUNTS = nestedRows(['question', 'items', 'votes'], SEEN_ON_BOARDS)

export function readNestedBoardCounts(text: string | null): BoardCount[] {
  return readNestedRows(text).map(([question, items, votes]) => {
    return { question: Number(question), items: Number(items), votes: Number(votes) }
  })
}
