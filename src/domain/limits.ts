/** Every limit of the service, with its unit. Callers see those in section 5 of docs/api-contract.md. */

/** Counted calls per token (or OAuth grant) and window. */
export const CALLS_PER_WINDOW = 600
/** Creates, clones and launches with a `slug` property, per account and window. */
export const CUSTOM_SLUGS_PER_WINDOW = 30
/** An hour in milliseconds. Last uses are stored in hours since the epoch. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Length of a fixed window, from its first counted call: one hour, in milliseconds. */
export const WINDOW_MS = 3_600_000

/** A browser is signed out after this many hours without a request, and after two weeks in any case. */
export const SESSION_IDLE_HOURS = 24
export const SESSION_LIFETIME_MS = 14 * DAY_MS
/** Browsers that are signed in to one survey's dashboard. One more signs out the one that has been signed in longest. */
export const SESSIONS_PER_SURVEY = 100
/** Dashboards that one browser is signed in to: its cookies must fit into the headers of a request. */
export const COOKIES_PER_BROWSER = 20

/** Browsers that are signed in to one account. One more signs out the one that has been signed in longest. */
export const SESSIONS_PER_ACCOUNT = 20
/** How long sensitive changes are allowed after the holder was verified: ten minutes, in milliseconds. */
export const VERIFICATION_MS = 600_000
/** Time limit for signing in with another provider, in milliseconds. */
export const PROVIDER_SIGN_IN_MS = 600_000
/** Largest accepted difference between a provider's clock and ours: a minute, in milliseconds. */
export const CLOCK_TOLERANCE_MS = 60_000
/** People at a provider who can sign in to one account. */
export const IDENTITIES_PER_ACCOUNT = 10
/** Unicode code points in a password. */
export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 200
/**
 * Attempts within a quarter of an hour, from one network address (which a whole school may share) and for one account. A
 * password that is not among the most common ones cannot be guessed in so few attempts.
 */
export const ATTEMPTS_WINDOW_MS = 900_000
export const ATTEMPT_LIMITS = {
  password: { perSender: 100, perAccount: 10 },
  passkey: { perSender: 100, perAccount: 10 },
  mail: { perSender: 30, perAccount: 3 },
  sign_up: { perSender: 60, perAccount: 10 },
  authorize: { perSender: 300, perAccount: 60 },
  billing: { perSender: Number.POSITIVE_INFINITY, perAccount: 20 },
  // A sign-in with a provider counts twice: when it begins, and when the browser comes back.
  provider: { perSender: 600, perAccount: Number.POSITIVE_INFINITY },
  register_client: { perSender: 60, perAccount: Number.POSITIVE_INFINITY },
  // Some AI services redeem and renew the tokens of all their users from a few addresses.
  token: { perSender: 6_000, perAccount: Number.POSITIVE_INFINITY },
  revoke: { perSender: 600, perAccount: Number.POSITIVE_INFINITY },
} as const
/** Lifetimes of access tokens, refresh tokens, codes, consent pages and grants, in milliseconds. */
export const ACCESS_TOKEN_LIFETIME_MS = 3_600_000
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY_MS
export const CODE_LIFETIME_MS = 60_000
export const INTERACTION_LIFETIME_MS = 3_600_000
export const GRANT_LIFETIME_MS = 365 * DAY_MS
/** A refresh token used again within ten seconds is a double send, not theft. In milliseconds. */
export const DOUBLE_SEND_MS = 10_000
/**
 * A registered application that nobody has allowed is deleted after a week. At most this many can wait; the next one then
 * replaces one whose consent page can no longer be open, so that a flood of registrations has no lasting effect.
 */
export const CLIENT_LIFETIME_MS = 7 * DAY_MS
export const MAX_WAITING_CLIENTS = 10_000
/** Bytes of its metadata, as stored. */
export const CLIENT_BYTES = 5_120
/** Applications connected to one account. One more disconnects the oldest. */
export const APPLICATIONS_PER_ACCOUNT = 100
/** Access tokens of one grant, and refresh tokens, used ones included. */
export const TOKENS_PER_GRANT = 100
/** Redirect addresses of an application, and characters of each and of its name. */
export const REDIRECTS_PER_CLIENT = 20
export const REDIRECT_LENGTH = 1_000
export const CLIENT_NAME_LENGTH = 100
/**
 * How long ids of the payment provider's events are kept, so that a repeated event changes nothing. Stripe repeats events for
 * some days.
 */
export const BILLING_EVENT_LIFETIME_MS = 35 * DAY_MS
/** Characters of a client id that is the address of a document. It is stored, and indexed, with each grant. */
export const CLIENT_ID_LENGTH = 1_000
/** Bytes of such a document, milliseconds until all of it must have arrived, and fetches at a time. Further fetches are refused. */
export const DOCUMENT_BYTES = 5_120
export const DOCUMENT_TIMEOUT_MS = 5_000
export const PARALLEL_DOCUMENTS = 8
/** Bounds on how long such a document is cached, in seconds, whatever its host says. */
export const DOCUMENT_CACHE_SECONDS = { min: 300, max: 86_400 } as const
/** Stored bytes of an account that is exported as one ZIP archive, which can have 4 GB: the file is a little larger. */
export const EXPORT_BYTES = 3_000_000_000
/** How long a restoration may do nothing before what it has stored is deleted: two minutes, in milliseconds. */
export const RESTORATION_MS = 120_000
/** Votes of one restored question on a board. */
export const MAX_RESTORED_VOTES = 100_000
/** Links of one kind that work at a time for one address; a further one replaces the oldest. */
export const LINKS_PER_ADDRESS = 5
/**
 * Attempts at a job before it is given up, or reported by `doctor` if it is of a kind that is never given up: about a day.
 */
export const MAX_JOB_ATTEMPTS = 30
/**
 * Jobs that can wait. At most half of them can be mails that anybody can request, so that these do not crowd out other jobs.
 */
export const MAX_JOBS = 10_000
export const MAX_REQUESTED_JOBS = MAX_JOBS / 2
/** Jobs that have failed for good and are kept for 30 days, beside deletions of accounts. */
export const MAX_FAILED_JOBS = 1_000
export const FAILED_JOB_LIFETIME_MS = 30 * DAY_MS
/** How long a restore keeps the database that it replaced; backups are kept as long. */
export const REPLACED_DATABASE_LIFETIME_MS = 14 * DAY_MS
/** Passwords hashed or checked in parallel, at 19 MiB of memory each, and how many more may wait. */
export const PARALLEL_PASSWORDS = 4
export const MAX_WAITING_PASSWORDS = 100

export const SURVEYS_PER_ACCOUNT = 500
/**
 * Surveys that an account makes in a day, a fixed window. Only an account that deletes surveys reaches it. It bounds what is
 * kept for ever of deleted surveys: a hash of each slug.
 */
export const SURVEYS_PER_DAY = 1_000
export const TEMPLATES_PER_ACCOUNT = 200
export const DRAFTS_PER_ACCOUNT = 100
/** Bytes of a draft. */
export const DRAFT_BYTES = 1_048_576
/** Checks whether a slug is free, per account and window. */
export const SLUG_CHECKS_PER_WINDOW = 120
export const TOKENS_PER_ACCOUNT = 10
export const PASSKEYS_PER_ACCOUNT = 10
/** Lifetime of a passkey challenge: five minutes, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = 300_000
/** Characters of one binary field that a browser sends of a passkey. An id has at most 1,023 bytes, a key about 500. */
export const PASSKEY_FIELD_LENGTH = 8_192

/** Questions in a survey or a template. A page renders all of them. */
export const MAX_QUESTIONS = 1_000

/**
 * Options of a question, and of a survey. Each costs some 100 bytes of a page, and a list of results.
 */
export const MAX_OPTIONS = 1_000
export const MAX_SURVEY_OPTIONS = 20_000
/** Values in the conditions of a survey: 25 bytes of a page each, and a comparison for each submission. */
export const MAX_CONDITION_VALUES = 20_000
/** UTF-16 code units of the texts and options of a survey together: a page may need five bytes for each. */
export const SURVEY_TEXT_LENGTH = 300_000

/** Unicode code points in a survey's title or a template's name. */
export const TITLE_LENGTH = 200
/** Characters of an e-mail address, all of them ASCII, and of the part before the @ (RFC 5321). */
export const EMAIL_LENGTH = 254
export const EMAIL_LOCAL_LENGTH = 64
/** Unicode code points in the name of an account's holder or of a token. */
export const NAME_LENGTH = 200
/** Unicode code points in a free-text answer. */
export const FREE_TEXT_LENGTH = 10_000
/** Unicode code points in a question on a board. */
export const BOARD_TEXT_LENGTH = 500
/** Shown and waiting items on one board; answered and hidden ones do not count. */
export const MAX_UNRESOLVED_ITEMS = 1_000
/** Questions in one page of a board's list. */
export const BOARD_PAGE_SIZE = 100
export const CONDITIONS_PER_GROUP = 5
export const RATING_LOWEST = 1
export const RATING_HIGHEST = 10

export const MIN_SLUG_LENGTH = 3
export const MAX_SLUG_LENGTH = 64

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
/** Time limit for one search request, which then answers with what it has found: a second, in milliseconds. */
export const SEARCH_MS = 1_000

/** Characters of answers that are read or deleted at once, if all of them are as long as they can be: about 50 ms of work. */
export const RESPONSE_CHARACTERS_AT_ONCE = 4_000_000

/** Free-text answers that the results show of each question. */
export const NEWEST_TEXTS = 5
/** The fewest answers to a question whose counts are shared with respondents: in a smaller group people could be recognised. */
export const MIN_SHARED_ANSWERS = 5
/**
 * Bytes of an event with shared results, which is sent to each phone of an audience. If the results are larger, phones read
 * the page instead.
 */
export const SHARED_EVENT_BYTES = 16_384
/** Maximum age of the counts on a thanks page: a quarter of a second, in milliseconds, like the interval of its events. */
export const SHARED_RESULTS_AGE_MS = 250

/** Free-text answers of a survey that are picked to be projected. */
export const MAX_PICKS = 100

/** The fewest people who wrote a word or a phrase that is shown. */
export const MIN_PEOPLE_PER_WORD = 3
/** Words and phrases of a question on a projected screen, and on the dashboard, where they can be hidden. */
export const PROJECTED_WORDS = 30
export const LISTED_WORDS = 60
/** Words and phrases of a survey that are hidden. */
export const MAX_HIDDEN_WORDS = 200
/** UTF-16 code units of a word; longer ones are not counted. */
export const WORD_LENGTH = 40
/** Words and phrases of a question that are counted: about 2.5 MB, and twice that before the rarest are dropped. */
export const MAX_TERMS = 10_000

/** The fewest people whose results are shown separately: in a smaller group they could be recognised. */
export const MIN_GROUP = 5
/** Word counts that may wait in a process, and as many comparisons; further ones are refused. */
export const MAX_WAITING_FOLDS = 200
/** Bytes of cached results of either. The next one only adds the responses that arrived since. */
export const FOLD_BYTES = 64 * 1_048_576

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
/** XLSX exports that may wait for their turn. Each holds a survey with its counts: 15 MB where it has as many options as it can. */
export const WAITING_WORKBOOKS = { perAccount: 5, perProcess: 40 } as const
/** Limit of Excel: UTF-16 code units in a cell. Its 16,384 columns are more than a survey has questions. */
export const CELL_LENGTH = 32_767

/** Characters of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_LENGTH = 255
/** How long a repeated request with the same key returns the first result. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * HOUR_MS

/** Bytes of a request body. */
export const BODY_BYTES = 1_048_576
/**
 * Pieces in which a body may arrive, and bytes for each further one: a piece costs 3 µs of CPU time, however small it is.
 * Networks deliver more than 500 bytes at a time.
 */
export const BODY_PIECES = 256
export const BODY_PIECE_BYTES = 64
/** Largest body that counts as small, in bytes. Those of respondents are. */
export const SMALL_BODY_BYTES = 16_384
/**
 * Bytes reserved for small bodies under way that arrive in several pieces, and separately for larger ones, of which some may
 * wait for room. A hall of 1,000 phones behind one address needs 2 MB.
 */
export const SMALL_BODIES = { perAddress: 4 * 1_048_576, perProcess: 16 * 1_048_576, waiting: 0 } as const
export const LARGE_BODIES = { perAddress: 4 * 1_048_576, perProcess: 16 * 1_048_576, waiting: 100 } as const
/** Requests of one address for surveys that do not exist, per minute. A hall mistypes less; a guesser needs far more. */
export const MISSES_PER_MINUTE = 300
/** Forms over the limit of their sender that are shown again with what was typed, per address, survey and minute. */
export const RETURNED_FORMS_PER_MINUTE = 300
/** How long a connection may accept no bytes while some wait for it: 15 seconds, in milliseconds. */
export const SLOW_READER_MS = 15_000
/**
 * Characters in the results of one batch of tool calls, after which its further calls are refused. The result of one call can
 * be as long.
 */
export const BATCH_LENGTH = 8_000_000
/** Longest wait of a tool call for responses, in milliseconds. Clients and proxies give up after a minute. */
export const TOOL_WAIT_MS = 45_000
/** Bytes that may wait for all readers of a process together. */
export const PROCESS_WAITING_BYTES = 268_435_456
/** Characters in a line of a dump: several times the longest row, which is a survey or a draft with questions of 1 MiB. */
export const DUMP_LINE_LENGTH = 32 * 1_048_576
/** Nesting depth of arrays and objects in a body. */
export const JSON_DEPTH = 200
/** Fields of a form that are read: twice as many as the largest survey has. */
export const FORM_FIELDS = 2 * MAX_QUESTIONS
/** Members of all objects in a body: the engine's parser takes a millisecond for every thousand. */
export const JSON_MEMBERS = 50_000
/** Values in a body with a number that a double cannot hold: these bodies go through a slower parser of our own. */
export const JSON_EXACT_VALUES = 25_000

/**
 * Submissions that may wait for a commit, for one survey and in total; further ones are refused. Four lecture halls of
 * 1,000 fit into one survey's queue, a flood on one survey leaves three quarters to others, and at 20,000 submissions a
 * second a full queue drains within one second.
 */
export const MAX_WAITING_SUBMISSIONS_PER_SURVEY = 4_000
export const MAX_WAITING_SUBMISSIONS = 16_000

// Connections and requests

/** Pipelined requests that may wait on one connection. Browsers send none, and programs that do send few. */
export const PIPELINED_REQUESTS = 100
/** Slowest accepted body after the first seconds, in bytes per second: a third of a poor mobile network. */
export const SLOWEST_BODY = 8_192
/** Time limit for the headers of a request, and time after which the speed of its body counts, in milliseconds. */
export const REQUEST_MS = 10_000
/** Time limit for a whole request, in milliseconds: the largest body at the slowest accepted speed, and some more. */
export const MAX_REQUEST_MS = 150_000
/** Keep-alive of idle connections in milliseconds: longer than that of proxies. */
export const KEEP_ALIVE_MS = 72_000
/** How long a process among several keeps idle connections at a shutdown: a second, in milliseconds. */
export const DRAIN_MS = 1_000
/** Longer than any id that fits into a request line, so that an overlong id is treated like any missing one. */
export const PARAMETER_LENGTH = 20_000
/** Bytes that may wait for a slow reader. Beyond that the stream is ended, and the browser reconnects. */
export const STREAM_WAITING_BYTES = 65_536
/**
 * Connections that may wait to be accepted, as far as the system allows. A lecture hall opens a thousand in one second;
 * beyond this number, the system drops them, and browsers try again a second or more later.
 */
export const LISTEN_BACKLOG = 4_096
/** Maximum number of connections of a process, even if the system sets no limit. */
export const MAX_CONNECTIONS = 25_000
/** Tool calls of one account that may wait for responses at the same time. */
export const TOOL_WAITS_PER_ACCOUNT = 10
/** Tool calls of all accounts that may wait at the same time. */
export const TOOL_WAITS = 1_000

// Caches of a process

/** Bytes of cached pages of surveys; that of a typical survey takes about 20 kB. */
export const PAGE_CACHE_BYTES = 32 * 1_048_576
/** Bytes of cached templates that pages are filled in from. */
export const PAGE_TEMPLATE_CACHE_BYTES = 32 * 1_048_576
/** Bytes of cached thanks pages. */
export const THANKS_CACHE_BYTES = 16 * 1_048_576
/** Bytes of cached lists of boards; a full one takes about 100 kB. */
export const BOARD_LIST_CACHE_BYTES = 16 * 1_048_576
/** Bytes of cached documents of boards, which pages and programs get. */
export const BOARD_DOCUMENT_CACHE_BYTES = 16 * 1_048_576
/** Bytes of cached results that are shared with respondents. */
export const SHARED_RESULTS_CACHE_BYTES = 8 * 1_048_576
/** Bytes of parsed lists of questions that are cached. */
export const QUESTION_LIST_CACHE_BYTES = 64 * 1_048_576
/** Bytes of cached surveys that submissions are checked against. */
export const SURVEY_CACHE_BYTES = 16 * 1_048_576
/** Bytes of cached ids of responses that are not in the index yet, on SQLite. One takes about 100. */
export const PENDING_ID_CACHE_BYTES = 16 * 1_048_576
/** Bytes of cached lists of the application; the longest have about 150 kB. */
export const APP_LIST_CACHE_BYTES = 16 * 1_048_576
/** Bytes of cached lists of the API; the longest have about 130 kB. */
export const API_LIST_CACHE_BYTES = 32 * 1_048_576
