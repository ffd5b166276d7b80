import { SUBMISSIONS_WAITING, SUBMISSIONS_WAITING_PER_SURVEY, WINDOW_MS } from '../domain/limits.ts'
import { Accounts } from './accounts.ts'
import type { Heard } from './announcements.ts'
import { Audit } from './audit.ts'
import { Boards } from './boards.ts'
import { Deletion } from './deletion.ts'
import type { Engine, Pool, Spent } from './engine.ts'
import type { Bounds, Watch } from './group.ts'
import { Holds } from './holds.ts'
import { Idempotency } from './idempotency.ts'
import { Links } from './links.ts'
import { Responses } from './responses.ts'
import { Surveys } from './surveys.ts'
import type { Tables } from './tables.ts'
import { Templates } from './templates.ts'
import { Tokens } from './tokens.ts'

export interface StoreOptions {
  /** The most submissions that share one commit; so many questions and votes on boards share another. */
  readonly submissionsPerCommit: number
  /** Is told of each commit of submissions. */
  readonly watch?: Watch | undefined
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
  readonly holds: Holds
  readonly deletion: Deletion
  readonly links: Links
  readonly audit: Audit
  readonly #engine: Engine

  constructor(engine: Engine, { submissionsPerCommit, watch }: StoreOptions) {
    this.#engine = engine
    this.accounts = new Accounts(engine)
    this.tokens = new Tokens(engine)
    this.surveys = new Surveys(engine)
    const bounds: Bounds = {
      together: submissionsPerCommit,
      waitingOfOne: SUBMISSIONS_WAITING_PER_SURVEY,
      waiting: SUBMISSIONS_WAITING,
    }
    this.responses = new Responses(engine, bounds, watch)
    this.boards = new Boards(engine, bounds)
    this.templates = new Templates(engine)
    this.idempotency = new Idempotency(engine)
    this.holds = new Holds(engine)
    this.deletion = new Deletion(engine)
    this.links = new Links(engine)
    this.audit = new Audit(engine)
  }

  /** Counts one call against a bucket's fixed hour. */
  spend(bucket: string, limit: number, now: number): Promise<Spent> {
    return this.#engine.spend(bucket, limit, now)
  }

  /** Takes back one call that was counted and turned out to be none. */
  giveBack(bucket: string, now: number): Promise<void> {
    return this.#engine.giveBack(bucket, now)
  }

  /** Deletes what was kept for a time that is over: idempotency keys, closed call windows; to be called about once an hour. */
  async purge(now: number): Promise<void> {
    await this.idempotency.purge(now)
    const closed = now - 2 * WINDOW_MS
    await this.#engine.write(db => db.deleteFrom('budget').where('opened_at', '<=', closed).execute())
  }

  /** Surveys that have changed, in this process or another. */
  listen(heard: Heard): void {
    this.#engine.listen(heard)
  }

  /** The columns of a table, as the database has them at this moment. */
  async columnsOf(table: keyof Tables): Promise<string[]> {
    const tables = await this.#engine.reader.introspection.getTables()
    return tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
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

  /** What there is to do at the moment: submissions that wait, and the connections that work, where they are counted. */
  load(): { waiting: number; pool: Pool | undefined } {
    return { waiting: this.responses.waiting, pool: this.#engine.pool?.() }
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}
