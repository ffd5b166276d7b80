/** Questions in one page of a board's list. */
export const BOARD_PAGE_SIZE = 100
/** Number of newest questions that the audience always sees, so that they can rise however long the board is. */
export const NEWEST_ITEMS = 10

/** Boards of which a survey's page lists questions, and how many of all boards together, beside the newest of each. */
const BOARDS_IN_PAGE = 20
const ITEMS_IN_PAGE = 200
/** UTF-16 code units of all questions on boards in a survey's page. */
export const ITEM_TEXTS_IN_PAGE = 20_000

/** What a survey's page lists of a board, at most; for the rest there is a button. */
export interface Listed {
  /** Of the best questions. */
  readonly items: number
  /** UTF-16 code units of these and the newest. */
  readonly length: number
}

/**
 * @param boards of the survey
 * @param at the board's place among them, from 0
 */
export function listedInPage(boards: number, at: number): Listed {
  if (at >= BOARDS_IN_PAGE) return { items: 0, length: 0 }
  const sharing = Math.min(boards, BOARDS_IN_PAGE)
  return {
    items: Math.min(BOARD_PAGE_SIZE, Math.floor(ITEMS_IN_PAGE / sharing)),
    length: Math.floor(ITEM_TEXTS_IN_PAGE / sharing),
  }
}

/** How many questions a survey's page lists of all its boards, at most. */
export function mostListed(boards: number): number {
  return Math.min(boards, BOARDS_IN_PAGE) * (listedInPage(boards, 0).items + NEWEST_ITEMS)
}
