import { MAX_QUESTIONS } from '../domain/surveys/limits.ts'

// Limits on connections and requests, with their units.

/**
 * Pieces in which a body may arrive, and bytes required for each further one: each piece costs 3 µs of CPU time,
 * however small it is. Networks deliver more than 500 bytes at a time.
 */
export const BODY_PIECES = 256
export const BODY_PIECE_BYTES = 64
/**
 * Bytes of a body for which no room is reserved, since its connection occupies more. So a thousand connections that
 * send one byte each neither take the room of others nor have as many buffers made.
 */
export const FREE_BODY_BYTES = 256
/** Largest body that counts as small, in bytes. Respondents' bodies do. */
export const SMALL_BODY_BYTES = 16_384
/**
 * Bytes reserved for small bodies that arrive in several pieces and, separately, for larger ones, 16 MiB of each. A hall
 * of 1,000 phones behind one address needs 2 MB. Small bodies do not wait, so the slowest is ended at once if another
 * needs its room. Some of the larger ones may wait, until others have had time to show their speed.
 */
export const SMALL_BODIES = { perAddress: 4 * 1_048_576, perProcess: 16 * 1_048_576, waiting: 0, graceMs: 0 } as const
export const LARGE_BODIES = {
  authenticated: { perAddress: 4 * 1_048_576, perProcess: 8 * 1_048_576, waiting: 50, graceMs: 1_000 },
  respondent: { perAddress: 2 * 1_048_576, perProcess: 4 * 1_048_576, waiting: 30, graceMs: 1_000 },
  other: { perAddress: 2 * 1_048_576, perProcess: 4 * 1_048_576, waiting: 20, graceMs: 1_000 },
} as const
/** Form fields that are read: twice as many as the largest survey has. */
export const FORM_FIELDS = 2 * MAX_QUESTIONS
/** Pipelined requests that may wait on one connection. Browsers send none, and programs that send any send few. */
export const PIPELINED_REQUESTS = 100
/** Time limit for a request's headers, and time after which the speed of its body counts, in milliseconds. */
export const REQUEST_MS = 10_000
/** Time limit for a whole request, in milliseconds: the largest body at the slowest accepted speed, with a margin. */
export const MAX_REQUEST_MS = 150_000
/** Keep-alive time of idle connections in milliseconds, which is longer than that of proxies. */
export const KEEP_ALIVE_MS = 72_000
/** Longer than any id that fits into a request line, so that an overlong id is treated like any missing one. */
export const PARAMETER_LENGTH = 20_000
/** Bytes that may wait for a slow reader. Beyond that, the stream ends and the browser reconnects. */
export const STREAM_WAITING_BYTES = 65_536
/** How long a connection may accept no bytes while some are waiting: 15 seconds, in milliseconds. */
export const SLOW_READER_MS = 15_000
/** Bytes that may wait for all readers of a process. */
export const PROCESS_WAITING_BYTES = 268_435_456
/**
 * Connections that may wait to be accepted, as far as the system allows. A lecture hall opens a thousand in one second.
 * Beyond this number, the system drops them, and browsers retry after a second or more.
 */
export const LISTEN_BACKLOG = 4_096
/** Maximum number of connections of a process, even if the system sets no limit. */
export const MAX_CONNECTIONS = 25_000
/** Interval at which the numbers of respondents' requests are logged: a minute, in milliseconds. */
export const RESPONDENT_LOG_MS = 60_000
