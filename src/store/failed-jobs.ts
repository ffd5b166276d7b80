import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import { CHANGE_EMAIL, DELETE_ACCOUNT } from './jobs.ts'
import type { Tables } from './tables.ts'

/** A permanently failed job, as shown to the operator. */
export interface FailedJob {
  readonly id: number
  readonly kind: string
  /** The address that the mail was for, or that of the account concerned. */
  readonly email: string
  readonly failure: string
  /** Milliseconds since the epoch. */
  readonly failedAt: number
  readonly isRecipientRefused: boolean
}

/** Permanently failed jobs that wait for the operator. */
export class FailedJobs {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Latest first. */
  async list(): Promise<FailedJob[]> {
    const rows = await selectFailed(this.#engine.reader).orderBy('failed_at', 'desc').orderBy('id', 'desc').execute()
    return rows.map(({ payload, email, failure, failedAt, recipient_refused, ...job }) => ({
      ...job,
      email: job.kind === CHANGE_EMAIL ? JSON.parse(payload).new_email : email,
      failure: failure ?? '',
      failedAt: failedAt ?? 0,
      isRecipientRefused: recipient_refused === 1,
    }))
  }

  /** Makes failed jobs due, as if they had just been added. @param id undefined for all @returns how many */
  retry(id: number | undefined, now: number): Promise<number> {
    const fresh = { failed_at: null, failure: null, recipient_refused: 0, attempts: 0, run_at: now, created_at: now }
    return this.#engine.write(async db => {
      const retried = db.updateTable('job').set(fresh).where('failed_at', 'is not', null)
      const { numUpdatedRows } = await (id === undefined ? retried : retried.where('id', '=', id)).executeTakeFirst()
      return Number(numUpdatedRows)
    })
  }

  /**
   * Deletes failed jobs, except account deletions, which must still be completed.
   * @param id undefined for all
   * @returns how many
   */
  clear(id: number | undefined): Promise<number> {
    return this.#engine.write(async db => {
      const cleared = db.deleteFrom('job').where('failed_at', 'is not', null).where('kind', '<>', DELETE_ACCOUNT)
      const { numDeletedRows } = await (id === undefined ? cleared : cleared.where('id', '=', id)).executeTakeFirst()
      return Number(numDeletedRows)
    })
  }
}

function selectFailed(db: Kysely<Tables>) {
  return db
    .selectFrom('job')
    .select(['id', 'kind', 'email', 'payload', 'failure', 'failed_at as failedAt', 'recipient_refused'])
    .where('failed_at', 'is not', null)
}
