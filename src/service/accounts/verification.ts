import { VERIFICATION_MS } from '../../domain/accounts/limits.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { AccountHolder } from '../access/authentication.ts'

/** Whether the holder was verified within the last few minutes. Setting the clock back ends that. */
export function isRecentlyVerified({ verifiedAt }: AccountHolder, now: number): boolean {
  return verifiedAt !== undefined && now >= verifiedAt && now < verifiedAt + VERIFICATION_MS
}

/**
 * Guards operations that must not be possible in a browser that somebody left signed in.
 * @throws Refusal `give your password again`
 */
export function requireVerification(holder: AccountHolder, now: number): void {
  if (!isRecentlyVerified(holder, now)) throw new Refusal('verification_required')
}
