import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Engine } from '../engine.ts'
import { isToBeDeleted } from '../jobs.ts'
import { withinBytes } from '../stored-bytes.ts'
import type { Tables } from '../tables.ts'
import { bumpAccountRevisions, lockAccount } from './accounts.ts'

interface SuspensionState {
  readonly suspended: 0 | 1
  /** Unchanged if left out. */
  readonly taken_down?: 1
}

/** Suspension by the operator, of accounts with their surveys and of single surveys. */
export class Suspension {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Disables or enables an account and its tokens. `suspendSurveys` does the same for its existing surveys; new ones
   * start in the same state.
   * @throws Refusal `this account is being deleted, as its holder has asked` when enabling such an account
   */
  setDisabled(accountId: string, disabled: boolean): Promise<void> {
    return this.#engine.write(async db => {
      const { email } = await lockAccount(this.#engine, db, accountId)
      if (!disabled && (await isToBeDeleted(db, email))) throw new Refusal('account_deletion')
      await setAccountDisabled(db, accountId, disabled ? 1 : 0)
    })
  }

  /**
   * Suspends surveys of a disabled account, or restores those of a re-enabled one; as many as `withinBytes` allows.
   * @returns how many; 0 if none remain, or if the account was enabled or disabled meanwhile
   */
  suspendSurveys(accountId: string, disabled: boolean): Promise<number> {
    return this.#engine.write(db => suspendSome(this.#engine, db, accountId, { suspended: disabled ? 1 : 0 }))
  }

  /** Takes a survey down, so that respondents cannot find it, or restores it. @returns whether it exists */
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

/** Disables an account, which ends its sessions, or enables it. */
export async function setAccountDisabled(db: Kysely<Tables>, accountId: string, disabled: 0 | 1): Promise<void> {
  await db.updateTable('account').set({ disabled }).where('id', '=', accountId).execute()
  if (disabled === 1) await db.deleteFrom('account_session').where('account_id', '=', accountId).execute()
}

/**
 * Sets the state of some of an account's surveys, unless the account has left that state meanwhile.
 * @returns how many
 */
export async function suspendSome(
  engine: Engine,
  db: Transaction<Tables>,
  accountId: string,
  state: SuspensionState,
): Promise<number> {
  const ids = await lockOthers(engine, db, accountId, state)
  if (ids.length === 0) return 0
  const { disabled } = await lockAccount(engine, db, accountId)
  if (disabled !== state.suspended) return 0
  await bumpAccountRevisions(db, [accountId])
  const changed = await db
    .updateTable('survey')
    .set(row => ({ ...state, revision: row('revision', '+', 1) }))
    .where('id', 'in', ids)
    .returning('slug')
    .execute()
  for (const { slug } of changed) await engine.notify(db, { slug, part: 'survey' })
  return changed.length
}

/** Locks an account's surveys whose state differs. @returns their ids; empty when none remain */
async function lockOthers(
  engine: Engine,
  db: Transaction<Tables>,
  accountId: string,
  state: SuspensionState,
): Promise<readonly number[]> {
  const ofAccount = db.selectFrom('survey').select(['id', 'stored_bytes']).where('account_id', '=', accountId)
  const others = ofAccount.where(({ eb, or }) =>
    or([eb('suspended', '<>', state.suspended), ...(state.taken_down === 1 ? [eb('taken_down', '=', 0)] : [])]),
  )
  for (;;) {
    const ids = withinBytes(await others.orderBy('id').execute()).map(({ id }) => id)
    if (ids.length === 0) return ids
    const rows = db.selectFrom('survey').select('id').where('id', 'in', ids).orderBy('id')
    // All of them may be deleted while we wait for the lock, although others remain.
    const locked = await engine.lockRows(rows).execute()
    if (locked.length > 0) return locked.map(({ id }) => id)
  }
}
