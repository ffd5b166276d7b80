/** A job that waits for its commit. */
interface Waiting<Job, Outcome> {
  readonly job: Job
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/**
 * The group commit: all jobs that arrive while one commit is under way share the next, so that the disk is waited for
 * once for all of them. Each is answered only after its commit. At most one commit is in flight.
 */
export class GroupCommit<Job, Outcome> {
  readonly #commit: (jobs: readonly Job[]) => Promise<readonly Outcome[]>
  readonly #largest: number
  #waiting: Waiting<Job, Outcome>[] = []
  #running = false

  /**
   * @param commit takes the jobs in the order of arrival and gives an outcome for each; where it throws, none was done
   * @param largest the most jobs that share one commit
   */
  constructor(commit: (jobs: readonly Job[]) => Promise<readonly Outcome[]>, largest: number) {
    this.#commit = commit
    this.#largest = largest
  }

  add(job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject })
      if (this.#running) return
      this.#running = true
      setImmediate(() => this.#run())
    })
  }

  /** Between two commits the event loop turns: requests that came in meanwhile join the next. */
  async #run(): Promise<void> {
    const group = this.#waiting.splice(0, this.#largest)
    try {
      const outcomes = await this.#commit(group.map(({ job }) => job))
      group.forEach(({ resolve }, at) => {
        resolve(outcomes[at] as Outcome)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    if (this.#waiting.length > 0) setImmediate(() => this.#run())
    else this.#running = false
  }
}
