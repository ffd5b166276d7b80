import { oldestSession } from '../domain/accounts/session.ts'
import { BILLING_EVENT_LIFETIME_MS } from '../domain/billing.ts'
import { MAX_WAITING_SUBMISSIONS, MAX_WAITING_SUBMISSIONS_PER_SURVEY } from '../domain/responses/limits.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { OauthArtifacts } from './access/oauth-artifacts.ts'
import { OauthGrants } from './access/oauth-grants.ts'
import { Sessions } from './access/sessions.ts'
import { SurveyCredentials } from './access/survey-credentials.ts'
import { Tokens } from './access/tokens.ts'
import { AccountChanges } from './accounts/account-changes.ts'
import { AccountSessions } from './accounts/account-sessions.ts'
import { Accounts } from './accounts/accounts.ts'
import { Identities } from './accounts/identities.ts'
import { OneTimeLinks } from './accounts/one-time-links.ts'
import { Passkeys } from './accounts/passkeys.ts'
import { Suspension } from './accounts/suspension.ts'
import { UsedChallenges } from './accounts/used-challenges.ts'
import { Billing } from './billing/billing.ts'
import { Boards } from './boards/boards.ts'
import { VoteRewrite } from './boards/vote-rewrite.ts'
import type { ChangeListener } from './change-notifications.ts'
import { CountVerification } from './count-verification.ts'
import { Deletion } from './deletion.ts'
import { type ConnectionStatus, type Engine, type RateLimitResult, WINDOW_MS } from './engine.ts'
import { FailedJobs } from './failed-jobs.ts'
import { FAILED_JOB_LIFETIME_MS, Jobs } from './jobs.ts'
import { LastBackup } from './last-backup.ts'
import { Dumps } from './moving/dumps.ts'
import { Handovers } from './moving/handovers.ts'
import { Restorations } from './moving/restorations.ts'
import { ProjectedTexts } from './responses/projected-texts.ts'
import { Responses } from './responses/responses.ts'
import { Presentations } from './results/presentations.ts'
import { SharedCounts } from './results/shared-counts.ts'
import { SurveyCounts } from './results/survey-counts.ts'
import { type StoredBytes, storedBytesAt, storedBytesOfAccount } from './stored-bytes.ts'
import { Drafts } from './surveys/drafts.ts'
import { Idempotency } from './surveys/idempotency.ts'
import { Surveys } from './surveys/surveys.ts'
import { Templates } from './surveys/templates.ts'
import type { Tables } from './tables.ts'

export interface StoreOptions {
  /** Maximum number of changes of board items and votes that share one commit, the same as for submissions. */
  readonly submissionsPerCommit: number
}

/** How long a readiness check may take, in milliseconds. Shorter than the timeout of common load balancers. */
const READINESS_MS = 3_000

/** All stored data. Each method of its members runs one transaction. */
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
  readonly surveyCounts: SurveyCounts
  readonly sharedCounts: SharedCounts
  readonly responses: Responses
  readonly boards: Boards
  readonly voteRewrite: VoteRewrite
  readonly projectedTexts: ProjectedTexts
  readonly presentations: Presentations
  readonly templates: Templates
  readonly drafts: Drafts
  readonly idempotency: Idempotency
  readonly suspension: Suspension
  readonly deletion: Deletion
  readonly restorations: Restorations
  readonly handovers: Handovers
  readonly surveyCredentials: SurveyCredentials
  readonly sessions: Sessions
  readonly accountSessions: AccountSessions
  readonly passkeys: Passkeys
  readonly usedChallenges: UsedChallenges
  readonly identities: Identities
  readonly countVerification: CountVerification
  readonly dumps: Dumps
  readonly lastBackup: LastBackup
  readonly #engine: Engine

  constructor(engine: Engine, { submissionsPerCommit }: StoreOptions) {
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
    this.surveyCounts = new SurveyCounts(engine)
    this.sharedCounts = new SharedCounts(engine)
    this.responses = new Responses(engine)
    this.boards = new Boards(engine, {
      maxPerCommit: submissionsPerCommit,
      maxWaitingPerKey: MAX_WAITING_SUBMISSIONS_PER_SURVEY,
      maxWaiting: MAX_WAITING_SUBMISSIONS,
    })
    this.voteRewrite = new VoteRewrite(engine)
    this.projectedTexts = new ProjectedTexts(engine)
    this.presentations = new Presentations(engine)
    this.templates = new Templates(engine)
    this.drafts = new Drafts(engine)
    this.idempotency = new Idempotency(engine)
    this.suspension = new Suspension(engine)
    this.deletion = new Deletion(engine)
    this.restorations = new Restorations(engine)
    this.handovers = new Handovers(engine)
    this.surveyCredentials = new SurveyCredentials(engine)
    this.sessions = new Sessions(engine)
    this.accountSessions = new AccountSessions(engine)
    this.passkeys = new Passkeys(engine)
    this.usedChallenges = new UsedChallenges(engine)
    this.identities = new Identities(engine)
    this.countVerification = new CountVerification(engine)
    this.dumps = new Dumps(engine)
    this.lastBackup = new LastBackup(engine)
  }

  /** Counts one call in a key's current window: a fixed hour that begins with its first call. */
  consumeRateLimit(key: string, limit: number, now: number): Promise<RateLimitResult> {
    return this.#engine.consumeRateLimit(key, limit, now)
  }

  /** Bytes stored for a survey and for its account; undefined if there is no such survey. */
  storedBytesAt(slug: string): Promise<StoredBytes | undefined> {
    return storedBytesAt(this.#engine.reader, slug)
  }

  /** Bytes stored in all surveys, templates and drafts of an account. */
  storedBytesOfAccount(accountId: string): Promise<number> {
    return storedBytesOfAccount(this.#engine.reader, accountId)
  }

  /** Subtracts a counted call that had no effect. */
  refundRateLimit(key: string, now: number): Promise<void> {
    return this.#engine.refundRateLimit(key, now)
  }

  /**
   * Deletes expired idempotency keys, sessions, links, challenges, tokens of applications, billing events, failed jobs,
   * rate limit windows and databases replaced by a restore, and makes jobs and readings due that were postponed while
   * the clock was ahead. To be called about once an hour.
   */
  async purge(now: number): Promise<void> {
    await this.idempotency.purge(now)
    await this.#purgeSessions('session', now)
    await this.#purgeSessions('account_session', now)
    await this.oneTimeLinks.purge(now)
    await this.usedChallenges.purge(now)
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
   * Registers a listener for changes to surveys by any process.
   * @param watchedSlugs surveys whose changes it must learn of within seconds, even if a notification is lost
   */
  listen(listener: ChangeListener, watchedSlugs?: () => readonly string[]): void {
    this.#engine.listen(listener, watchedSlugs)
  }

  /** Tells all processes texts of at most 7,900 bytes, without storing them. */
  broadcast(texts: readonly string[]): void {
    this.#engine.broadcast(texts)
  }

  /** Registers a listener for broadcasts of any process. They may be lost. */
  listenToBroadcasts(listener: (text: string) => void): void {
    this.#engine.listenToBroadcasts(listener)
  }

  /** Size of the database on disk, in bytes. */
  databaseBytes(): Promise<number> {
    return this.#engine.databaseBytes()
  }

  /** The current columns of a table in the database. */
  async columnsOf(table: keyof Tables): Promise<string[]> {
    const tables = await this.#engine.reader.introspection.getTables()
    return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
  }

  /** Whether the database was created with a secret, which it then always requires. */
  async needsSecret(): Promise<boolean> {
    const row = await this.#engine.reader.selectFrom('installation').select('secret_check').executeTakeFirst()
    return (row?.secret_check ?? null) !== null
  }

  /**
   * Whether the database was created with the secret that this check value is derived from. The first one is stored.
   */
  verifySecret(check: string): Promise<boolean> {
    return this.#engine.write(async db => {
      await db.updateTable('installation').set('secret_check', check).where('secret_check', 'is', null).execute()
      const { secret_check } = await db.selectFrom('installation').select('secret_check').executeTakeFirstOrThrow()
      return secret_check === check
    })
  }

  /**
   * Resolves when a write is on disk, a read has been answered, commits under way have ended, and changes by other
   * processes have been received at least once.
   * @param submissionsEnded commits of submissions under way
   * @throws Refusal `temporarily unavailable` after a few seconds at the latest
   */
  async checkReadiness(submissionsEnded?: Promise<void>): Promise<void> {
    const { promise: expired, reject } = Promise.withResolvers<never>()
    const cause = new Error(`the database has not completed a readiness check within ${READINESS_MS} ms`)
    const timer = setTimeout(() => reject(new Refusal('unavailable', { retryAfter: 1, cause })), READINESS_MS)
    const commits = [submissionsEnded, this.boards.commitEnded]
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

  /** The connections to a database server, if any. */
  get connections(): ConnectionStatus | undefined {
    return this.#engine.connectionStatus?.()
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}
