// Limits on results, with their units.

/**
 * Minimum number of answers to a question before its counts are shared with respondents: in a smaller group people
 * could be recognised.
 */
export const MIN_SHARED_ANSWERS = 5
/** Minimum number of people whose results are shown separately: in a smaller group they could be recognised. */
export const MIN_GROUP = 5
/** Free-text answers of a survey that can be picked for projection. */
export const MAX_PICKS = 100
/** Minimum number of people who wrote a word or phrase before it is shown. */
export const MIN_PEOPLE_PER_WORD = 3
/** Words and phrases of a question on the projected screen, and on the dashboard, where they can be hidden. */
export const PROJECTED_WORDS = 30
export const LISTED_WORDS = 60
/** Free-text questions of which a record counts words that are not projected: each may require reading all responses. */
export const RECORDED_WORD_LISTS = 5
/** Questions of a board that a record lists. */
export const RECORDED_BOARD_ITEMS = 200
/** Words and phrases of a survey that can be hidden. */
export const MAX_HIDDEN_WORDS = 200
/** Length of a word in UTF-16 code units; longer ones are not counted. */
export const WORD_LENGTH = 40
/** Counted words and phrases of a question: about 2.5 MB, and twice that before the rarest are dropped. */
export const MAX_TERMS = 10_000
/** Points in a chart of arrivals. */
export const ARRIVAL_POINTS = 61
/** Options that a page of results lists, of all questions together: 115 bytes each, beside their texts. */
export const MAX_LISTED_OPTIONS = 8_000
/** Options of the question on the front page. */
export const MAX_FRONT_OPTIONS = 6
