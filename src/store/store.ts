import {
  BILLING_EVENT_LIFETIME_MS,
  FAILED_JOB_LIFETIME_MS,
  MAX_WAITING_SUBMISSIONS,
  MAX_WAITING_SUBMISSIONS_PER_SURVEY,
  WINDOW_MS,
} from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { oldestSession } from '../domain/session.ts'
import { AccountChanges } from './account-changes.ts'
import { AccountSessions } from './account-sessions.ts'
import { Accounts } from './accounts.ts'
import { Billing } from './billing.ts'
import { Boards } from './boards.ts'
import type { ChangeListener } from './change-notifications.ts'
import { CountVerification } from './count-verification.ts'
import { Deletion } from './deletion.ts'
import { Drafts } from './drafts.ts'
import { Dumps } from './dump/dumps.ts'
import type { ConnectionStatus, Engine, RateLimitResult } from './engine.ts'
import { FailedJobs } from './failed-jobs.ts'
import type { CommitObserver, GroupCommitLimits } from './group-commit.ts'
import { Idempotency } from './idempotency.ts'
import { Identities } from './identities.ts'
import { Jobs } from './jobs.ts'
import { LastBackup } from './last-backup.ts'
import { OauthArtifacts } from './oauth-artifacts.ts'
import { OauthGrants } from './oauth-grants.ts'
import { OneTimeLinks } from './one-time-links.ts'
import { Passkeys } from './passkeys.ts'
import { ProjectedTexts } from './projected-texts.ts'
import { Responses } from './responses.ts'
import { Restorations } from './restorations.ts'
import { Sessions } from './sessions.ts'
import { type StoredBytes, storedBytesAt, storedBytesOfAccount } from './stored-bytes.ts'
import { SurveyCredentials } from './survey-credentials.ts'
import { Surveys } from './surveys.ts'
import { Suspension } from './suspension.ts'
import type { Tables } from './tables.ts'
import { Templates } from './templates.ts'
import { Tokens } from './tokens.ts'
import { VoteRewrite } from './vote-rewrite.ts'

export interface StoreOptions {
  /** Maximum number of submissions that share one commit. The same limit applies to commits of board items and votes. */
  readonly submissionsPerCommit: number
  readonly commitObserver?: CommitObserver | undefined
}

/** How long a readiness check may take, in milliseconds. Shorter than the timeout of common load balancers. */
const READINESS_MS = 3_000

/** All stored data. Each method of its members is one transaction. */
export class Store {
  readonly accounts: Accounts
  readonly accountChanges: AccountChanges
  readonly billing: Billing
  readonly oneTimeLinks: OneTimeLinks
  readonly jobs: Jobs
  readonly failedJobs: FailedJobs
  readonly tokens: Tokens
  readonly oauthGrants: OauthGrants
  readonly oauthArtifacts: OauthArtifacts
  readonly surveys: Surveys
  readonly responses: Responses
  readonly boards: Boards
  readonly voteRewrite: VoteRewrite
  readonly projectedTexts: ProjectedTexts
  readonly templates: Templates
  readonly drafts: Drafts
  readonly idempotency: Idempotency
  readonly suspension: Suspension
  readonly deletion: Deletion
  readonly restorations: Restorations
  readonly surveyCredentials: SurveyCredentials
  readonly sessions: Sessions
  readonly accountSessions: AccountSessions
  readonly passkeys: Passkeys
  readonly identities: Identities
  readonly countVerification: CountVerification
  readonly dumps: Dumps
  readonly lastBackup: LastBackup
  readonly #engine: Engine

  constructor(engine: Engine, { submissionsPerCommit, commitObserver }: StoreOptions) {
    this.#engine = engine
    this.accounts = new Accounts(engine)
    this.accountChanges = new AccountChanges(engine)
    this.billing = new Billing(engine)
    this.oneTimeLinks = new OneTimeLinks(engine)
    this.jobs = new Jobs(engine)
    this.failedJobs = new FailedJobs(engine)
    this.tokens = new Tokens(engine)
    this.oauthGrants = new OauthGrants(engine)
    this.oauthArtifacts = new OauthArtifacts(engine)
    this.surveys = new Surveys(engine)
    const limits: GroupCommitLimits = {
      maxPerCommit: submissionsPerCommit,
      maxWaitingPerKey: MAX_WAITING_SUBMISSIONS_PER_SURVEY,
      maxWaiting: MAX_WAITING_SUBMISSIONS,
    }
    this.responses = new Responses(engine, limits, commitObserver)
    this.boards = new Boards(engine, limits)
    this.voteRewrite = new VoteRewrite(engine)
    this.projectedTexts = new ProjectedTexts(engine)
    this.templates = new Templates(engine)
    this.drafts = new Drafts(engine)
    this.idempotency = new Idempotency(engine)
    this.suspension = new Suspension(engine)
    this.deletion = new Deletion(engine)
    this.restorations = new Restorations(engine)
    this.surveyCredentials = new SurveyCredentials(engine)
    this.sessions = new Sessions(engine)
    this.accountSessions = new AccountSessions(engine)
    this.passkeys = new Passkeys(engine)
    this.identities = new Identities(engine)
    this.countVerification = new CountVerification(engine)
    this.dumps = new Dumps(engine)
    this.lastBackup = new LastBackup(engine)
  }

  /** Counts one call in the current window of a key: a fixed hour that begins with its first call. */
  consumeRateLimit(key: string, limit: number, now: number): Promise<RateLimitResult> {
    return this.#engine.consumeRateLimit(key, limit, now)
  }

  /** Bytes stored of a survey and of its account; undefined if there is no such survey. */
  storedBytesAt(slug: string): Promise<StoredBytes | undefined> {
    return storedBytesAt(this.#engine.reader, slug)
  }

  /** Bytes stored of all surveys, templates and drafts of an account. */
  storedBytesOfAccount(accountId: string): Promise<number> {
    return storedBytesOfAccount(this.#engine.reader, accountId)
  }

  /** Subtracts a call that was counted but had no effect. */
  refundRateLimit(key: string, now: number): Promise<void> {
    return this.#engine.refundRateLimit(key, now)
  }

  /**
   * Deletes expired idempotency keys, sessions, links, challenges, tokens of applications, billing events, failed jobs, rate
   * limit windows and databases that a restore has replaced, and makes jobs and readings due that were postponed while the
   * clock was ahead. To be called about once an hour.
   */
  async purge(now: number): Promise<void> {
    await this.idempotency.purge(now)
    await this.#purgeSessions('session', now)
    await this.#purgeSessions('account_session', now)
    await this.oneTimeLinks.purge(now)
    await this.passkeys.purge(now)
    await this.oauthGrants.purge(now)
    await this.billing.purge(now - BILLING_EVENT_LIFETIME_MS)
    await this.jobs.purge(now - FAILED_JOB_LIFETIME_MS)
    await this.jobs.bringForward(now)
    await this.billing.bringForward(now)
    this.#engine.purgeFiles(now)
    const ended = now - 2 * WINDOW_MS
    await this.#engine.write(db => db.deleteFrom('rate_limit').where('window_start', '<=', ended).execute())
  }

  async #purgeSessions(table: 'session' | 'account_session', now: number): Promise<void> {
    const { createdAt, lastUsedHour } = oldestSession(now)
    await this.#engine.write(db =>
      db
        .deleteFrom(table)
        .where(({ or, eb }) => or([eb('created_at', '<=', createdAt), eb('last_used_hour', '<', lastUsedHour)]))
        .execute(),
    )
  }

  /**
   * Registers a listener for changes of surveys by any process.
   * @param watchedSlugs the surveys whose changes it needs within seconds, even if their notification is lost
   */
  listen(listener: ChangeListener, watchedSlugs?: () => readonly string[]): void {
    this.#engine.listen(listener, watchedSlugs)
  }

  /** How large the database is on disk, in bytes. */
  databaseBytes(): Promise<number> {
    return this.#engine.databaseBytes()
  }

  /** The columns of a table, as the database has them now. */
  async columnsOf(table: keyof Tables): Promise<string[]> {
    const tables = await this.#engine.reader.introspection.getTables()
    return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  }

  /** Whether the database was created with a secret, without which nothing works. */
  async needsSecret(): Promise<boolean> {
    const row = await this.#engine.reader.selectFrom('installation').select('secret_check').executeTakeFirst()
    return (row?.secret_check ?? null) !== null
  }

  /** Whether the database was created with the secret from which this check value is derived. Stores the first one. */
  verifySecret(check: string): Promise<boolean> {
    return this.#engine.write(async db => {
      await db.updateTable('installation').set('secret_check', check).where('secret_check', 'is', null).execute()
      const { secret_check } = await db.selectFrom('installation').select('secret_check').executeTakeFirstOrThrow()
      return secret_check === check
    })
  }

  /**
   * Resolves when a write is on disk, a read has been answered, the shared commits under way have ended, and changes of other
   * processes have been received at least once. Commits that wait for the lock of a single survey are not awaited.
   * @throws Refusal `temporarily unavailable`, after some seconds at the latest
   */
  async checkReadiness(): Promise<void> {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const cause = new Error(`the database has not done a readiness check within ${READINESS_MS} ms`)
    const timer = setTimeout(() => reject(new Refusal('unavailable', { retryAfter: 1, cause })), READINESS_MS)
    const commits = [this.responses.commitEnded, this.boards.commitEnded]
    const checks = [this.#checkWrite(), this.#checkRead(), ...commits, this.#engine.listening?.()]
    await Promise.race([Promise.all(checks), expired]).finally(() => clearTimeout(timer))
  }

  async #checkWrite(): Promise<void> {
    await this.#engine.write(db =>
      db
        .updateTable('installation')
        .set(row => ({ readiness_checks: row('readiness_checks', '+', 1) }))
        .execute(),
    )
  }

  async #checkRead(): Promise<void> {
    await this.#engine.reader.selectFrom('installation').select('id').execute()
  }

  /** The current load: waiting submissions, and the connections to a database server if there is one. */
  load(): { waiting: number; connections: ConnectionStatus | undefined } {
    return { waiting: this.responses.waiting, connections: this.#engine.connectionStatus?.() }
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}
