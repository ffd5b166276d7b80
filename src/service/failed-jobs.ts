import { Refusal } from '../domain/refusal.ts'
import type { FailedJob } from '../store/failed-jobs.ts'
import type { Operator } from './authentication.ts'
import type { Context } from './context.ts'

export type { FailedJob }

/** What the operator does about jobs that have failed for good. */
export class FailedJobs {
  readonly #context: Pick<Context, 'store' | 'clock'>

  constructor(context: Pick<Context, 'store' | 'clock'>) {
    this.#context = context
  }

  /** The latest first. */
  list(_: Operator): Promise<FailedJob[]> {
    return this.#context.store.failedJobs.list()
  }

  /**
   * Has failed jobs tried again, by a server within seconds.
   * @param id undefined for all
   * @throws Refusal `no failed job has this number`
   */
  async retry(_: Operator, id: number | undefined): Promise<number> {
    const { store, clock } = this.#context
    return checkAny(await store.failedJobs.retry(id, clock()), id)
  }

  /**
   * Deletes failed jobs, except deletions of accounts, which still have to be done.
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
