// Limits in bytes on a process's caches: 128 MiB together.

/** Surveys and their parsed questions, against which submissions and votes are checked. */
export const SURVEY_CACHE_BYTES = 32 * 1_048_576
/**
 * Pages, lists and results in the form in which they are sent. The page of a typical survey takes about 20 kB, a full
 * board list 100 kB.
 */
export const DOCUMENT_CACHE_BYTES = 48 * 1_048_576
/** Word counts and comparisons. The next request only adds the responses that arrived since. */
export const FOLD_CACHE_BYTES = 24 * 1_048_576
/**
 * Results that projector links show until their next step. They have a separate cache, because a step must not end
 * before its time.
 */
export const PROJECTED_RESULTS_CACHE_BYTES = 8 * 1_048_576
/** Ids of responses that are not in the index yet, on SQLite. Each takes about 100 bytes. */
export const PENDING_ID_CACHE_BYTES = 16 * 1_048_576
