/** An hour and a day, in milliseconds. Last uses are stored in hours since the epoch. */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The year 2000, in milliseconds since the epoch. No data is older, and databases differ in how they read early years. */
export const EARLIEST_MS = 946_684_800_000

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/i
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const MINUTE_MS = 60_000
/** From year 0 to year 9999 in UTC, the range of RFC 3339. */
const EARLIEST = -62_167_219_200_000
const LATEST = 253_402_300_799_999

/**
 * Parses an RFC 3339 time. Leap seconds are invalid, because JavaScript's clock does not count them.
 * @returns milliseconds since the epoch, truncated; undefined for an invalid time
 */
export function parseTime(text: string): number | undefined {
  const match = TIME.exec(text)
  if (match === null) return undefined
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', sign] = match
  const [offsetHour = '0', offsetMinute = '0'] = match.slice(9)
  if (Number(day) < 1 || Number(day) > daysOf(Number(year), Number(month))) return undefined
  if (!isClock(hour, minute) || Number(second) > 59 || !isClock(offsetHour, offsetMinute)) return undefined
  // biome-ignore lint/style/noRestrictedGlobals: parsing reads no clock
  const local = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`,
  )
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * MINUTE_MS
  const time = local + (sign === '-' ? offset : -offset)
  return time < EARLIEST || time > LATEST ? undefined : time
}

/** @param time in milliseconds since the epoch @returns RFC 3339 in UTC */
export function formatTime(time: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formatting reads no clock
  return new Date(time).toISOString()
}

/** @param time RFC 3339 in UTC, as times are stored @returns the same time without its seconds */
export function toMinute(time: string): string {
  return `${time.slice(0, 'yyyy-mm-ddThh:mm'.length)}:00.000Z`
}

/** 0 for an invalid month. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0)
}

function isClock(hour: string, minute: string): boolean {
  return Number(hour) <= 23 && Number(minute) <= 59
}
