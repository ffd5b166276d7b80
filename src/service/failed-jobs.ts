import { Refusal } from '../domain/values/refusal.ts'
import type { FailedJob } from '../store/failed-jobs.ts'
import type { Operator } from './access/authentication.ts'
import type { Context } from './context.ts'

export type { FailedJob }

/** The operator's actions on jobs that have failed permanently. */
export class FailedJobs {
  readonly #context: Pick<Context, 'store' | 'clock'>

  constructor(context: Pick<Context, 'store' | 'clock'>) {
    this.#context = context
  }

  /** Latest first. */
  list(_: Operator): Promise<FailedJob[]> {
    return this.#context.store.failedJobs.list()
  }

  /**
   * Schedules failed jobs to be retried by a server within seconds.
   * @param id undefined for all
   * @throws Refusal `no failed job has this number`
   */
  async retry(_: Operator, id: number | undefined): Promise<number> {
    const { store, clock } = this.#context
    return checkAny(await store.failedJobs.retry(id, clock()), id)
  }

  /**
   * Deletes failed jobs, except account deletions, which must still be completed.
   * @param id undefined for all
   * @throws Refusal `no failed job has this number`
   */
  async clear(_: Operator, id: number | undefined): Promise<number> {
    return checkAny(await this.#context.store.failedJobs.clear(id), id)
  }
}

function checkAny(count: number, id: number | undefined): number {
  if (id !== undefined && count === 0) throw new Refusal('no_such_job')
  return count
}
