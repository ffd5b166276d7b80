/** Smaller differences come from network delays and from `Date` headers, which have whole seconds. In milliseconds. */
const TOLERANCE_MS = 60_000

/** How far the clock of this device is behind the server's, in milliseconds; negative if it is ahead. */
let behind = 0

/** The time by the server's clock, which deadlines and times of last responses refer to. */
export function now(): number {
  return Date.now() + behind
}

/** @param date the `Date` header of a response that has just arrived */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  behind = Math.abs(difference) > TOLERANCE_MS ? difference : 0
}
