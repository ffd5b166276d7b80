import { formatTimestamp } from '../../service/timestamp.ts'
import type { FutureTimes } from '../../store/future-times.ts'
import type { DatabaseInspection } from '../../store/inspection.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/** Largest harmless difference between clocks, in milliseconds. */
const TOLERANCE_MS = 5_000
const REMEDY = 'synchronise the clocks of all machines, for example with `timedatectl set-ntp true`'

/**
 * Compares this machine's clock with that of the database server, if there is one, and with stored times: if any of
 * these is in the future, a clock was ahead or this one is behind. Sessions and deadlines depend on it.
 */
export async function checkClock({
  serverTime,
  findFutureTimes,
}: Pick<DatabaseInspection, 'serverTime' | 'findFutureTimes'>): Promise<CheckResult> {
  const before = Date.now()
  const time = await serverTime?.()
  const now = Date.now()
  if (time !== undefined && (time < before - TOLERANCE_MS || time > now + TOLERANCE_MS))
    return failed(
      'clock',
      `it is ${formatTimestamp(now)} here, and ${formatTimestamp(time)} at the database server`,
      REMEDY,
    )
  const future = await findFutureTimes(now + TOLERANCE_MS)
  if (future.latest !== undefined) return failed('clock', formatFuture(future, future.latest), REMEDY)
  const stored = `nothing ${future.isComplete ? '' : 'of the newest responses '}was stored in the future`
  return passed('clock', time === undefined ? stored : 'agrees with the database server')
}

function formatFuture({ counts, isComplete }: FutureTimes, latest: number): string {
  const listed = Object.entries(counts).map(([what, count]) => `${what} ${count}`)
  const atLeast = isComplete ? '' : ', or more'
  return `stored with a time in the future: ${listed.join(', ')}${atLeast}; the latest is ${formatTimestamp(latest)}`
}
