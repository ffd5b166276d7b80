import type { Transaction } from 'kysely'
import { Refusal } from '../../domain/values/refusal.ts'
import type { Engine } from '../engine.ts'
import { prepareRead } from '../prepared-statement.ts'
import type { Tables } from '../tables.ts'
import { type LockedAccount, lockAccount } from './accounts.ts'

/** A browser signed in to an account. The id that it sends is stored only as a hash. */
export interface AccountSession {
  readonly idHash: string
  readonly accountId: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Hours since the epoch. */
  readonly lastUsedHour: number
  /** When the holder was last verified by password, passkey or sign-in provider, in milliseconds since the epoch. */
  readonly verifiedAt: number
}

/** A session, with the account data that authentication needs. */
export interface SignedIn extends AccountSession {
  /** Milliseconds since the epoch; null if the account was never subscribed. */
  readonly entitledUntil: number | null
  /** Incremented by each change to what the account's list of surveys shows. */
  readonly revision: number
}

/** A session to add, and the session that it replaces. */
export interface NewSession extends Omit<AccountSession, 'accountId'> {
  /** Hash of the browser's previous session, for any account. */
  readonly replaced: string | undefined
  /** Maximum number of sessions per account. Beyond it, the oldest end. */
  readonly max: number
}

/** The person who acts for an account. */
export interface Holder {
  readonly accountId: string
  /** Hash of the browser's session id; undefined for the operator. */
  readonly sessionHash: string | undefined
}

type Columns = [string, string, number, number, number, number | null, number]

export class AccountSessions {
  readonly #engine: Engine
  readonly #byHash: (hash: string, disabled: 0) => Promise<readonly Columns[]>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#byHash = prepareRead(
      engine,
      engine.reader
        .selectFrom('account_session')
        .innerJoin('account', 'account.id', 'account_session.account_id')
        .where('id_hash', '=', '')
        .where('account.disabled', '=', 0)
        .select(['id_hash', 'account_session.account_id', 'account_session.created_at'])
        .select(['last_used_hour', 'verified_at', 'account.entitled_until', 'account.revision']),
    )
  }

  /** The session with this hash, unless its account is disabled. */
  async find(idHash: string): Promise<SignedIn | undefined> {
    const [columns] = await this.#byHash(idHash, 0)
    if (columns === undefined) return undefined
    const [hash, accountId, createdAt, lastUsedHour, verifiedAt, entitledUntil, revision] = columns
    return { idHash: hash, accountId, createdAt, lastUsedHour, verifiedAt, entitledUntil, revision }
  }

  /**
   * Adds a session for somebody who has entered the password.
   * @param passwordHash as it was when the password was checked
   * @returns the reason why it was not added
   * @throws Refusal `authentication required` if the account was deleted meanwhile
   */
  add(
    { id, passwordHash }: { readonly id: string; readonly passwordHash: string },
    session: NewSession,
  ): Promise<'added' | 'disabled' | 'password_changed'> {
    return this.#engine.write(async db => {
      const account = await lockAccount(this.#engine, db, id)
      if (account.disabled === 1) return 'disabled'
      if (account.password_hash !== passwordHash) return 'password_changed'
      await addSession(db, id, session)
      return 'added'
    })
  }

  /** All sessions of an account, newest first, including expired ones. */
  list(accountId: string): Promise<AccountSession[]> {
    return this.#engine.reader
      .selectFrom('account_session')
      .where('account_id', '=', accountId)
      .select(['id_hash as idHash', 'account_id as accountId', 'created_at as createdAt'])
      .select(['last_used_hour as lastUsedHour', 'verified_at as verifiedAt'])
      .orderBy('created_at', 'desc')
      .orderBy('id_hash')
      .execute()
  }

  /** Records the hour in which a session was used. Of two concurrent records, the later hour is kept. */
  recordUse(idHash: string, hour: number): Promise<void> {
    return this.#engine.write(async db => {
      const use = db.updateTable('account_session').set('last_used_hour', hour).where('id_hash', '=', idHash)
      await use.where('last_used_hour', '<', hour).execute()
    })
  }

  /** Records that the account's holder was just verified again. */
  recordVerification(idHash: string, time: number): Promise<void> {
    return this.#engine.write(db => recordVerification(db, idHash, time))
  }

  /** Ends a session of an account. @returns whether there was one */
  remove(accountId: string, idHash: string): Promise<boolean> {
    return this.#engine.write(async db => {
      const ofAccount = db.deleteFrom('account_session').where('account_id', '=', accountId)
      const { numDeletedRows } = await ofAccount.where('id_hash', '=', idHash).executeTakeFirst()
      return numDeletedRows === 1n
    })
  }

  /** Ends all of an account's sessions except one. */
  removeOthers(accountId: string, idHash: string): Promise<void> {
    return this.#engine.write(async db => {
      const ofAccount = db.deleteFrom('account_session').where('account_id', '=', accountId)
      await ofAccount.where('id_hash', '<>', idHash).execute()
    })
  }
}

/**
 * Locks an account in order to change its credentials, and checks the session again: a request whose session has ended
 * since authentication, for example because the password was changed, must not undo that change.
 * @throws Refusal `authentication required` if the session has ended
 */
export async function lockForHolder(
  engine: Engine,
  db: Transaction<Tables>,
  { accountId, sessionHash }: Holder,
): Promise<LockedAccount> {
  const account = await lockAccount(engine, db, accountId)
  if (sessionHash === undefined) return account
  const session = db.selectFrom('account_session').select('id_hash').where('account_id', '=', accountId)
  const found = await session.where('id_hash', '=', sessionHash).executeTakeFirst()
  if (found === undefined) throw new Refusal('authentication_required')
  return account
}

/** @param time milliseconds since the epoch */
export async function recordVerification(db: Transaction<Tables>, idHash: string, time: number): Promise<void> {
  await db.updateTable('account_session').set('verified_at', time).where('id_hash', '=', idHash).execute()
}

/**
 * Adds a session while its account is locked. Ends the session that it replaces, and the oldest ones beyond the limit.
 */
export async function addSession(
  db: Transaction<Tables>,
  accountId: string,
  { idHash, createdAt, lastUsedHour, verifiedAt, replaced, max }: NewSession,
): Promise<void> {
  if (replaced !== undefined) await db.deleteFrom('account_session').where('id_hash', '=', replaced).execute()
  const times = { created_at: createdAt, last_used_hour: lastUsedHour, verified_at: verifiedAt }
  await db
    .insertInto('account_session')
    .values({ id_hash: idHash, account_id: accountId, ...times })
    .execute()
  const ofAccount = db.selectFrom('account_session').select('id_hash').where('account_id', '=', accountId)
  const surplus = ofAccount.orderBy('created_at', 'desc').orderBy('id_hash').limit(max).offset(max)
  await db.deleteFrom('account_session').where('id_hash', 'in', surplus).execute()
}
