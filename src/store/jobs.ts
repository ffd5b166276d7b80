import { type Kysely, sql, type Transaction } from 'kysely'
import { Refusal } from '../domain/values/refusal.ts'
import { DAY_MS, HOUR_MS } from '../domain/values/time.ts'
import type { Engine } from './engine.ts'
import { countRows } from './row-count.ts'
import type { Tables } from './tables.ts'

/**
 * Attempts at a job before it is given up, or reported by `doctor` if it is of a kind that is never given up: about a day.
 */
export const MAX_JOB_ATTEMPTS = 30
/**
 * Jobs that can wait. At most half of them can be mails that anybody can request, so that these do not crowd out other jobs.
 */
const MAX_JOBS = 10_000
const MAX_REQUESTED_JOBS = MAX_JOBS / 2
/** Jobs that have failed for good and are kept for 30 days, beside deletions of accounts. */
const MAX_FAILED_JOBS = 1_000
export const FAILED_JOB_LIFETIME_MS = 30 * DAY_MS

/**
 * Deletes the account with the job's address. If the job fails permanently, it is kept until the operator has dealt
 * with it.
 */
export const DELETE_ACCOUNT = 'delete_account'
/** Completes the handover of what has been restored. The job is stored with the address of the staging account. */
export const HAND_OVER = 'hand_over_restored'
/**
 * Mails a link to an account's new address. The job is stored with the current address, so that it is deleted together
 * with the account's links.
 */
export const CHANGE_EMAIL = 'email_change_mail'
/**
 * Deletes a customer at the payment provider. The job outlives the account and stores nothing about it except the
 * customer's id.
 */
export const DELETE_CUSTOMER = 'delete_billing_customer'
/** Kinds of jobs that never fail permanently, because somebody may keep paying until they are done. */
const RETRIED_FOREVER: readonly string[] = [DELETE_CUSTOMER]

/**
 * In milliseconds. A failed attempt postpones a job by at most half of this; a later time must have been set while the
 * clock was ahead.
 */
const MAX_WAIT_MS = 2 * HOUR_MS

export interface NewJob {
  readonly kind: string
  /** The e-mail address of the account concerned. */
  readonly email: string
  /** JSON; never a secret. */
  readonly payload: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** Makes the job that notifies an account's holder of a change. @param email of the account, before the change */
export type Notice = (email: string) => NewJob

export interface Job extends NewJob {
  readonly id: number
  /** Including the current one. */
  readonly attempts: number
}

export interface JobFailure {
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** When to retry; undefined if the job has failed permanently. */
  readonly next: number | undefined
  /** Whether it failed permanently because a mail server refused the recipient. */
  readonly isRecipientRefused: boolean
}

export function retriesForever({ kind }: Pick<NewJob, 'kind'>): boolean {
  return RETRIED_FOREVER.includes(kind)
}

/** Work to be done after the transaction that caused it, by any process, at least once. */
export class Jobs {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Adds a job that anybody can request.
   * @throws Refusal `temporarily unavailable` if too many wait
   */
  add(job: NewJob): Promise<void> {
    return this.#engine.write(db => addJob(db, job, MAX_REQUESTED_JOBS))
  }

  /**
   * Takes the job that has been due for longest.
   * @param until when another process may take it if it is not done by then
   */
  begin(now: number, until: number): Promise<Job | undefined> {
    return this.#engine.write(async db => {
      const due = db
        .selectFrom('job')
        .select(['id', 'kind', 'email', 'payload', 'created_at as createdAt', 'attempts'])
        .where('run_at', '<=', now)
        .where('failed_at', 'is', null)
      const job = await this.#engine.lockRows(due.orderBy('run_at').orderBy('id').limit(1)).executeTakeFirst()
      if (job === undefined) return undefined
      const attempts = job.attempts + 1
      await db.updateTable('job').set({ run_at: until, attempts }).where('id', '=', job.id).execute()
      return { ...job, attempts }
    })
  }

  async complete(id: number): Promise<void> {
    await this.#engine.write(db => db.deleteFrom('job').where('id', '=', id).execute())
  }

  async fail(id: number, { reason: failure, at, next, isRecipientRefused }: JobFailure): Promise<void> {
    const refused = isRecipientRefused ? 1 : 0
    const outcome =
      next === undefined ? { failed_at: at, failure, recipient_refused: refused } : { run_at: next, failure }
    await this.#engine.write(async db => {
      await db.updateTable('job').set(outcome).where('id', '=', id).execute()
      if (next === undefined) await dropOldestFailed(db, refused)
    })
  }

  /** Returns a job whose run was interrupted. The attempt does not count. */
  async release(id: number, now: number): Promise<void> {
    await this.#engine.write(db =>
      db
        .updateTable('job')
        .set(row => ({ run_at: now, attempts: row('attempts', '-', 1) }))
        .where('id', '=', id)
        .execute(),
    )
  }

  /**
   * Deletes jobs that failed permanently at `failedAt` or earlier, except account deletions, which must still be
   * completed.
   */
  async purge(failedAt: number): Promise<void> {
    await this.#engine.write(db =>
      db.deleteFrom('job').where('failed_at', '<=', failedAt).where('kind', '<>', DELETE_ACCOUNT).execute(),
    )
  }

  /** Makes jobs due that were postponed while the clock was ahead; otherwise they could wait for years. */
  async bringForward(now: number): Promise<void> {
    const latest = now + MAX_WAIT_MS
    await this.#engine.write(db => db.updateTable('job').set('run_at', now).where('run_at', '>', latest).execute())
  }

  count(): Promise<JobCounts> {
    return countJobs(this.#engine.reader)
  }
}

export interface JobCounts {
  /** Jobs still to be done. */
  readonly waiting: number
  /**
   * How long the oldest of these has waited, in milliseconds since the epoch: since it was added if an attempt has
   * failed, otherwise since it was due. For a running job, such as a long deletion, this is in the future.
   */
  readonly waitingSince: number | null
  /** Permanently failed jobs, without those counted below. */
  readonly failed: number
  /** Mails that failed permanently because a mail server refused their recipient. */
  readonly refused: number
  /** The reason for the latest of these failures. */
  readonly failure: string | null
  /** Addresses of accounts whose deletion has failed permanently. */
  readonly undeleted: readonly string[]
  /**
   * Ids of customers at the payment provider who may still be paying, because deleting them there has been failing for
   * a day.
   */
  readonly undeletedCustomers: readonly string[]
}

/**
 * Deletes the oldest permanently failed jobs beyond the last thousand, except account deletions. Jobs with a refused
 * recipient, which anybody can cause, do not displace others.
 */
async function dropOldestFailed(db: Transaction<Tables>, refused: number): Promise<void> {
  const failed = db
    .selectFrom('job')
    .select('id')
    .where('recipient_refused', '=', refused)
    .where('failed_at', 'is not', null)
    .where('kind', '<>', DELETE_ACCOUNT)
  const newest = failed.orderBy('failed_at', 'desc').orderBy('id', 'desc')
  const surplus = newest.limit(MAX_FAILED_JOBS).offset(MAX_FAILED_JOBS)
  await db.deleteFrom('job').where('id', 'in', surplus).execute()
}

/**
 * Adds a job in the transaction that causes it.
 * @param max maximum number of waiting jobs
 * @throws Refusal `temporarily unavailable` if too many wait
 */
export async function addJob(
  db: Transaction<Tables>,
  { kind, email, payload, createdAt }: NewJob,
  max = MAX_JOBS,
): Promise<void> {
  const waiting = db.selectFrom('job').where('failed_at', 'is', null)
  if ((await countRows(waiting)) >= max) throw new Refusal('unavailable', { retryAfter: 60 })
  await db.insertInto('job').values({ kind, email, payload, created_at: createdAt, run_at: createdAt }).execute()
}

/** Whether an account is to be deleted: a job to delete it is waiting or has failed permanently. */
export async function isToBeDeleted(db: Kysely<Tables>, email: string): Promise<boolean> {
  const jobs = db.selectFrom('job').select('id').where('kind', '=', DELETE_ACCOUNT).where('email', '=', email)
  return (await jobs.limit(1).executeTakeFirst()) !== undefined
}

/** Deletes an account's pending mails with links to new addresses. */
export async function dropEmailChanges(db: Kysely<Tables>, accountId: string): Promise<void> {
  const address = db.selectFrom('account').select('email').where('id', '=', accountId)
  await db.deleteFrom('job').where('kind', '=', CHANGE_EMAIL).where('email', 'in', address).execute()
}

export async function countJobs(db: Kysely<Tables>): Promise<JobCounts> {
  const jobs = db.selectFrom('job')
  const count = jobs.select(({ fn }) => fn.countAll().as('count'))
  const ofDeletions = jobs.select('email').where('failed_at', 'is not', null).where('kind', '=', DELETE_ACCOUNT)
  const ofCustomers = jobs
    .select('payload')
    .where('attempts', '>', MAX_JOB_ATTEMPTS)
    .where('kind', '=', DELETE_CUSTOMER)
  const since = sql<number>`min(case when failure is null then run_at else created_at end)`
  const ofWaiting = count.select(since.as('since')).where('failed_at', 'is', null)
  const ofFailed = jobs.where('failed_at', 'is not', null).where('recipient_refused', '=', 0)
  const ofRefused = count.where('failed_at', 'is not', null).where('recipient_refused', '=', 1)
  const [waiting, failed, refused, last, deletions, customers] = await Promise.all([
    ofWaiting.executeTakeFirst(),
    ofFailed.select(({ fn }) => fn.countAll().as('count')).executeTakeFirst(),
    ofRefused.executeTakeFirst(),
    ofFailed.select('failure').orderBy('failed_at', 'desc').limit(1).executeTakeFirst(),
    ofDeletions.orderBy('id').execute(),
    ofCustomers.orderBy('id').execute(),
  ])
  return {
    waiting: Number(waiting?.count ?? 0),
    waitingSince: waiting?.since ?? null,
    failed: Number(failed?.count ?? 0),
    refused: Number(refused?.count ?? 0),
    failure: last?.failure ?? null,
    undeleted: deletions.map(({ email }) => email),
    undeletedCustomers: customers.map(({ payload }) => JSON.parse(payload).customer),
  }
}
