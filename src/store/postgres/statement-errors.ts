import pg from 'pg'
import { Refusal } from '../../domain/values/refusal.ts'

/** When a request that found the database unavailable may be retried, in seconds. */
const RETRY_SECONDS = 1

/** Classes of error codes that describe the state of the database rather than an error in the statement. */
const UNAVAILABLE_CLASSES = new Set([
  '08', // connection exception
  '25', // invalid transaction state: the database does not accept writes
  '40', // transaction rollback: deadlock or serialization failure
  '53', // insufficient resources: disk, memory or connections
  '55', // object not in prerequisite state: lock timeout
  '57', // operator intervention: shutdown, startup, statement timeout
  '58', // system error
])

/** Whether the database refused a row that another transaction has already inserted. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505'
}

/** Whether a statement gave up because another transaction holds a lock. */
export function isLockTimeout(error: unknown): boolean {
  return isUnavailableBy(error, '55P03')
}

/** Whether the database ended a transaction because of a deadlock. */
export function isDeadlock(error: unknown): boolean {
  return isUnavailableBy(error, '40P01')
}

function isUnavailableBy(error: unknown, code: string): boolean {
  return error instanceof Refusal && error.cause instanceof pg.DatabaseError && error.cause.code === code
}

/** A prepared statement exists although this session did not create it, or is missing although it did. */
const MIXED_UP_SESSIONS = ['42P05', '26000']
const TRANSACTION_POOLER =
  'DATABASE_URL points to a pooler that runs each transaction in another session: set DATABASE_LISTEN_URL to the address of the database itself, or use the pooler in session mode'

/**
 * @throws Error that says what to correct if a pooler mixes up sessions
 * @throws Refusal `temporarily unavailable` if the database cannot be reached or does not accept statements now
 */
export function throwRefusal(error: unknown): never {
  if (error instanceof pg.DatabaseError && MIXED_UP_SESSIONS.includes(error.code ?? ''))
    throw new Error(TRANSACTION_POOLER, { cause: error })
  if (error instanceof pg.DatabaseError && !UNAVAILABLE_CLASSES.has(error.code?.slice(0, 2) ?? '')) throw error
  throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS, cause: error })
}
