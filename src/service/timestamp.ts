import { formatTime, HOUR_MS } from '../domain/values/time.ts'

/** @param time in milliseconds since the epoch @returns RFC 3339 in UTC */
export function formatTimestamp(time: number): string
export function formatTimestamp(time: number | null): string | null
export function formatTimestamp(time: number | null): string | null {
  return time === null ? null : formatTime(time)
}

/** The timestamp of the beginning of an hour, counted from the epoch. */
export function formatHour(hour: number): string
export function formatHour(hour: number | null): string | null
export function formatHour(hour: number | null): string | null {
  return formatTimestamp(hour === null ? null : hour * HOUR_MS)
}
