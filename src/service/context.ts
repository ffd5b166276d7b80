import type { Logger } from 'pino'
import type { BillingMode } from '../domain/billing.ts'
import type { Store } from '../store/store.ts'
import type { StorageQuota } from './access/storage-quota.ts'
import type { PasswordCost } from './accounts/password-hash.ts'
import type { Caches } from './cache.ts'
import type { Keys } from './keys.ts'
import type { Submissions } from './responses/submissions.ts'

/** What every operation needs. Time, randomness and the cost of passwords are passed in, so that tests can set them. */
export interface Context {
  readonly store: Store
  readonly submissions: Submissions
  readonly caches: Caches
  readonly keys: Keys
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly random: Random
  readonly quota: StorageQuota
  /** The cost of the hash of each new password. */
  readonly passwordCost: PasswordCost
  /** Days after which a survey made without a subscription expires. */
  readonly freeSurveyDays: number
  readonly billing: BillingMode
  /** Failures outside requests are logged here and never dropped. */
  readonly log: Logger
}

export interface Random {
  /** A random UUID, version 4. */
  uuid(): string
  /** A uniform integer from 0 up to, not including, `below`, from a secure source. */
  integer(below: number): number
}

/** The last formatted time. Many submissions arrive within one millisecond. */
let latest = { time: Number.NaN, text: '' }

/** The current time as RFC 3339 UTC with milliseconds. */
export function timestamp({ clock }: Context): string {
  const time = clock()
  if (time !== latest.time) latest = { time, text: new Date(time).toISOString() }
  return latest.text
}
