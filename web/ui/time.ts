import { words } from '../words/shared-words.ts'
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
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
}

/** A time in the user's time zone, e.g. Monday, 23 November 2026 at 18:00 CET. */
export function formatTime(time: string): string {
  return words.format.date(new Date(time), PARTS)
}

/** An RFC 3339 time as the value of a `datetime-local` input, which has no time zone and uses the user's. */
export function toLocalInput(time: string): string {
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The value of such an input as an RFC 3339 time. @returns null if it is empty */
export function fromLocalInput(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}

/**
 * How far clocks are put back, in minutes: an hour almost everywhere, half an hour on Lord Howe, more if a country
 * changes its zone.
 */
const PUT_BACK = [30, 60, 120]

/** Whether clocks skip the time of such an input on that day, or show it twice. If twice, the earlier one is meant. */
export function clockChangeAt(local: string): 'skipped' | 'repeated' | undefined {
  const time = new Date(local).getTime()
  if (Number.isNaN(time)) return undefined
  const isAt = (instant: number) => toLocalInput(new Date(instant).toISOString()) === local
  if (!isAt(time)) return 'skipped'
  return PUT_BACK.some(minutes => isAt(time + minutes * 60_000)) ? 'repeated' : undefined
}

/** Whether a time, either RFC 3339 or the value of such an input, has passed; false if it is empty. */
export function isPast(time: string): boolean {
  return time !== '' && new Date(time).getTime() <= now()
}
