import { HOUR_MS } from '../../src/domain/values/time.ts'
import { now } from '../ui/clock.ts'
import { texts } from '../words/app-words.ts'
import { words } from '../words/words.ts'

/** Seconds per unit, largest first. */
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
/** Days after which a date says more than a number of days. */
const MAX_RELATIVE_DAYS = 7

const relative = new Intl.RelativeTimeFormat('en-GB', { style: 'short' })

/** How long ago a time was, e.g. 2 min ago; a date after a week. */
export function formatAgo(time: string): string {
  const seconds = (now() - new Date(time).getTime()) / 1_000
  if (seconds >= MAX_RELATIVE_DAYS * 86_400) return formatDate(time)
  const unit = UNITS.find(([, length]) => seconds >= length)
  return unit === undefined ? texts.ago.now : relative.format(-Math.floor(seconds / unit[1]), unit[0])
}

/** How long ago something was used for which only the hour is stored, e.g. 14:00 for 14:27. */
export function formatHourAgo(hour: string): string {
  return now() - new Date(hour).getTime() < HOUR_MS ? texts.ago.lastHour : formatAgo(hour)
}

/** E.g. 23 Nov, 09:00. */
export function formatSoon(time: string): string {
  return words.format.date(new Date(time), { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
}

/** E.g. 23 Nov 2026. */
export function formatDate(time: string): string {
  return words.format.date(new Date(time), { day: 'numeric', month: 'short', year: 'numeric' })
}
