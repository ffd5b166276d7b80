import { IDEMPOTENCY_KEPT_MS, WINDOW_MS } from '../domain/limits.ts'
import { Accounts } from './accounts.ts'
import type { Heard } from './announcements.ts'
import { Audit } from './audit.ts'
import { Deletion } from './deletion.ts'
import type { Engine, Spent } from './engine.ts'
import { Holds } from './holds.ts'
import { Responses } from './responses.ts'
import { Surveys } from './surveys.ts'
import { Templates } from './templates.ts'
import { Tokens } from './tokens.ts'

export interface StoreOptions {
  /** The most submissions that share one commit. */
  readonly submissionsPerCommit: number
}

/** The memory: one method of a noun is one act is one transaction. */
export class Store {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly surveys: Surveys
  readonly responses: Responses
  readonly templates: Templates
  readonly holds: Holds
  readonly deletion: Deletion
  readonly audit: Audit
  readonly #engine: Engine

  constructor(engine: Engine, { submissionsPerCommit }: StoreOptions) {
    this.#engine = engine
    this.accounts = new Accounts(engine)
    this.tokens = new Tokens(engine)
    this.surveys = new Surveys(engine)
    this.responses = new Responses(engine, submissionsPerCommit)
    this.templates = new Templates(engine)
    this.holds = new Holds(engine)
    this.deletion = new Deletion(engine)
    this.audit = new Audit(engine)
  }

  /** Counts one call against a bucket's fixed hour. */
  spend(bucket: string, limit: number, now: number): Promise<Spent> {
    return this.#engine.spend(bucket, limit, now)
  }

  /** Deletes what was kept for a time that is over: idempotency keys, closed call windows; to be called about once an hour. */
  async purge(now: number): Promise<void> {
    await this.#engine.write(async db => {
      await db
        .deleteFrom('idempotency')
        .where('made_at', '<=', now - IDEMPOTENCY_KEPT_MS)
        .execute()
      await db
        .deleteFrom('budget')
        .where('opened_at', '<=', now - 2 * WINDOW_MS)
        .execute()
    })
  }

  /** Surveys that have changed, in this process or another. */
  listen(heard: Heard): void {
    this.#engine.listen(heard)
  }

  /** Whether the database was made with the secret that this check value is derived from; the first one is kept. */
  knowsSecret(check: string): Promise<boolean> {
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

  close(): Promise<void> {
    return this.#engine.close()
  }
}
