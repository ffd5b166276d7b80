import type { ItemState } from '../../domain/boards/board.ts'

/**
 * Everything stored about a question on a board. A test fails if a column is added. `vote-rewrite.ts` deletes rows and
 * inserts them again, so a new column must be added to its lists. During the rollout of a release, processes of the
 * previous version rewrite rows without the new column: it needs a default, and only a later release may rely on its
 * values.
 */
export interface BoardItemTable {
  survey_id: number
  /** Index of the board's question in the survey. */
  question: number
  /**
   * 1, 2, 3 … in the order in which respondents first saw the board's items. Those that they have not seen have -1, -2, -3 …
   * until they are shown. What was held before numbers were given in this way has a number of the first kind.
   */
  sequence: number
  /** Random. */
  id: string
  text: string
  state: ItemState
  /** Votes that were cast: the item's rows in `board_vote`, and those that came back from a file as a number. */
  votes: number
}

/**
 * Everything stored about a vote. A test fails if a column is added. What `BoardItemTable` says about new columns
 * applies here too.
 */
export interface BoardVoteTable {
  survey_id: number
  question: number
  /** Sequence number of the item on its board. */
  sequence: number
  /** Derived from the voter and the item, so it differs from item to item. */
  voter: string
}

/** Surveys with votes that have not been rewritten since they were cast. See `vote-rewrite.ts`. */
export interface VoteRewriteTable {
  survey_id: number
  /** The survey's board revision when the rewrite began; null if it has not begun. */
  revision: number | null
  /** The last row that was rewritten; null at the beginning. */
  position: string | null
}
