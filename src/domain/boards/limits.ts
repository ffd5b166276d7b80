// Limits on boards, with their units.

/** Unicode code points in a question on a board. */
export const BOARD_TEXT_LENGTH = 500
/** Shown and waiting items on one board; answered and hidden ones do not count. */
export const MAX_UNRESOLVED_ITEMS = 1_000
