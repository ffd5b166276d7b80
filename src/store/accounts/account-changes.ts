import type { Transaction } from 'kysely'
import type { SignUpLink } from '../../domain/accounts/one-time-link.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Engine } from '../engine.ts'
import { addJob, dropEmailChanges, type NewJob, type Notice } from '../jobs.ts'
import type { Tables } from '../tables.ts'
import { type Holder, lockForHolder } from './account-sessions.ts'
import { insertAccount, type LockedAccount, lockAccount, type NewAccount } from './accounts.ts'
import { takeLink } from './one-time-links.ts'
import { setAccountDisabled } from './suspension.ts'

/** Changes made to an account by its holder, in a session or with a one-time link. */
export class AccountChanges {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Creates an account with the address of a one-time link. @returns the reason if it was not created */
  addByLink(
    account: Omit<NewAccount, 'email'>,
    link: { kind: SignUpLink; hash: string },
    now: number,
  ): Promise<'added' | 'email_taken' | 'link_ended'> {
    return this.#engine.write(async db => {
      const taken = await takeLink(db, link.kind, link.hash, now)
      if (taken === undefined || taken.accountId !== null) return 'link_ended'
      return insertAccount(db, { ...account, email: taken.email }, now)
    })
  }

  /**
   * Sets a new password, ends the same credentials as `endForHolder`, and disconnects all applications.
   * @returns the account; undefined if the link is no longer valid
   */
  resetPassword(linkHash: string, passwordHash: string, now: number, notice?: Notice): Promise<string | undefined> {
    return this.#engine.write(async db => {
      const accountId = (await takeLink(db, 'reset_password', linkHash, now))?.accountId
      if (accountId == null) return undefined
      const account = await lockAccount(this.#engine, db, accountId)
      await endForHolder(db, accountId, account)
      await disconnectApplications(db, accountId)
      const change = { password_hash: passwordHash, email_confirmed_at: now }
      await db.updateTable('account').set(change).where('id', '=', accountId).execute()
      if (notice !== undefined) await addJob(db, notice(account.email))
      return accountId
    })
  }

  /**
   * Sets a new password, and ends every session except the holder's and every link for resetting the password.
   * @param more `disconnects`: whether to end the access of all applications too
   * @throws Refusal `authentication required` if the holder's session has ended
   */
  setPassword(
    holder: Holder,
    passwordHash: string,
    { notice, disconnects = false }: { readonly notice?: Notice | undefined; readonly disconnects?: boolean } = {},
  ): Promise<void> {
    const { accountId, sessionHash } = holder
    return this.#engine.write(async db => {
      const { email } = await lockForHolder(this.#engine, db, holder)
      await db.updateTable('account').set('password_hash', passwordHash).where('id', '=', accountId).execute()
      await endCredentials(db, accountId, sessionHash)
      if (disconnects) await disconnectApplications(db, accountId)
      if (notice !== undefined) await addJob(db, notice(email))
    })
  }

  /**
   * Changes the address of an account to an unconfirmed one.
   * @throws Refusal `authentication required` if the holder's session has ended
   */
  setEmail(holder: Holder, email: string): Promise<'changed' | 'email_taken'> {
    return this.#takeAddress(async db => {
      await lockForHolder(this.#engine, db, holder)
      return changeEmail(db, holder.accountId, { email, email_confirmed_at: null })
    })
  }

  /**
   * Requests a mail with a link to the account's new address.
   * @param job makes the job from the current address
   * @throws Refusal `authentication required` if the holder's session has ended
   */
  requestEmail(holder: Holder, job: (email: string) => NewJob): Promise<void> {
    return this.#engine.write(async db => {
      const { email } = await lockForHolder(this.#engine, db, holder)
      await addJob(db, job(email))
    })
  }

  /**
   * Changes an account's address to the one that a link was mailed to.
   * @throws Refusal `authentication required` if the holder's session has ended; `this link has expired or was used`,
   *   also for another account's link
   */
  setEmailByLink(holder: Holder, linkHash: string, now: number, notice?: Notice): Promise<'changed' | 'email_taken'> {
    return this.#takeAddress(async db => {
      const { email } = await lockForHolder(this.#engine, db, holder)
      const link = await takeLink(db, 'confirm_email', linkHash, now)
      // Throwing rolls the transaction back, so that another account's link is not used up.
      if (link?.accountId !== holder.accountId) throw new Refusal('link_ended')
      const outcome = await changeEmail(db, holder.accountId, { email: link.email, email_confirmed_at: now })
      const isNew = outcome === 'changed' && email !== link.email
      if (isNew && notice !== undefined) await addJob(db, notice(email))
      return outcome
    })
  }

  async setName(accountId: string, name: string | null): Promise<void> {
    await this.#engine.write(db => db.updateTable('account').set('name', name).where('id', '=', accountId).execute())
  }

  /**
   * Disables an account, and adds a job that takes its surveys down and deletes everything.
   * @throws Refusal `authentication required` if the holder's session has ended
   */
  async scheduleDeletion(holder: Holder, job: NewJob): Promise<void> {
    await this.#engine.write(async db => {
      await lockForHolder(this.#engine, db, holder)
      await setAccountDisabled(db, holder.accountId, 1)
      await addJob(db, job)
    })
  }

  /**
   * Two accounts that choose the same address at the same moment both find it available. The database then refuses the
   * second.
   */
  async #takeAddress<Outcome>(run: (db: Transaction<Tables>) => Promise<Outcome>): Promise<Outcome | 'email_taken'> {
    try {
      return await this.#engine.write(run)
    } catch (error) {
      if (!this.#engine.isUniqueViolation(error)) throw error
      return 'email_taken'
    }
  }
}

async function changeEmail(
  db: Transaction<Tables>,
  accountId: string,
  change: { email: string; email_confirmed_at: number | null },
): Promise<'changed' | 'email_taken'> {
  const ofAddress = db.selectFrom('account').select('id').where('email', '=', change.email)
  const taken = await ofAddress.where('id', '<>', accountId).executeTakeFirst()
  if (taken !== undefined) return 'email_taken'
  await endLinks(db, accountId)
  await db.updateTable('account').set(change).where('id', '=', accountId).execute()
  return 'changed'
}

/**
 * Ends an account's sessions and links once its holder has proved that they read its mail. Until the first such proof,
 * anybody may have created the account, so all other credentials end as well. An account without any way to sign in was
 * created by the operator, and keeps the tokens that the operator created.
 */
export async function endForHolder(
  db: Transaction<Tables>,
  accountId: string,
  { email_confirmed_at, password_hash }: Pick<LockedAccount, 'email_confirmed_at' | 'password_hash'>,
): Promise<void> {
  await endCredentials(db, accountId)
  if (email_confirmed_at !== null) return
  const waysIn = (await deleteOf(db, 'passkey', accountId)) + (await deleteOf(db, 'identity', accountId))
  if (password_hash === null && waysIn === 0) return
  for (const table of ['oauth_artifact', 'token', 'oauth_grant'] as const) await deleteOf(db, table, accountId)
}

/** @returns the number of the account's rows that were deleted */
async function deleteOf(
  db: Transaction<Tables>,
  table: 'passkey' | 'identity' | 'oauth_artifact' | 'token' | 'oauth_grant',
  accountId: string,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom(table).where('account_id', '=', accountId).executeTakeFirst()
  return Number(numDeletedRows)
}

async function disconnectApplications(db: Transaction<Tables>, accountId: string): Promise<void> {
  await deleteOf(db, 'oauth_artifact', accountId)
  await db.deleteFrom('token').where('account_id', '=', accountId).where('grant_id', 'is not', null).execute()
  await deleteOf(db, 'oauth_grant', accountId)
}

/** Ends all of an account's sessions except one, and its links. */
async function endCredentials(db: Transaction<Tables>, accountId: string, keptSession = ''): Promise<void> {
  const sessions = db.deleteFrom('account_session').where('account_id', '=', accountId)
  await sessions.where('id_hash', '<>', keptSession).execute()
  await endLinks(db, accountId)
}

/** Ends an account's links, including those not mailed yet. */
async function endLinks(db: Transaction<Tables>, accountId: string): Promise<void> {
  await dropEmailChanges(db, accountId)
  await db.deleteFrom('one_time_link').where('account_id', '=', accountId).execute()
}
