import { IDEMPOTENCY_KEY_LENGTH } from './limits.ts'
import { Refusal } from './refusal.ts'
import { hasNul, isLongerThan } from './text.ts'

/** Identifies a request that carries an `Idempotency-Key`. */
export interface RequestKey {
  readonly key: string
  /** SHA-256 of operation and body, base64url. Distinguishes a repeated request from a different one. */
  readonly hash: string
}

/**
 * Validates a key. A header cannot contain a NUL or a lone surrogate, but an argument of a tool can, and not every database
 * distinguishes keys with them.
 * @throws Refusal `invalid idempotency key`
 */
export function parseIdempotencyKey(sent: string): string {
  const isKey = sent !== '' && !isLongerThan(sent, IDEMPOTENCY_KEY_LENGTH) && !hasNul(sent) && sent.isWellFormed()
  if (!isKey) throw new Refusal('invalid_idempotency_key')
  return sent
}
