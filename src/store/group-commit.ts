import { Refusal } from '../domain/refusal.ts'

/** A job that waits for its commit. */
interface QueuedJob<Job, Outcome> {
  readonly job: Job
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

export interface GroupCommitLimits {
  /** The most jobs that share one commit. */
  readonly maxPerCommit: number
  /** The most jobs that wait beside the commit under way: those of one key, and all. */
  readonly maxWaitingPerKey: number
  readonly maxWaiting: number
}

/** Is told what a group commit does. */
export interface CommitObserver {
  /** @param milliseconds from the beginning of the commit until its end */
  committed(jobs: number, milliseconds: number): void
  /** A job was refused since too many waited. */
  refused(): void
}

/** In seconds: what waits at most is done sooner. */
const RETRY_SECONDS = 1

/**
 * The group commit: all jobs that arrive while one commit is under way share the next, so that the disk is waited for
 * once for all of them. Each is answered only after its commit. At most one commit is in flight. Where not all find room
 * in the next, each key has its turn, so that a flood on one delays another by no more than its share.
 */
export class GroupCommit<Job, Outcome> {
  readonly #commit: (jobs: readonly Job[]) => Promise<readonly Outcome[]>
  readonly #limits: GroupCommitLimits
  readonly #observer: CommitObserver | undefined
  /** By key, none of them empty: whose turn is next stands first. */
  readonly #queues = new Map<string, QueuedJob<Job, Outcome>[]>()
  #waiting = 0
  #running = false

  /**
   * @param commit takes jobs, those of one key in the order of arrival, and gives an outcome for each; where it throws,
   *   none was done
   */
  constructor(
    commit: (jobs: readonly Job[]) => Promise<readonly Outcome[]>,
    bounds: GroupCommitLimits,
    watch?: CommitObserver,
  ) {
    this.#commit = commit
    this.#limits = bounds
    this.#observer = watch
  }

  /** Jobs that wait beside the commit under way. */
  get waiting(): number {
    return this.#waiting
  }

  /** @throws Refusal `temporarily unavailable`, at once, where too many wait */
  add(job: Job, key: string): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#enqueue(key, { job, resolve, reject })
      if (this.#running) return
      this.#running = true
      setImmediate(() => this.#run())
    })
  }

  #enqueue(key: string, waiting: QueuedJob<Job, Outcome>): void {
    const line = this.#queues.get(key)
    if (this.#waiting >= this.#limits.maxWaiting || (line?.length ?? 0) >= this.#limits.maxWaitingPerKey) {
      this.#observer?.refused()
      throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
    }
    if (line === undefined) this.#queues.set(key, [waiting])
    else line.push(waiting)
    this.#waiting += 1
  }

  /** Between two commits the event loop turns: requests that came in meanwhile join the next. */
  async #run(): Promise<void> {
    const group = this.#nextGroup()
    const since = performance.now()
    try {
      const outcomes = await this.#commit(group.map(({ job }) => job))
      this.#observer?.committed(group.length, performance.now() - since)
      group.forEach(({ resolve }, at) => {
        resolve(outcomes[at] as Outcome)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
    if (this.#waiting > 0) setImmediate(() => this.#run())
    else this.#running = false
  }

  /**
   * One of each line in turn, where not all can come along; a line that is put back is come to again. The last one left
   * needs no turns.
   */
  #nextGroup(): QueuedJob<Job, Outcome>[] {
    const { maxPerCommit: together } = this.#limits
    const inTurn = this.#waiting > together
    const group: QueuedJob<Job, Outcome>[] = []
    for (const [key, line] of this.#queues) {
      this.#queues.delete(key)
      const share = inTurn && this.#queues.size > 0 ? 1 : together - group.length
      group.push(...line.splice(0, share))
      if (line.length > 0) this.#queues.set(key, line)
      if (group.length === together) break
    }
    this.#waiting -= group.length
    return group
  }
}
