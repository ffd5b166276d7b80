import { setTimeout as delay } from 'node:timers/promises'
import { Refusal } from '../domain/refusal.ts'
import type { Engine } from './engine.ts'
import { type CommitObserver, GroupCommit, type GroupCommitLimits } from './group-commit.ts'
import type { IfLocked } from './response-batch.ts'
import type { StoredResponse } from './stored-response.ts'
import { type Submission, SubmissionBatch, type SubmissionOutcome } from './submission-batch.ts'
import { SurveyCache } from './survey-cache.ts'
import { findSurvey, publicSurveys } from './surveys.ts'

/** How often a submission is checked if its survey changes meanwhile or other submissions turn out to be repeats. */
const MAX_ATTEMPTS = 10
/** How often a survey with commits of its own is checked: one that is idle shares commits again. In milliseconds. */
const SEPARATE_MS = 1_000
/**
 * Longest pause between commits for a survey that other processes write to, in milliseconds. They can take the lock meanwhile,
 * and responses that join the next commit cost less than a separate one.
 */
const SEPARATE_PAUSE_MS = 2
/** Pause between two attempts to lock a survey, in milliseconds. The first may not have waited, because others did. */
const LOCK_RETRY_MS = 50
/** How long submissions wait for the lock of their survey, in milliseconds. */
const MAX_WAIT_MS = 5_000

type Commits = GroupCommit<Submission, SubmissionOutcome>

/**
 * Group commit of submissions. The surveys share commits that never wait for a lock. A survey that another transaction
 * has locked gets commits of its own, which wait, so that nobody else's submissions do.
 */
export class SubmissionCommits {
  readonly #engine: Engine
  readonly #limits: GroupCommitLimits
  readonly #observer: CommitObserver | undefined
  readonly #surveys: SurveyCache
  readonly #shared: Commits
  /** By slug. */
  readonly #separate = new Map<string, Commits>()
  /** Resolves when the commits that have begun have their batches. */
  #prepared: Promise<unknown> = Promise.resolve()

  constructor(engine: Engine, limits: GroupCommitLimits, observer?: CommitObserver) {
    this.#engine = engine
    this.#limits = limits
    this.#observer = observer
    const surveys = publicSurveys(engine.reader)
    this.#surveys = new SurveyCache(slug => findSurvey(surveys.where('slug', '=', slug)))
    const { commitsUnderWay } = engine
    this.#shared = new GroupCommit(group => this.#commitShared(group), { ...limits, commitsUnderWay }, observer)
  }

  /** Submissions that wait for a commit. */
  get waiting(): number {
    return this.#separate.values().reduce((sum, { waiting }) => sum + waiting, this.#shared.waiting)
  }

  /** Resolves when the shared commits under way, if there are any, have ended. */
  get ended(): Promise<void> {
    return this.#shared.ended
  }

  /** @throws Refusal why it is not stored; `temporarily unavailable`, at once, if too many wait */
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

  /** Waits for the lock in turns, because locked surveys share a few connections. */
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
   * Checks the submissions against cached surveys, and again if one of them turns out to have changed. A failed attempt does
   * not change the outcomes of earlier ones, because those are committed.
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
    const results = await this.#engine.storeResponses(batches, ifLocked)
    for (const [index, batch] of batches.entries()) {
      const result = results[index] ?? 'survey_changed'
      if (result === 'survey_changed') this.#surveys.forget(batch.survey.slug)
      else if (result === 'survey_locked')
        for (const submission of batch.submissions) outcomes.set(submission, 'locked')
      else for (const [submission, outcome] of batch.settle(result)) outcomes.set(submission, outcome)
    }
  }

  /** Commits under way at the same time are stored in the order in which they began, whichever survey is read first. */
  #prepareInOrder(pending: readonly Submission[], outcomes: Outcomes): Promise<SubmissionBatch[]> {
    const batches = this.#prepared.then(() => this.#prepare(pending, outcomes))
    this.#prepared = batches.catch(() => undefined)
    return batches
  }

  async #prepare(pending: readonly Submission[], outcomes: Outcomes): Promise<SubmissionBatch[]> {
    const batches: SubmissionBatch[] = []
    for (const [slug, submissions] of Map.groupBy(pending, ({ slug }) => slug)) {
      const survey = await this.#surveys.find(slug)
      if (survey !== undefined) batches.push(new SubmissionBatch(survey, submissions))
      else for (const submission of submissions) outcomes.set(submission, new Refusal('not_found'))
    }
    return batches.sort((a, b) => a.survey.id - b.survey.id)
  }
}

type Outcomes = Map<Submission, SubmissionOutcome | 'locked'>

function unavailable(): Refusal {
  return new Refusal('unavailable', { retryAfter: 1 })
}
