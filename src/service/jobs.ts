import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Job, MAX_JOB_ATTEMPTS, type NewJob, retriesForever } from '../store/jobs.ts'
import type { Context } from './context.ts'

export type { Job, NewJob }

/** Poll interval for jobs that were added by another process or are due for a retry, in milliseconds. */
const CHECK_MS = 5_000
/** After this time, another process may start an unfinished job. Every job can safely run twice. */
const LEASE_MS = 600_000
/** Jobs that a process runs in parallel. */
const PARALLEL_JOBS = 4
/**
 * Delay after the first failure. It doubles with each failure, up to an hour; after about a day the job has failed for
 * good.
 */
const FIRST_DELAY_MS = 15_000
const MAX_DELAY_MS = 3_600_000
/** Maximum length of a stored failure message, in UTF-16 code units. */
const FAILURE_LENGTH = 300

const RETRY_MESSAGE = 'a job has failed; trying again'

function finalMessage(isRefused: boolean): string {
  return isRefused ? 'a mail server permanently refused a recipient' : 'a job has failed permanently'
}

/** What a handler's error can carry. */
interface HandlerError {
  /** Whether retrying is pointless. */
  readonly isPermanent: boolean
  /** Whether the cause is a mail's recipient, so that this service is not at fault. */
  readonly isRecipientRefused: boolean
  readonly code: string
}

/**
 * Runs jobs of one kind. After an error the job is retried later, unless the error has `isPermanent` and the job is not
 * one that is retried indefinitely.
 * @param stop aborted when the process is about to end, before another process may start the job; a long job then
 * throws, and continues later or in another process
 */
export type JobHandler = (job: Job, stop: AbortSignal) => Promise<void>

/** Counts running jobs for metrics. */
export interface JobObserver {
  countJob(change: 1 | -1): void
}

/**
 * Runs jobs: each at least once, by whichever process takes it first. Unfinished jobs are stored and run after the next
 * start.
 */
export class JobRunner {
  readonly #context: Pick<Context, 'store' | 'clock' | 'log'>
  readonly #handlers: Readonly<Record<string, JobHandler>>
  readonly #running = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  readonly #stop = new AbortController()
  readonly #observer: JobObserver | undefined
  readonly #leaseMs: number
  #hasFailed = false

  constructor(
    context: Pick<Context, 'store' | 'clock' | 'log'>,
    handlers: Readonly<Record<string, JobHandler>>,
    observer?: JobObserver,
    leaseMs = LEASE_MS,
  ) {
    this.#context = context
    this.#handlers = handlers
    this.#observer = observer
    this.#leaseMs = leaseMs
  }

  start(): void {
    this.#timer = setInterval(this.wake, CHECK_MS).unref()
    this.wake()
  }

  /** Checks for jobs now, because one has just been added. Never throws, and does not wait. */
  wake = (): void => {
    if (this.#stop.signal.aborted || this.#running.size >= PARALLEL_JOBS) return
    const run: Promise<void> = this.#runAll().then(
      () => this.#end(run, undefined),
      error => this.#end(run, error),
    )
    this.#running.add(run)
  }

  /** Waits for the running jobs, which have been told to stop. */
  async close(): Promise<void> {
    this.#stop.abort()
    clearInterval(this.#timer)
    await Promise.all(this.#running)
  }

  async #runAll(): Promise<void> {
    const { store, clock } = this.#context
    while (!this.#stop.signal.aborted) {
      const now = clock()
      const job = await store.jobs.begin(now, now + this.#leaseMs)
      if (job === undefined) return
      this.#observer?.countJob(1)
      await this.#run(job).finally(() => this.#observer?.countJob(-1))
      // The embedded database responds within the same turn; without this, thousands of failing jobs would block the
      // event loop.
      await nextTurn()
    }
  }

  async #run(job: Job): Promise<void> {
    const { store, clock, log } = this.#context
    const stop = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(this.#leaseMs / 2)])
    try {
      const handler = this.#handlers[job.kind]
      // Another process may have one: a newer version, or one with a mail server.
      if (handler === undefined) throw new Error(`this process has no handler for ${job.kind}`)
      await handler(job, stop)
      await store.jobs.complete(job.id)
    } catch (error) {
      if (stop.aborted) return store.jobs.release(job.id, clock())
      const { isPermanent, isRecipientRefused, code } = error as { [name in keyof HandlerError]?: unknown }
      const isHopeless = isPermanent === true || job.attempts >= MAX_JOB_ATTEMPTS
      const isFinal = isHopeless && !retriesForever(job)
      const delay = Math.min(FIRST_DELAY_MS * 2 ** (job.attempts - 1), MAX_DELAY_MS)
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_LENGTH)
      const isRefused = isFinal && isRecipientRefused === true
      const next = isFinal ? undefined : clock() + delay
      await store.jobs.fail(job.id, { reason, at: clock(), next, isRecipientRefused: isRefused })
      // The message may contain an address, so it is only stored in the database.
      log.warn({ job: job.kind, attempts: job.attempts, code }, isFinal ? finalMessage(isRefused) : RETRY_MESSAGE)
    }
  }

  /** Logs one failure per storage outage. */
  #end(run: Promise<void>, err: unknown): void {
    this.#running.delete(run)
    if (err !== undefined && !this.#hasFailed)
      this.#context.log.warn({ err }, 'jobs could not be read; retrying in a few seconds')
    this.#hasFailed = err !== undefined
  }
}
