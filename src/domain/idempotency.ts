import { IDEMPOTENCY_KEY_LENGTH } from './limits.ts'
import { Refusal } from './refusal.ts'

/** Identifies a request that carries an `Idempotency-Key`. */
export interface RequestKey {
  readonly key: string
  /** SHA-256 of operation and body, base64url. Distinguishes a repeated request from a different one. */
  readonly hash: string
}

/** Validates an `Idempotency-Key` header. @throws Refusal `invalid idempotency key` */
export function parseIdempotencyKey(sent: string): string {
  if (sent === '' || sent.length > IDEMPOTENCY_KEY_LENGTH) throw new Refusal('invalid_idempotency_key')
  return sent
}
