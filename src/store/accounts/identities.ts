import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Engine } from '../engine.ts'
import { addJob, type Notice } from '../jobs.ts'
import type { Tables } from '../tables.ts'
import { endForHolder } from './account-changes.ts'
import { addSession, type NewSession } from './account-sessions.ts'
import { insertAccount, lockAccount, type NewAccount } from './accounts.ts'
import { takeLink } from './one-time-links.ts'

/** A person at an OpenID Connect provider. */
export interface IdentityKey {
  readonly issuer: string
  readonly subject: string
}

/** Proof, in addition to the provider's confirmation, that a person may connect an account. */
export type ConnectionProof =
  | { readonly accountId: string; readonly passwordHash: string; readonly email: string }
  | { readonly linkHash: string; readonly email: string }

interface Connection {
  /** Maximum number of identities per account. */
  readonly max: number
  readonly now: number
  readonly session: NewSession
  readonly notice: Notice | undefined
}

/** The connections between accounts and people at the sign-in provider. */
export class Identities {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @returns the id of the account that the person signs in to */
  findAccount(key: IdentityKey): Promise<string | undefined> {
    return accountOf(this.#engine.reader, key)
  }

  isConnected(accountId: string, issuer: string): Promise<boolean> {
    return hasIdentity(this.#engine.reader, accountId, issuer)
  }

  /**
   * Opens a session for a person just confirmed by the provider.
   * @returns `missing` if they are not connected with an account
   */
  signIn(key: IdentityKey, session: NewSession): Promise<'added' | 'disabled' | 'missing'> {
    return this.#engine.write(async db => {
      const accountId = await accountOf(db, key)
      if (accountId === undefined) return 'missing'
      const { disabled } = await lockAccount(this.#engine, db, accountId)
      // A reset may have disconnected the person while we waited for the lock.
      if ((await accountOf(db, key)) === undefined) return 'missing'
      if (disabled === 1) return 'disabled'
      await addSession(db, accountId, session)
      return 'added'
    })
  }

  /**
   * Creates an account for a person whose address the provider has verified, and opens a session for it.
   * @param invitedOnly whether the operator must have invited the address; the invitation is then used up
   */
  signUp(
    key: IdentityKey,
    account: NewAccount,
    { invitedOnly, now, session }: { invitedOnly: boolean; now: number; session: NewSession },
  ): Promise<'added' | 'email_taken' | 'uninvited'> {
    return this.#engine.write(async db => {
      const invitations = db
        .deleteFrom('one_time_link')
        .where('email', '=', account.email)
        .where('kind', '=', 'invitation')
      const { numDeletedRows } = await invitations.where('expires_at', '>', now).executeTakeFirst()
      if (invitedOnly && numDeletedRows === 0n) return 'uninvited'
      if ((await insertAccount(db, account, now)) === 'email_taken') return 'email_taken'
      await insertIdentity(db, key, account.id, now)
      await addSession(db, account.id, session)
      return 'added'
    })
  }

  /**
   * Connects a person with an account and opens a session for it. If the proof is a link, this ends the same
   * credentials as a reset.
   * @param proof the address verified by the provider and either the account's password hash at the time of the check,
   *   or the hash of a link for a new password
   * @returns `refused` if the proof is no longer valid
   * @throws Refusal if the account already has the maximum number of identities, in which case the link stays valid
   */
  connect(
    key: IdentityKey,
    proof: ConnectionProof,
    { max, now, session, notice }: Connection,
  ): Promise<'added' | 'disabled' | 'refused'> {
    return this.#engine.write(async db => {
      const accountId = 'linkHash' in proof ? await takeLinkOf(db, proof, now) : proof.accountId
      if (accountId === undefined) return 'refused'
      const account = await lockAccount(this.#engine, db, accountId)
      if ('passwordHash' in proof && account.password_hash !== proof.passwordHash) return 'refused'
      if (account.disabled === 1) return 'disabled'
      if ('linkHash' in proof) await endForHolder(db, accountId, account)
      const identities = await db.selectFrom('identity').select('subject').where('account_id', '=', accountId).execute()
      if (identities.length >= max) throw new Refusal('identity_limit')
      await insertIdentity(db, key, accountId, now)
      if (account.email === proof.email)
        await db.updateTable('account').set('email_confirmed_at', now).where('id', '=', accountId).execute()
      if (notice !== undefined) await addJob(db, notice(account.email))
      await addSession(db, accountId, session)
      return 'added'
    })
  }
}

async function accountOf(db: Kysely<Tables>, { issuer, subject }: IdentityKey): Promise<string | undefined> {
  const identity = db.selectFrom('identity').select('account_id').where('issuer', '=', issuer)
  return (await identity.where('subject', '=', subject).executeTakeFirst())?.account_id
}

/** Whether an account is connected with a person at this provider. */
export async function hasIdentity(db: Kysely<Tables>, accountId: string, issuer: string): Promise<boolean> {
  const identities = db.selectFrom('identity').select('subject').where('account_id', '=', accountId)
  return (await identities.where('issuer', '=', issuer).executeTakeFirst()) !== undefined
}

/**
 * @throws Refusal `the sign-in provider did not confirm who you are` if the person was connected with another account
 *   meanwhile
 */
async function insertIdentity(
  db: Transaction<Tables>,
  { issuer, subject }: IdentityKey,
  accountId: string,
  now: number,
): Promise<void> {
  const row = { issuer, subject, account_id: accountId, created_at: now }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity')
    .values(row)
    .onConflict(conflict => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('provider_refused')
}

/**
 * Uses up a link for a new password. The provider must have verified the address that the link is for; otherwise a
 * person could be connected with somebody else's account through that person's link.
 * @returns its account
 */
async function takeLinkOf(
  db: Transaction<Tables>,
  { linkHash, email }: { readonly linkHash: string; readonly email: string },
  now: number,
): Promise<string | undefined> {
  const link = await takeLink(db, 'reset_password', linkHash, now)
  if (link !== undefined && link.email !== email) throw new Refusal('provider_refused')
  return link?.accountId ?? undefined
}
