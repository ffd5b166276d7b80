import { Refusal } from './domain/values/refusal.ts'

/** The time between two commits. */
interface Pause {
  readonly timer: NodeJS.Timeout
  /** It ends early as soon as this many jobs wait. */
  readonly expected: number
}

/** A job that waits for its commit. */
interface QueuedJob<Job, Outcome> {
  readonly job: Job
  resolve(outcome: Outcome | PromiseLike<Outcome>): void
  reject(error: unknown): void
}

export interface GroupCommitLimits {
  readonly maxPerCommit: number
  /** Limits on jobs that wait for the next commit: for one key, and in total. */
  readonly maxWaitingPerKey: number
  readonly maxWaiting: number
  /** Maximum number of concurrent commits; one by default. */
  readonly commitsUnderWay?: number
  /**
   * The longest pause between two commits, in milliseconds, during which more jobs can join the second; none by
   * default. It ends early once as many jobs wait as the first took and left waiting: by then, everyone whose job was
   * done has sent the next.
   */
  readonly pause?: number
}

export interface CommitObserver {
  /**
   * @param jobs excluding those that are left to another commit
   * @param milliseconds the duration of the commit
   */
  committed(jobs: number, milliseconds: number): void
  /** A job was refused because too many wait. */
  refused(): void
  /** A commit failed. */
  commitFailed(): void
}

/** When a refused job may be retried. The waiting jobs take less time. */
const RETRY_SECONDS = 1

/**
 * Group commit: all jobs that arrive during a commit share the next one, so that they wait for the disk together. Each
 * is answered only after its commit. There is one commit at a time, or as many as the limits allow. If not all jobs fit
 * into the next commit, the keys take turns, so that a flood of jobs with one key delays those of another by no more
 * than its share.
 */
export class GroupCommit<Job, Outcome> {
  readonly #commit: (jobs: readonly Job[]) => Promise<readonly (Outcome | PromiseLike<Outcome>)[]>
  readonly #limits: GroupCommitLimits
  readonly #observer: CommitObserver | undefined
  /** By key, in the order of their turns. None is empty. */
  readonly #queues = new Map<string, QueuedJob<Job, Outcome>[]>()
  readonly #underWay = new Set<Promise<void>>()
  #waiting = 0
  /** Whether a commit is about to begin. */
  #scheduled = false
  #pause: Pause | undefined

  /**
   * @param commit returns an outcome for each job, or the promise of one, for which the next commit need not wait. If
   *   it rejects, no job was done. Jobs of one key are in order of arrival
   */
  constructor(
    commit: (jobs: readonly Job[]) => Promise<readonly (Outcome | PromiseLike<Outcome>)[]>,
    limits: GroupCommitLimits,
    observer?: CommitObserver,
  ) {
    this.#commit = commit
    this.#limits = limits
    this.#observer = observer
  }

  /** Number of jobs waiting for the commit after the current one. */
  get waiting(): number {
    return this.#waiting
  }

  /** Whether a commit is under way or about to begin. */
  get isBusy(): boolean {
    return this.#waiting > 0 || this.#underWay.size > 0
  }

  /** Resolves when the commits under way, if any, have succeeded or failed. */
  get ended(): Promise<void> {
    return Promise.all(this.#underWay).then(() => undefined)
  }

  /** @throws Refusal `temporarily unavailable` immediately if too many jobs wait */
  add(job: Job, key: string): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#enqueue(key, { job, resolve, reject })
      this.#schedule()
    })
  }

  #enqueue(key: string, job: QueuedJob<Job, Outcome>): void {
    const queue = this.#queues.get(key)
    const { maxWaiting, maxWaitingPerKey } = this.#limits
    if (this.#waiting >= maxWaiting || (queue?.length ?? 0) >= maxWaitingPerKey) {
      this.#observer?.refused()
      throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
    }
    if (queue === undefined) this.#queues.set(key, [job])
    else queue.push(job)
    this.#waiting += 1
  }

  /** Waits for a turn of the event loop before a commit, so that requests that have just arrived can join it. */
  #schedule(): void {
    const { commitsUnderWay = 1 } = this.#limits
    if (this.#scheduled || this.#waiting === 0 || this.#underWay.size >= commitsUnderWay) return
    if (this.#pause !== undefined && this.#waiting < this.#pause.expected) return
    this.#endPause()
    this.#scheduled = true
    setImmediate(() => this.#run())
  }

  async #run(): Promise<void> {
    this.#scheduled = false
    const group = this.#nextGroup()
    const commit = this.#commitGroup(group)
    this.#underWay.add(commit)
    this.#schedule()
    await commit
    this.#underWay.delete(commit)
    this.#beginPause(group.length + this.#waiting)
    this.#schedule()
  }

  #beginPause(expected: number): void {
    const { pause, maxPerCommit } = this.#limits
    if (pause === undefined) return
    const timer = setTimeout(() => {
      this.#endPause()
      this.#schedule()
    }, pause)
    this.#pause = { timer, expected: Math.min(expected, maxPerCommit) }
  }

  #endPause(): void {
    clearTimeout(this.#pause?.timer)
    this.#pause = undefined
  }

  /** Never rejects: an error becomes the outcome of the jobs. */
  async #commitGroup(group: readonly QueuedJob<Job, Outcome>[]): Promise<void> {
    const start = performance.now()
    try {
      const outcomes = await this.#commit(group.map(({ job }) => job))
      const done = outcomes.filter(outcome => !(outcome instanceof Promise))
      if (done.length > 0) this.#observer?.committed(done.length, performance.now() - start)
      group.forEach(({ resolve }, index) => {
        resolve(outcomes[index] as Outcome)
      })
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  /**
   * If not all jobs fit, takes one from each queue in turn; a queue with more jobs goes to the end. The last remaining
   * queue needs no turns.
   */
  #nextGroup(): QueuedJob<Job, Outcome>[] {
    const { maxPerCommit } = this.#limits
    const takesTurns = this.#waiting > maxPerCommit
    const group: QueuedJob<Job, Outcome>[] = []
    for (const [key, queue] of this.#queues) {
      this.#queues.delete(key)
      const share = takesTurns && this.#queues.size > 0 ? 1 : maxPerCommit - group.length
      for (const one of queue.splice(0, share)) group.push(one)
      if (queue.length > 0) this.#queues.set(key, queue)
      if (group.length === maxPerCommit) break
    }
    this.#waiting -= group.length
    return group
  }
}
