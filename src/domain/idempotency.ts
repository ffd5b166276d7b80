import { IDEMPOTENCY_KEY_LENGTH } from './limits.ts'
import { Refusal } from './refusal.ts'

/** A request that was sent under an `Idempotency-Key`. */
export interface KeyedRequest {
  readonly key: string
  /** SHA-256 of method, path and body, base64url: tells a repeated send from another request. */
  readonly hash: string
}

/** An `Idempotency-Key` as it was sent. @throws Refusal `invalid idempotency key` */
export function parseIdempotencyKey(sent: string): string {
  if (sent === '' || sent.length > IDEMPOTENCY_KEY_LENGTH) throw new Refusal('invalid_idempotency_key')
  return sent
}
