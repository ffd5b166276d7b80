import { DAY_MS } from '../values/time.ts'

// Limits on accounts and signing in, with their units.

/** A browser is signed out after this many hours without a request, and after two weeks in any case. */
export const SESSION_IDLE_HOURS = 24
export const SESSION_LIFETIME_MS = 14 * DAY_MS
/** Browsers signed in to one account. Another one signs out the browser that has been signed in longest. */
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
/** Passwords hashed or checked in parallel, at 19 MiB of memory each, and how many more may wait. */
export const PARALLEL_PASSWORDS = 4
export const MAX_WAITING_PASSWORDS = 100
/** Valid links of one kind for one address; another one replaces the oldest. */
export const LINKS_PER_ADDRESS = 5
export const TOKENS_PER_ACCOUNT = 10
export const PASSKEYS_PER_ACCOUNT = 10
/** Lifetime of a passkey challenge: five minutes, in milliseconds. */
export const CHALLENGE_LIFETIME_MS = 300_000
/**
 * Length of one binary field of a passkey that a browser sends, in characters. An id has at most 1,023 bytes, a key
 * about 500.
 */
export const PASSKEY_FIELD_LENGTH = 8_192
/** Length of an e-mail address in (ASCII) characters, and of the part before the @ (RFC 5321). */
export const EMAIL_LENGTH = 254
export const EMAIL_LOCAL_LENGTH = 64
/** Unicode code points in the name of an account's holder or of a token. */
export const NAME_LENGTH = 200
/**
 * Stored bytes of an account that can be exported as one ZIP archive. An archive can have 4 GB, and the file is a
 * little larger than this.
 */
export const EXPORT_BYTES = 3_000_000_000
