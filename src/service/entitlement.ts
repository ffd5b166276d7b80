/** A subscription without an end: the last millisecond of the year 9999. */
export const FOREVER = 253_402_300_799_999

/** Who sets subscriptions: the operator; or nobody, and everybody has one. */
export type Billing = 'manual' | 'none'

export interface Entitlement {
  /** Milliseconds since the epoch; null if the account was never subscribed. */
  readonly entitledUntil: number | null
}

/** Subscribed means that `entitledUntil` lies ahead. */
export function isEntitled(
  { entitledUntil }: Entitlement,
  { clock, billing }: { readonly clock: () => number; readonly billing: Billing },
): boolean {
  return billing === 'none' || (entitledUntil !== null && entitledUntil > clock())
}
