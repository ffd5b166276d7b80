import { VERIFICATION_MS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AccountHolder } from './authentication.ts'

/** Whether the holder was verified within the last minutes. A clock that was set back ends that. */
export function isRecentlyVerified({ verifiedAt }: AccountHolder, now: number): boolean {
  return verifiedAt !== undefined && now >= verifiedAt && now < verifiedAt + VERIFICATION_MS
}

/**
 * For operations that must not be possible on a browser that somebody left signed in.
 * @throws Refusal `give your password again`
 */
export function requireVerification(holder: AccountHolder, now: number): void {
  if (!isRecentlyVerified(holder, now)) throw new Refusal('verification_required')
}
