/** Every limit of the service, with its unit. Section 8 of the specification, and what the decisions add. */

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
export const CONDITIONS_PER_GROUP = 5
export const RATING_LOWEST = 1
export const RATING_HIGHEST = 10

export const SLUG_SHORTEST = 3
export const SLUG_LONGEST = 64

/** How long a key stands for what it made: 24 hours, in milliseconds. */
export const IDEMPOTENCY_KEPT_MS = 86_400_000

/** Bytes of a request body. */
export const BODY_BYTES = 1_048_576
/** Arrays and objects inside one another in a body. */
export const JSON_DEPTH = 200
