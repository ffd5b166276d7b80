// Limits on boards, with their units.

/** Unicode code points in a question on a board. */
export const BOARD_TEXT_LENGTH = 500
/** Shown and waiting items on one board; answered and hidden ones do not count. */
export const MAX_UNRESOLVED_ITEMS = 1_000
/** Questions in one page of a board's list. */
export const BOARD_PAGE_SIZE = 100
/** Boards of which a survey's page lists questions, and how many of all boards together, beside the newest of each. */
export const BOARDS_IN_PAGE = 20
export const ITEMS_IN_PAGE = 200
/** UTF-16 code units of all questions on boards in a survey's page. */
export const ITEM_TEXTS_IN_PAGE = 20_000
