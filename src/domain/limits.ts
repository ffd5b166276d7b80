/** Every limit of the service, with its unit. Callers see those in section 5 of docs/api-contract.md. */

/** Counted calls per token (or OAuth grant) and window. */
export const CALLS_PER_WINDOW = 600
/** Creates, clones and launches with a `slug` property, per account and window. */
export const CUSTOM_SLUGS_PER_WINDOW = 30
/** Length of a fixed window, from its first counted call: one hour, in milliseconds. */
export const WINDOW_MS = 3_600_000

export const SURVEYS_PER_ACCOUNT = 500
export const TEMPLATES_PER_ACCOUNT = 200
export const TOKENS_PER_ACCOUNT = 10

/** Questions in a survey or a template. A page renders all of them. */
export const MAX_QUESTIONS = 1_000

/** Unicode code points in a survey's title or a template's name. */
export const TITLE_LENGTH = 200
/** Unicode code points in a free-text answer. */
export const FREE_TEXT_LENGTH = 10_000
/** Unicode code points in a question on a board. */
export const BOARD_TEXT_LENGTH = 500
/** Shown and held items on one board; answered and hidden ones do not count. */
export const MAX_UNRESOLVED_ITEMS = 1_000
export const CONDITIONS_PER_GROUP = 5
export const RATING_LOWEST = 1
export const RATING_HIGHEST = 10

export const SLUG_SHORTEST = 3
export const SLUG_LONGEST = 64

/** Page size of the dashboard's response list: the maximum, and the default. */
export const MAX_RESPONSES_PER_PAGE = 1_000
export const DEFAULT_RESPONSES_PER_PAGE = 100

/** Unicode code points in a search text. */
export const SEARCH_TEXT_LENGTH = 200
/**
 * Upper bound on the work of one search request: responses (about 10 ms), or characters of answers when they are long
 * (about 60 ms). An empty page with a cursor is normal.
 */
export const MAX_SEARCHED_RESPONSES = 2_000
export const MAX_SEARCHED_CHARACTERS = 4_000_000

/** Points in a chart of arrivals. */
export const ARRIVAL_POINTS = 61

/** Responses in an XLSX export. CSV exports are unlimited. */
export const SHEET_RESPONSES = 20_000
/**
 * Cells of an XLSX export, and UTF-16 code units of its answers. Writing one takes about 200 bytes of memory a cell and 12
 * a code unit, and 0.7 GB in the worst case, in which every cell has a different text.
 */
export const SHEET_CELLS = 1_000_000
export const SHEET_TEXT = 16_000_000
/** Limit of Excel: UTF-16 code units in a cell. Its 16,384 columns are more than a survey has questions. */
export const CELL_LENGTH = 32_767

/** Characters of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_LENGTH = 255
/** How long a repeated request with the same key returns the first result: 24 hours, in milliseconds. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 86_400_000

/** Bytes of a request body. */
export const BODY_BYTES = 1_048_576
/** Nesting depth of arrays and objects in a body. */
export const JSON_DEPTH = 200

/**
 * Submissions that may wait for a commit, for one survey and in total; further ones are refused. Four lecture halls of
 * 1,000 fit into one survey's queue, a flood on one survey leaves three quarters to others, and at 20,000 submissions a
 * second a full queue drains within one second.
 */
export const MAX_WAITING_SUBMISSIONS_PER_SURVEY = 4_000
export const MAX_WAITING_SUBMISSIONS = 16_000
