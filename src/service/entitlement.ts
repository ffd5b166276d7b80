/** Subscribed means that this lies ahead: milliseconds since the epoch, null for never. */
export function isEntitled({ entitledUntil }: { readonly entitledUntil: number | null }, now: number): boolean {
  return entitledUntil !== null && entitledUntil > now
}
