const FORMAT = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** The reader's time zone, e.g. Europe/Berlin. */
export const TIME_ZONE = FORMAT.resolvedOptions().timeZone.replaceAll('_', ' ')

/** A time in the reader's zone, e.g. Monday, 23 November 2026 at 18:00 CET. */
export function formatTime(time: string): string {
  return FORMAT.format(new Date(time))
}

/** An RFC 3339 time as a field for date and time has it, which knows no zone: the reader's. */
export function toLocalInput(time: string): string {
  const at = new Date(time)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What such a field has, as an RFC 3339 time. @returns null for an empty one */
export function fromLocalInput(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
