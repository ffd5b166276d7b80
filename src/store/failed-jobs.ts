import type { Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import { CHANGE_EMAIL, DELETE_ACCOUNT } from './jobs.ts'
import type { Tables } from './tables.ts'

/** A job that has failed for good, as the operator sees it. */
export interface FailedJob {
  readonly id: number
  readonly kind: string
  /** The address of its mail, or of the account that it concerns. */
  readonly email: string
  readonly failure: string
  /** Milliseconds since the epoch. */
  readonly failedAt: number
  readonly isRecipientRefused: boolean
}

/** Jobs that have failed for good and wait for the operator. */
export class FailedJobs {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The latest first. */
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

  /**
   * Makes failed jobs due, as if they had just been added.
   * @param id undefined for all
   * @returns how many
   */
  retry(id: number | undefined, now: number): Promise<number> {
    const fresh = { failed_at: null, failure: null, recipient_refused: 0, attempts: 0, run_at: now, created_at: now }
    return this.#engine.write(async db => {
      const retried = db.updateTable('job').set(fresh).where('failed_at', 'is not', null)
      const { numUpdatedRows } = await (id === undefined ? retried : retried.where('id', '=', id)).executeTakeFirst()
      return Number(numUpdatedRows)
    })
  }

  /**
   * Deletes failed jobs, except deletions of accounts, which still have to be done.
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
