import { HOUR_MS } from '../values/time.ts'
import { SESSION_IDLE_HOURS, SESSION_LIFETIME_MS } from './limits.ts'

interface SessionTimes {
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Hours since the epoch; deliberately no finer. */
  readonly lastUsedHour: number
}

/** Sessions that were created, or last used, earlier than this have ended. */
export function oldestSession(now: number): SessionTimes {
  return { createdAt: now - SESSION_LIFETIME_MS, lastUsedHour: hourOf(now) - SESSION_IDLE_HOURS }
}

/** Whether a session is neither too old nor idle for too long. Setting the clock back ends no session. */
export function isLive({ createdAt, lastUsedHour }: SessionTimes, now: number): boolean {
  const oldest = oldestSession(now)
  return createdAt > oldest.createdAt && lastUsedHour >= oldest.lastUsedHour
}

/** Hours since the epoch. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS)
}
