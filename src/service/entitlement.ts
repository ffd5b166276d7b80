import type { BillingMode } from '../domain/billing.ts'

/** A subscription without an end: the last millisecond of the year 9999. */
export const FOREVER = 253_402_300_799_999

/** Subscribed means that `entitledUntil` lies ahead: milliseconds since the epoch, null for never. */
export function isEntitled(
  { entitledUntil }: { readonly entitledUntil: number | null },
  { clock, billing }: { readonly clock: () => number; readonly billing: BillingMode },
): boolean {
  return billing === 'none' || (entitledUntil !== null && entitledUntil > clock())
}
