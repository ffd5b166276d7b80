import { formatTimestamp } from '../service/timestamp.ts'
import type { DatabaseInspection } from '../store/inspection.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

/** Differences between clocks up to this do no harm, in milliseconds. */
const TOLERANCE_MS = 5_000
const REMEDY = 'synchronise the clocks of all machines, for example with `timedatectl set-ntp true`'

/**
 * Compares the clock of this machine with that of the database server, if there is one, and with the newest times that are
 * stored: if they are in the future, a clock was ahead or this one is behind. Sessions and deadlines depend on it.
 */
export async function checkClock({
  serverTime,
  newestTime,
}: Pick<DatabaseInspection, 'serverTime' | 'newestTime'>): Promise<CheckResult> {
  const before = Date.now()
  const time = await serverTime?.()
  const now = Date.now()
  if (time !== undefined && (time < before - TOLERANCE_MS || time > now + TOLERANCE_MS))
    return failed(
      'clock',
      `it is ${formatTimestamp(now)} here, and ${formatTimestamp(time)} at the database server`,
      REMEDY,
    )
  const newest = await newestTime()
  if (newest !== undefined && newest > now + TOLERANCE_MS)
    return failed('clock', `something was stored at ${formatTimestamp(newest)}, which is in the future`, REMEDY)
  return passed('clock', time === undefined ? 'nothing was stored in the future' : 'agrees with the database server')
}
