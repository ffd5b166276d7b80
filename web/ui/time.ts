import { words } from '../words/words.ts'
import { now } from './clock.ts'

const PARTS = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** The user's time zone, e.g. Europe/Berlin. */
export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')

/** A time in the user's time zone, e.g. Monday, 23 November 2026 at 18:00 CET. */
export function formatTime(time: string): string {
  return words.format.date(new Date(time), PARTS)
}

/** An RFC 3339 time as the value of a `datetime-local` input, which has no time zone: the user's. */
export function toLocalInput(time: string): string {
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The value of such an input as an RFC 3339 time. @returns null if it is empty */
export function fromLocalInput(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}

/** Whether a time has passed, be it RFC 3339 or the value of such an input; false if it is empty. */
export function isPast(time: string): boolean {
  return time !== '' && new Date(time).getTime() <= now()
}
