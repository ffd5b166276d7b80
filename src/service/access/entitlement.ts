import type { BillingMode } from '../../domain/billing.ts'

/** `entitledUntil` of a subscription without an end: the last millisecond of the year 9999. */
export const FOREVER = 253_402_300_799_999

export interface Entitlement {
  /** Milliseconds since the epoch; null if the account was never subscribed. */
  readonly entitledUntil: number | null
}

/** An account is subscribed while `entitledUntil` is in the future. */
export function isEntitled(
  { entitledUntil }: Entitlement,
  { clock, billing }: { readonly clock: () => number; readonly billing: BillingMode },
): boolean {
  return billing === 'none' || (entitledUntil !== null && entitledUntil > clock())
}
