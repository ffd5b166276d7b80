import { Refusal } from './refusal.ts'
import { hasNul, isLongerThan } from './text.ts'
import { HOUR_MS } from './time.ts'

/** Characters of an `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_LENGTH = 255
/** How long a repeated request with the same key returns the first result. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * HOUR_MS

/** Identifies a request that carries an `Idempotency-Key`. */
export interface RequestKey {
  readonly key: string
  /** SHA-256 of operation and body, base64url. Distinguishes a repeated request from a different one. */
  readonly hash: string
}

/**
 * Validates a key. A header cannot contain a NUL or a lone surrogate, but a tool's argument can, and not every database
 * distinguishes keys that contain them.
 * @throws Refusal `invalid idempotency key`
 */
export function parseIdempotencyKey(sent: string): string {
  const isKey = sent !== '' && !isLongerThan(sent, IDEMPOTENCY_KEY_LENGTH) && !hasNul(sent) && sent.isWellFormed()
  if (!isKey) throw new Refusal('invalid_idempotency_key')
  return sent
}
