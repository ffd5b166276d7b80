import { DAY_MS } from '../values/time.ts'

// Limits on applications connected to accounts by OAuth, with their units.

/** Lifetimes of access tokens, refresh tokens, codes, consent pages and grants, in milliseconds. */
export const ACCESS_TOKEN_LIFETIME_MS = 3_600_000
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY_MS
export const CODE_LIFETIME_MS = 60_000
export const INTERACTION_LIFETIME_MS = 3_600_000
export const GRANT_LIFETIME_MS = 365 * DAY_MS
/** A refresh token used again within ten seconds is a double send, not theft. In milliseconds. */
export const DOUBLE_SEND_MS = 10_000
/**
 * A registered application that nobody has allowed is deleted after a week. At most this many can wait; the next one
 * then replaces one whose consent page can no longer be open, so that a flood of registrations has no lasting effect.
 */
export const CLIENT_LIFETIME_MS = 7 * DAY_MS
export const MAX_WAITING_CLIENTS = 10_000
/** Size of an application's metadata as stored, in bytes. */
export const CLIENT_BYTES = 5_120
/** Applications connected to one account. Connecting another one disconnects the oldest. */
export const APPLICATIONS_PER_ACCOUNT = 100
/** Access tokens of one grant, and refresh tokens, including used ones. */
export const TOKENS_PER_GRANT = 100
/** Redirect addresses of an application, and the length of each and of its name in characters. */
export const REDIRECTS_PER_CLIENT = 20
export const REDIRECT_LENGTH = 1_000
export const CLIENT_NAME_LENGTH = 100
/** Length of a client id that is the address of a document, in characters. It is stored and indexed with each grant. */
export const CLIENT_ID_LENGTH = 1_000
/** Limits on how long such a document is cached, in seconds, whatever its host says. */
export const DOCUMENT_CACHE_SECONDS = { min: 300, max: 86_400 } as const
