import { HOUR_MS, SESSION_IDLE_HOURS, SESSION_LIFETIME_MS } from './limits.ts'

interface SessionTimes {
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Hours since the epoch: no finer, by design. */
  readonly lastUsedHour: number
}

/** Sessions created before, or last used in an earlier hour than these, have ended. */
export function oldestSession(now: number): SessionTimes {
  return { createdAt: now - SESSION_LIFETIME_MS, lastUsedHour: hourOf(now) - SESSION_IDLE_HOURS }
}

/** Whether a session is neither too old nor idle for too long. A clock that was set back ends none. */
export function isLive({ createdAt, lastUsedHour }: SessionTimes, now: number): boolean {
  const oldest = oldestSession(now)
  return createdAt > oldest.createdAt && lastUsedHour >= oldest.lastUsedHour
}

/** Hours since the epoch. */
export function hourOf(time: number): number {
  return Math.floor(time / HOUR_MS)
}
