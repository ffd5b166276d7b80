import { MAX_WAITING_SUBMISSIONS, MAX_WAITING_SUBMISSIONS_PER_SURVEY, WINDOW_MS } from '../domain/limits.ts'
import { Accounts } from './accounts.ts'
import { Boards } from './boards.ts'
import type { ChangeListener } from './change-notifications.ts'
import { CountVerification } from './count-verification.ts'
import { Deletion } from './deletion.ts'
import type { Engine, PoolStatus, RateLimitResult } from './engine.ts'
import type { CommitObserver, GroupCommitLimits } from './group-commit.ts'
import { Idempotency } from './idempotency.ts'
import { Responses } from './responses.ts'
import { SurveyCredentials } from './survey-credentials.ts'
import { Surveys } from './surveys.ts'
import { Suspension } from './suspension.ts'
import type { Tables } from './tables.ts'
import { Templates } from './templates.ts'
import { Tokens } from './tokens.ts'

export interface StoreOptions {
  /** The most submissions that share one commit; so many questions and votes on boards share another. */
  readonly submissionsPerCommit: number
  /** Is told of each commit of submissions. */
  readonly commitObserver?: CommitObserver | undefined
}

/** The memory: one method of a noun is one act is one transaction. */
export class Store {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly surveys: Surveys
  readonly responses: Responses
  readonly boards: Boards
  readonly templates: Templates
  readonly idempotency: Idempotency
  readonly suspension: Suspension
  readonly deletion: Deletion
  readonly surveyCredentials: SurveyCredentials
  readonly countVerification: CountVerification
  readonly #engine: Engine

  constructor(engine: Engine, { submissionsPerCommit, commitObserver: watch }: StoreOptions) {
    this.#engine = engine
    this.accounts = new Accounts(engine)
    this.tokens = new Tokens(engine)
    this.surveys = new Surveys(engine)
    const bounds: GroupCommitLimits = {
      maxPerCommit: submissionsPerCommit,
      maxWaitingPerKey: MAX_WAITING_SUBMISSIONS_PER_SURVEY,
      maxWaiting: MAX_WAITING_SUBMISSIONS,
    }
    this.responses = new Responses(engine, bounds, watch)
    this.boards = new Boards(engine, bounds)
    this.templates = new Templates(engine)
    this.idempotency = new Idempotency(engine)
    this.suspension = new Suspension(engine)
    this.deletion = new Deletion(engine)
    this.surveyCredentials = new SurveyCredentials(engine)
    this.countVerification = new CountVerification(engine)
  }

  /** Counts one call against a key's fixed hour. */
  consumeRateLimit(key: string, limit: number, now: number): Promise<RateLimitResult> {
    return this.#engine.consumeRateLimit(key, limit, now)
  }

  /** Takes back one call that was counted and turned out to be none. */
  refundRateLimit(key: string, now: number): Promise<void> {
    return this.#engine.refundRateLimit(key, now)
  }

  /** Deletes what was kept for a time that is over: idempotency keys, closed call windows; to be called about once an hour. */
  async purge(now: number): Promise<void> {
    await this.idempotency.purge(now)
    const closed = now - 2 * WINDOW_MS
    await this.#engine.write(db => db.deleteFrom('rate_limit').where('window_start', '<=', closed).execute())
  }

  /** Surveys that have changed, in this process or another. */
  listen(heard: ChangeListener): void {
    this.#engine.listen(heard)
  }

  /** The columns of a table, as the database has them at this moment. */
  async columnsOf(table: keyof Tables): Promise<string[]> {
    const tables = await this.#engine.reader.introspection.getTables()
    return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  }

  /** Whether the database was made with the secret that this check value is derived from; the first one is kept. */
  verifySecret(check: string): Promise<boolean> {
    return this.#engine.write(async db => {
      await db.updateTable('installation').set('secret_check', check).where('secret_check', 'is', null).execute()
      const { secret_check } = await db.selectFrom('installation').select('secret_check').executeTakeFirstOrThrow()
      return secret_check === check
    })
  }

  /** Resolves when a write has reached the disk. @throws Refusal `temporarily unavailable` */
  async checkWrites(): Promise<void> {
    await this.#engine.write(db =>
      db
        .updateTable('installation')
        .set(row => ({ readiness_checks: row('readiness_checks', '+', 1) }))
        .execute(),
    )
  }

  /** What there is to do at the moment: submissions that wait, and the connections that work, where they are counted. */
  load(): { waiting: number; pool: PoolStatus | undefined } {
    return { waiting: this.responses.waiting, pool: this.#engine.poolStatus?.() }
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}
