import type { Transaction } from 'kysely'
import { bumpAccountRevisions, lockAccountWithSurveys } from './accounts.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

interface SuspensionState {
  readonly suspended: 0 | 1
  /** Unchanged if left out. */
  readonly taken_down?: 1
}

/** Suspension of accounts with their surveys, and of single surveys, by the operator. */
export class Suspension {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Disables or enables an account, its tokens and its surveys.
   * @returns the number of its surveys
   */
  setDisabled(accountId: string, disabled: boolean): Promise<number> {
    return this.#engine.write(async db => {
      const slugs = await suspendAccount(this.#engine, db, accountId, { suspended: disabled ? 1 : 0 })
      return slugs.length
    })
  }

  /** Takes a survey down, so that respondents do not find it, or restores it. @returns whether it exists */
  setTakenDown(slug: string, takenDown: boolean): Promise<boolean> {
    return this.#engine.write(async db => {
      const query = db.selectFrom('survey').select(['id', 'account_id as accountId']).where('slug', '=', slug)
      const survey = await this.#engine.lockRows(query).executeTakeFirst()
      if (survey === undefined) return false
      await db
        .updateTable('survey')
        .set(row => ({ taken_down: takenDown ? 1 : 0, revision: row('revision', '+', 1) }))
        .where('id', '=', survey.id)
        .execute()
      await bumpAccountRevisions(db, [survey.accountId])
      await this.#engine.notify(db, { slug, part: 'survey' })
      return true
    })
  }
}

/**
 * Disables an account if its surveys are to be suspended, which ends its sessions, and enables it otherwise.
 * @returns the slugs of its surveys
 */
export async function suspendAccount(
  engine: Engine,
  db: Transaction<Tables>,
  accountId: string,
  state: SuspensionState,
): Promise<string[]> {
  await lockAccountWithSurveys(engine, db, accountId)
  await db.updateTable('account').set('disabled', state.suspended).where('id', '=', accountId).execute()
  if (state.suspended === 1) await db.deleteFrom('account_session').where('account_id', '=', accountId).execute()
  await bumpAccountRevisions(db, [accountId])
  await db
    .updateTable('survey')
    .set(row => ({ ...state, revision: row('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute()
  const surveys = await db.selectFrom('survey').select('slug').where('account_id', '=', accountId).execute()
  for (const { slug } of surveys) await engine.notify(db, { slug, part: 'survey' })
  return surveys.map(({ slug }) => slug)
}
