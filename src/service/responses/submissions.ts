import { setTimeout as delay } from 'node:timers/promises'
import { MAX_WAITING_SUBMISSIONS, MAX_WAITING_SUBMISSIONS_PER_SURVEY } from '../../domain/responses/limits.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { type CommitObserver, GroupCommit, type GroupCommitLimits } from '../../group-commit.ts'
import type { IfLocked } from '../../store/responses/response-batch.ts'
import type { StoredResponse } from '../../store/responses/stored-response.ts'
import type { Store } from '../../store/store.ts'
import type { Survey } from '../../store/surveys/surveys.ts'
import type { CachePart, Caches } from '../cache.ts'
import { type Submission, SubmissionBatch, type SubmissionOutcome } from './submission-batch.ts'

/**
 * How often a submission is checked again because its survey changed meanwhile or other submissions turned out to be
 * repeats.
 */
const MAX_ATTEMPTS = 10
/** Interval for checking surveys with separate commits, in milliseconds. One that is idle shares commits again. */
const SEPARATE_MS = 1_000
/**
 * Longest pause between commits for a survey that other processes write to, in milliseconds. They can take the lock
 * meanwhile, and joining the next commit costs responses less than a separate one.
 */
const SEPARATE_PAUSE_MS = 2
/**
 * Pause between two attempts to lock a survey, in milliseconds. The first attempt may not have waited because others
 * did.
 */
const LOCK_RETRY_MS = 50
/** How long submissions wait for the lock of their survey, in milliseconds. */
const MAX_WAIT_MS = 5_000

/** Approximate size of a survey without its questions, in bytes. */
const SURVEY_BYTES = 1_000

type Commits = GroupCommit<Submission, SubmissionOutcome>

export interface SubmissionOptions {
  /** Maximum number of submissions that share one commit. */
  readonly submissionsPerCommit: number
  readonly commitObserver?: CommitObserver | undefined
  readonly caches: Caches
}

/**
 * Stores submissions; all that arrive during a commit share the next one. Each is checked against its survey as last
 * read, then stored if the survey has not changed, and otherwise checked again.
 * Surveys share commits that never wait for a lock. A survey that another transaction has locked gets separate commits,
 * which wait, so that submissions to other surveys do not.
 */
export class Submissions {
  readonly #store: Pick<Store, 'surveys' | 'responses'>
  readonly #limits: GroupCommitLimits
  readonly #observer: CommitObserver | undefined
  /** As last read, by slug. */
  readonly #surveys: CachePart<Survey>
  readonly #shared: Commits
  /** By slug. */
  readonly #separate = new Map<string, Commits>()
  /** Resolves when the commits already begun have their batches. */
  #prepared: Promise<unknown> = Promise.resolve()

  constructor(
    store: Pick<Store, 'surveys' | 'responses'>,
    { submissionsPerCommit, commitObserver, caches }: SubmissionOptions,
  ) {
    this.#store = store
    this.#limits = {
      maxPerCommit: submissionsPerCommit,
      maxWaitingPerKey: MAX_WAITING_SUBMISSIONS_PER_SURVEY,
      maxWaiting: MAX_WAITING_SUBMISSIONS,
    }
    this.#observer = commitObserver
    this.#surveys = caches.surveys.part('survey')
    const { commitsUnderWay } = store.responses
    const limits = { ...this.#limits, commitsUnderWay }
    this.#shared = new GroupCommit(group => this.#commitShared(group), limits, commitObserver)
  }

  /** Number of submissions waiting for a commit. */
  get waiting(): number {
    return this.#separate.values().reduce((sum, { waiting }) => sum + waiting, this.#shared.waiting)
  }

  /** Resolves when the shared commits under way, if any, have ended. */
  get ended(): Promise<void> {
    return this.#shared.ended
  }

  /**
   * Stores a response and updates its survey's count and tallies, in one commit with concurrent submissions.
   * @returns the stored response once it is on disk; for a repeated submission, the response stored first
   * @throws Refusal `not found`, or what `parse` throws; other submissions are not affected. `temporarily unavailable`
   *   immediately if too many wait, and for all submissions of a commit that the storage cannot take
   */
  async add(submission: Submission): Promise<StoredResponse> {
    const { slug } = submission
    if (this.#separate.size > 0 && this.waiting >= this.#limits.maxWaiting) {
      this.#observer?.refused()
      throw unavailable()
    }
    const outcome = await (this.#separate.get(slug) ?? this.#shared).add(submission, slug)
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  async #commitShared(group: readonly Submission[]): Promise<(SubmissionOutcome | Promise<SubmissionOutcome>)[]> {
    const outcomes = await this.#commit(group, 'skip')
    return group.map(submission => {
      const outcome = outcomes.get(submission) ?? unavailable()
      return outcome === 'locked' ? this.#separateCommits(submission.slug).add(submission, submission.slug) : outcome
    })
  }

  #separateCommits(slug: string): Commits {
    const existing = this.#separate.get(slug)
    if (existing !== undefined) return existing
    const limits = { ...this.#limits, pause: SEPARATE_PAUSE_MS }
    const commits: Commits = new GroupCommit(group => this.#commitSeparately(group), limits, this.#observer)
    this.#separate.set(slug, commits)
    const timer = setInterval(() => {
      if (commits.isBusy) return
      clearInterval(timer)
      this.#separate.delete(slug)
    }, SEPARATE_MS).unref()
    return commits
  }

  /** Waits for the lock in short attempts, because locked surveys share a few connections. */
  async #commitSeparately(group: readonly Submission[]): Promise<SubmissionOutcome[]> {
    const outcomes: Outcomes = new Map()
    const deadline = performance.now() + MAX_WAIT_MS
    for (let locked = group; locked.length > 0 && performance.now() < deadline; ) {
      for (const [submission, outcome] of await this.#commit(locked, 'wait')) outcomes.set(submission, outcome)
      locked = locked.filter(submission => outcomes.get(submission) === 'locked')
      if (locked.length > 0) await delay(LOCK_RETRY_MS)
    }
    return group.map(submission => {
      const outcome = outcomes.get(submission)
      return outcome === undefined || outcome === 'locked' ? unavailable() : outcome
    })
  }

  /**
   * Checks the submissions against cached surveys, and again if one of them has changed. A failed attempt does not
   * change the outcomes of earlier ones, because those are committed.
   */
  async #commit(group: readonly Submission[], ifLocked: IfLocked): Promise<Outcomes> {
    const outcomes: Outcomes = new Map()
    for (let attempt = 0; attempt < MAX_ATTEMPTS && outcomes.size < group.length; attempt++) {
      const pending = group.filter(submission => !outcomes.has(submission))
      try {
        await this.#attempt(pending, ifLocked, outcomes)
      } catch (error) {
        this.#observer?.commitFailed()
        if (pending.length === group.length) throw error
        for (const submission of pending) if (!outcomes.has(submission)) outcomes.set(submission, error as Error)
      }
    }
    return outcomes
  }

  /** Sets the outcomes that are known after one transaction. */
  async #attempt(pending: readonly Submission[], ifLocked: IfLocked, outcomes: Outcomes): Promise<void> {
    const batches = await this.#prepareInOrder(pending, outcomes)
    const results = await this.#store.responses.add(batches, ifLocked)
    for (const [index, batch] of batches.entries()) {
      const result = results[index] ?? 'survey_changed'
      if (result === 'survey_changed') this.#surveys.delete(batch.survey.slug)
      else if (result === 'survey_locked')
        for (const submission of batch.submissions) outcomes.set(submission, 'locked')
      else for (const [submission, outcome] of batch.settle(result)) outcomes.set(submission, outcome)
    }
  }

  /** Keeps concurrent commits in the order in which they began, whichever survey is read first. */
  #prepareInOrder(pending: readonly Submission[], outcomes: Outcomes): Promise<SubmissionBatch[]> {
    const batches = this.#prepared.then(() => this.#prepare(pending, outcomes))
    this.#prepared = batches.catch(() => undefined)
    return batches
  }

  async #prepare(pending: readonly Submission[], outcomes: Outcomes): Promise<SubmissionBatch[]> {
    const batches: SubmissionBatch[] = []
    for (const [slug, submissions] of Map.groupBy(pending, ({ slug }) => slug)) {
      const cached = this.#surveys.get(slug)
      // How many more responses a survey with a limit takes is in its count, which is not cached.
      const survey = cached?.responseLimit === null ? cached : await this.#read(slug)
      if (survey !== undefined) batches.push(new SubmissionBatch(survey, submissions))
      else for (const submission of submissions) outcomes.set(submission, new Refusal('not_found'))
    }
    return batches.sort((a, b) => a.survey.id - b.survey.id)
  }

  async #read(slug: string): Promise<Survey | undefined> {
    const survey = await this.#store.surveys.findPublic(slug)
    if (survey !== undefined) this.#surveys.set(slug, survey, SURVEY_BYTES + 2 * survey.questions.length)
    return survey
  }
}

type Outcomes = Map<Submission, SubmissionOutcome | 'locked'>

function unavailable(): Refusal {
  return new Refusal('unavailable', { retryAfter: 1 })
}
