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

/** Unicode code points in a survey's title or a template's name. */
export const TITLE_LENGTH = 200
/** Unicode code points in a free-text answer. */
export const FREE_TEXT_LENGTH = 10_000
/** Unicode code points in a question on a board. */
export const BOARD_TEXT_LENGTH = 500
/** Questions on one board that are still to be dealt with: shown or held, and not answered or hidden. */
export const BOARD_ITEMS = 1_000
export const CONDITIONS_PER_GROUP = 5
export const RATING_LOWEST = 1
export const RATING_HIGHEST = 10

export const SLUG_SHORTEST = 3
export const SLUG_LONGEST = 64

/** Responses in one page of a dashboard's list: at most, and where no number was asked for. */
export const RESPONSES_PER_PAGE = 1_000
export const RESPONSES_PER_PAGE_UNASKED = 100

/** Unicode code points of a text that is searched for. */
export const SEARCH_TEXT_LENGTH = 200
/**
 * What one request looks into: so many responses, which are some 10 ms, or so many characters of answers where they are
 * long, some 60 ms. Who finds nothing hears so soon and asks on, and no request keeps the service busy for long.
 */
export const SEARCHED_RESPONSES = 2_000
export const SEARCHED_CHARACTERS = 4_000_000

/** Points of how answers came in over time: as many as a chart shows. */
export const ARRIVALS = 61

/** Responses in a spreadsheet; CSV has no end. */
export const SHEET_RESPONSES = 20_000
/**
 * Cells of a spreadsheet, and UTF-16 units of its answers: making one takes some 200 bytes for each cell and 12 for each
 * unit, and 0.7 GB at the worst, where each cell has a text of its own.
 */
export const SHEET_CELLS = 1_000_000
export const SHEET_TEXT = 16_000_000
/** What Excel opens: columns of a sheet, and UTF-16 units in a cell. */
export const SHEET_COLUMNS = 16_384
export const CELL_LENGTH = 32_767

/** Characters of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_LENGTH = 255
/** How long a key stands for what it made: 24 hours, in milliseconds. */
export const IDEMPOTENCY_KEPT_MS = 86_400_000

/** Bytes of a request body. */
export const BODY_BYTES = 1_048_576
/** Arrays and objects inside one another in a body. */
export const JSON_DEPTH = 200

/**
 * Submissions that wait for a commit, of one survey and in all; beyond, they are refused. A lecture hall of 1,000 that
 * sends at once fits four times, a flood on one survey leaves three quarters to others, and at 20,000 a second all that
 * can wait is done within one.
 */
export const SUBMISSIONS_WAITING_PER_SURVEY = 4_000
export const SUBMISSIONS_WAITING = 16_000
