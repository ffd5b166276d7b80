import type { Kysely } from 'kysely'
import type { DraftText } from '../../domain/surveys/draft.ts'
import { lockAccount, removeOwn } from '../accounts/accounts.ts'
import type { Engine } from '../engine.ts'
import { countRows } from '../row-count.ts'
import { storedBytesOf } from '../stored-bytes.ts'
import type { Tables } from '../tables.ts'

/** A draft as shown in a list. */
export interface DraftSummary {
  readonly id: string
  /** Truncated to the maximum length of a survey's title. */
  readonly title: string
  readonly questionCount: number
  readonly updatedAt: string
}

export interface StoredDraft extends DraftSummary {
  /** Incremented by each replacement. */
  readonly revision: number
  readonly content: DraftText
}

/** Identifies a draft in the state in which it was read. */
export type DraftRevision = Pick<StoredDraft, 'id' | 'revision'>

export class Drafts {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  add(accountId: string, draft: Omit<StoredDraft, 'revision'>, maxDrafts: number): Promise<'added' | 'limit_reached'> {
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, accountId)
      const ofAccount = db.selectFrom('draft').where('account_id', '=', accountId)
      if ((await countRows(ofAccount)) >= maxDrafts) return 'limit_reached'
      const row = { id: draft.id, account_id: accountId, revision: 1, created_at: draft.updatedAt }
      await db
        .insertInto('draft')
        .values({ ...row, ...contentColumns(draft) })
        .execute()
      return 'added'
    })
  }

  /** The drafts of an account without their content, most recently changed first. */
  list(accountId: string): Promise<DraftSummary[]> {
    const ofAccount = this.#engine.reader.selectFrom('draft').where('account_id', '=', accountId)
    const columns = ['id', 'title', 'question_count as questionCount', 'updated_at as updatedAt'] as const
    return ofAccount.select(columns).orderBy('updated_at', 'desc').orderBy('id').execute()
  }

  /** @returns undefined if the account does not own a draft with this id */
  find(accountId: string, id: string): Promise<StoredDraft | undefined> {
    return ownDraft(this.#engine.reader, accountId, id)
      .select(['id', 'revision', 'title', 'question_count as questionCount', 'updated_at as updatedAt', 'content'])
      .executeTakeFirst()
  }

  /**
   * Replaces a draft's content, unless its revision differs from the one that the replacement is based on.
   * @returns undefined if the account does not own a draft with this id
   */
  replace(
    accountId: string,
    { id, revision }: DraftRevision,
    draft: Omit<StoredDraft, 'id' | 'revision'>,
  ): Promise<'replaced' | 'changed' | undefined> {
    return this.#engine.write(async db => {
      const stored = await this.#engine.lockRows(ownDraft(db, accountId, id).select('revision')).executeTakeFirst()
      if (stored === undefined) return undefined
      if (Number(stored.revision) !== revision) return 'changed'
      await db
        .updateTable('draft')
        .set({ ...contentColumns(draft), revision: revision + 1 })
        .where('id', '=', id)
        .execute()
      return 'replaced'
    })
  }

  /** @returns whether the account owned a draft with this id */
  remove(accountId: string, id: string): Promise<boolean> {
    return removeOwn(this.#engine, 'draft', accountId, id)
  }
}

/** Locks a draft and checks that it has not changed since it was read. */
export async function isDraftUnchanged(
  engine: Engine,
  db: Kysely<Tables>,
  accountId: string,
  { id, revision }: DraftRevision,
): Promise<boolean> {
  const stored = await engine.lockRows(ownDraft(db, accountId, id).select('revision')).executeTakeFirst()
  return stored !== undefined && Number(stored.revision) === revision
}

/** Removes a draft in the transaction that publishes it. */
export async function removeDraft(db: Kysely<Tables>, { id }: DraftRevision): Promise<void> {
  await db.deleteFrom('draft').where('id', '=', id).execute()
}

/** Selects the draft with this id if the account owns it. */
function ownDraft(db: Kysely<Tables>, accountId: string, id: string) {
  return db.selectFrom('draft').where('account_id', '=', accountId).where('id', '=', id)
}

function contentColumns({ title, questionCount, updatedAt, content }: Omit<StoredDraft, 'id' | 'revision'>) {
  return { title, question_count: questionCount, updated_at: updatedAt, content, stored_bytes: storedBytesOf(content) }
}
