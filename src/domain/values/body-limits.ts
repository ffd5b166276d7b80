// Limits on request bodies that browser code needs to know as well.

/** Bytes of a request body. */
export const BODY_BYTES = 1_048_576
/**
 * Slowest accepted transfer of a body after the first seconds, in bytes per second: a third of a poor mobile
 * connection.
 */
export const SLOWEST_BODY = 8_192
