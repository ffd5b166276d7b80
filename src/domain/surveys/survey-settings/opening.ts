import type { Json } from '../../values/json.ts'
import { Refusal } from '../../values/refusal.ts'
import { EARLIEST_MS, parseTime } from '../../values/time.ts'
import type { Lifecycle, StoredStatus } from '../lifecycle.ts'

/** What is sent of how a survey opens. */
interface SentOpening {
  readonly status: StoredStatus | undefined
  /** Null for no time. */
  readonly opensAt: number | null | undefined
}

/** @returns milliseconds since the epoch, or null for a survey that does not wait for a time @throws Refusal */
export function parseOpening(input: Json | undefined): number | null {
  if (input === null) return null
  const time = typeof input === 'string' ? parseTime(input) : undefined
  if (time === undefined || time < EARLIEST_MS) throw new Refusal('invalid_opening')
  return time
}

/**
 * A time that lies ahead opens the survey then, even if it is closed now, which is also how a survey reads that waits for its
 * time. Opening or closing it by hand takes the place of a time, and a time that has passed is none.
 */
export function openingChange({ status, opensAt }: SentOpening, now: number): Partial<Lifecycle> {
  if (opensAt != null && opensAt > now) return { status: 'open', opensAt }
  const isSent = status !== undefined || opensAt !== undefined
  return { ...(status !== undefined && { status }), ...(isSent && { opensAt: null }) }
}

/** @throws Refusal if a survey would expire before it opens */
export function checkOpening({ opensAt, expiresAt }: Pick<Lifecycle, 'opensAt' | 'expiresAt'>): void {
  if (opensAt !== null && expiresAt !== null && opensAt >= expiresAt) throw new Refusal('opens_after_expiry')
}
