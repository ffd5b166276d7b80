import type { Json } from '../values/json.ts'
import { Refusal } from '../values/refusal.ts'
import { parseTime } from '../values/time.ts'

/** The status column. */
export type StoredStatus = 'open' | 'closed'
/** The status reported when a survey is read. */
export type Status = StoredStatus | 'expired'

/** What a survey's status depends on. */
export interface Lifecycle {
  readonly status: StoredStatus
  /** Suspended by the operator; the survey then appears closed. */
  readonly suspended: boolean
  /** Milliseconds since the epoch; null if the survey does not expire. */
  readonly expiresAt: number | null
  /** When it opens by itself; null if it does not wait for a time. */
  readonly opensAt: number | null
}

/** Closing takes precedence: a closed survey is `closed` even after its expiry. One that waits for its time is closed until then. */
export function statusAt(life: Lifecycle, now: number): Status {
  if (life.status === 'closed' || life.suspended) return 'closed'
  if (hasExpired(life, now)) return 'expired'
  return nextOpening(life, now) === null ? 'open' : 'closed'
}

/** When a survey that waits for its time opens; null for all others. */
export function nextOpening(life: Lifecycle, now: number): number | null {
  const isStopped = life.status === 'closed' || life.suspended || hasExpired(life, now)
  return !isStopped && life.opensAt !== null && life.opensAt > now ? life.opensAt : null
}

export function parseStatus(input: Json | undefined): StoredStatus {
  if (input !== 'open' && input !== 'closed') throw new Refusal('invalid_status')
  return input
}

export function parseArchived(input: Json | undefined): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_archived')
  return input
}

/** Parses an RFC 3339 time, or null for no expiry. @returns milliseconds since the epoch, or null @throws Refusal */
export function parseExpiry(input: Json | undefined): number | null {
  const time = input === null ? null : typeof input === 'string' ? parseTime(input) : undefined
  if (time === undefined) throw new Refusal('invalid_expiry')
  return time
}

/** An expired survey cannot be opened, even if its stored status is still `open`. @throws Refusal */
export function checkReopening(life: Lifecycle, now: number): void {
  if (hasExpired(life, now)) throw new Refusal('reopening_expired')
}

/** @throws Refusal `survey_closed` or `survey_expired` unless responses are accepted now */
export function checkAccepting(life: Lifecycle, now: number): void {
  const status = statusAt(life, now)
  if (status !== 'open') throw new Refusal(status === 'closed' ? 'survey_closed' : 'survey_expired')
}

function hasExpired(life: Lifecycle, now: number): boolean {
  return life.expiresAt !== null && life.expiresAt <= now
}
