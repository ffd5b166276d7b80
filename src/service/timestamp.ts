import { HOUR_MS } from '../domain/limits.ts'

/** @param time in milliseconds since the epoch @returns RFC 3339 in UTC */
export function formatTimestamp(time: number): string
export function formatTimestamp(time: number | null): string | null
export function formatTimestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

/** Of an hour, counted from the epoch, the timestamp of its beginning. */
export function formatHour(hour: number): string
export function formatHour(hour: number | null): string | null
export function formatHour(hour: number | null): string | null {
  return formatTimestamp(hour === null ? null : hour * HOUR_MS)
}
