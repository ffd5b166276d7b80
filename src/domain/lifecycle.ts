import type { Json } from './json.ts'
import { Refusal } from './refusal.ts'
import { parseTime } from './time.ts'

/** What is stored. */
export type StoredStatus = 'open' | 'closed'
/** What a single survey reads as. */
export type Status = StoredStatus | 'expired'

/** The part of a survey that its life depends on. */
export interface Life {
  readonly status: StoredStatus
  /** By the operator; it reads as closed then. */
  readonly suspended: boolean
  /** Milliseconds since the epoch; null never. */
  readonly expiresAt: number | null
}

/** Closed by hand beats expired: a closed survey reads `closed` whatever its expiry says. */
export function statusAt(life: Life, now: number): Status {
  if (life.status === 'closed' || life.suspended) return 'closed'
  return hasExpired(life, now) ? 'expired' : 'open'
}

export function parseStatus(input: Json | undefined): StoredStatus {
  if (input !== 'open' && input !== 'closed') throw new Refusal('invalid_status')
  return input
}

export function parseArchived(input: Json | undefined): boolean {
  if (typeof input !== 'boolean') throw new Refusal('invalid_archived')
  return input
}

/** When a survey ends, as an RFC 3339 time, or null for never. @returns milliseconds since the epoch, or null @throws Refusal */
export function parseExpiry(input: Json | undefined): number | null {
  const time = input === null ? null : typeof input === 'string' ? parseTime(input) : undefined
  if (time === undefined) throw new Refusal('invalid_expiry')
  return time
}

/** Opening what has expired would not accept responses, also where its stored status is still open. @throws Refusal */
export function checkReopening(life: Life, now: number): void {
  if (hasExpired(life, now)) throw new Refusal('reopening_expired')
}

/** @throws Refusal `survey_closed`, `survey_expired` unless responses are accepted now. */
export function checkAccepting(life: Life, now: number): void {
  const status = statusAt(life, now)
  if (status !== 'open') throw new Refusal(status === 'closed' ? 'survey_closed' : 'survey_expired')
}

function hasExpired(life: Life, now: number): boolean {
  return life.expiresAt !== null && life.expiresAt <= now
}
