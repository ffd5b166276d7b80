// Limits on submissions, and on reading, searching and exporting responses, with their units.

/** Unicode code points in a free-text answer. */
export const FREE_TEXT_LENGTH = 10_000
/** Maximum number of errors listed in a form's summary, with a link to each; a phone does not show more at once. */
export const LISTED_ERRORS = 5
/**
 * Submissions that may wait for a commit, for one survey and in total; further ones are refused. Four lecture halls of
 * 1,000 fit into one survey's queue, a flood on one survey leaves three quarters to others, and at 20,000 submissions
 * per second a full queue drains within one second.
 */
export const MAX_WAITING_SUBMISSIONS_PER_SURVEY = 4_000
export const MAX_WAITING_SUBMISSIONS = 16_000
/** Page size of the dashboard's response list: the maximum, and the default. */
export const MAX_RESPONSES_PER_PAGE = 1_000
export const DEFAULT_RESPONSES_PER_PAGE = 100
/** Unicode code points in a search text. */
export const SEARCH_TEXT_LENGTH = 200
/**
 * Upper bound on the work of one search request: responses (about 10 ms), or characters of answers when they are long
 * (10 to 200 ms, depending on the script). An empty page with a cursor is normal.
 */
export const MAX_SEARCHED_RESPONSES = 2_000
export const MAX_SEARCHED_CHARACTERS = 4_000_000
/** Time limit for one search request, which then returns what it has found so far: a second, in milliseconds. */
export const SEARCH_MS = 1_000
/** Characters of answers read or deleted at once, if all of them have the maximum length: about 50 ms of work. */
export const RESPONSE_CHARACTERS_AT_ONCE = 4_000_000
/** Free-text answers shown in the results of each question. */
export const NEWEST_TEXTS = 5
/** Responses in an XLSX export. CSV exports are unlimited. */
export const SHEET_RESPONSES = 20_000
/**
 * Cells of an XLSX export, and UTF-16 code units of its answers. Writing one takes about 200 bytes of memory per cell
 * and 12 per code unit: 0.7 GB in the worst case, when every cell has a different text.
 */
export const SHEET_CELLS = 1_000_000
export const SHEET_TEXT = 16_000_000
