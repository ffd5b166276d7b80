import { UsageError } from './command.ts'

const DATE_OR_TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/

/** Parses a future date such as `2027-12-31` (meaning its last millisecond, UTC) or an RFC 3339 time. @throws UsageError */
export function parseFutureTime(text: string, option: string): number {
  const [, date, timeOfDay] = DATE_OR_TIME.exec(text) ?? []
  const time = Date.parse(timeOfDay === undefined ? `${text}T23:59:59.999Z` : text)
  if (date === undefined || !isCalendarDate(date) || Number.isNaN(time))
    throw new UsageError(`${option} must be a date such as 2027-12-31, not "${text}"`)
  if (time <= Date.now()) throw new UsageError(`${option} must be in the future, not "${text}"`)
  return time
}

/** `Date.parse` accepts February 31 and reads it as a day in March. */
function isCalendarDate(date: string): boolean {
  const start = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(date)
}
