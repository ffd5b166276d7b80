import type { Kysely, Transaction } from 'kysely'
import { bumpAccountRevisions, lockAccount } from './accounts.ts'
import type { Engine } from './engine.ts'
import type { Tables } from './tables.ts'

interface SuspensionState {
  readonly suspended: 0 | 1
  /** Left out, it stays as it is. */
  readonly taken_down?: 1
}

/** What the operator holds back: accounts with all that is theirs, and single surveys. */
export class Suspension {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Disables an account or enables it: its tokens, and its surveys with it.
   * @returns how many surveys it has
   */
  setDisabled(accountId: string, disabled: boolean): Promise<number> {
    return this.#engine.write(async db => {
      const slugs = await suspendAccount(this.#engine, db, accountId, { suspended: disabled ? 1 : 0 })
      return slugs.length
    })
  }

  /** Takes a survey away from respondents, or gives it back. @returns whether there is such a survey */
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

/** Disables an account where its surveys are to be suspended, else enables it. @returns the slugs of its surveys */
export async function suspendAccount(
  engine: Engine,
  db: Transaction<Tables>,
  accountId: string,
  held: SuspensionState,
): Promise<string[]> {
  await lockAccountWithSurveys(engine, db, accountId)
  await db.updateTable('account').set('disabled', held.suspended).where('id', '=', accountId).execute()
  await bumpAccountRevisions(db, [accountId])
  await db
    .updateTable('survey')
    .set(row => ({ ...held, revision: row('revision', '+', 1) }))
    .where('account_id', '=', accountId)
    .execute()
  const surveys = await db.selectFrom('survey').select('slug').where('account_id', '=', accountId).execute()
  for (const { slug } of surveys) await engine.notify(db, { slug, part: 'survey' })
  return surveys.map(({ slug }) => slug)
}

/** Holds an account's surveys and then itself, in the order in which all acts do. */
export async function lockAccountWithSurveys(engine: Engine, db: Kysely<Tables>, accountId: string): Promise<void> {
  const surveys = db.selectFrom('survey').select('id').where('account_id', '=', accountId).orderBy('id')
  await engine.lockRows(surveys).execute()
  await lockAccount(engine, db, accountId)
}
