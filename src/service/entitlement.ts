/** A subscription without an end: the last millisecond of the year 9999. */
export const FOREVER = 253_402_300_799_999

/** Subscribed means that this lies ahead: milliseconds since the epoch, null for never. */
export function isEntitled({ entitledUntil }: { readonly entitledUntil: number | null }, now: number): boolean {
  return entitledUntil !== null && entitledUntil > now
}
