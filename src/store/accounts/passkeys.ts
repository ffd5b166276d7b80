import type { Kysely, Transaction } from 'kysely'
import type { Transport } from '../../domain/accounts/passkey.ts'
import type { Engine } from '../engine.ts'
import { addJob, type Notice } from '../jobs.ts'
import { countRows } from '../row-count.ts'
import type { Tables } from '../tables.ts'
import { addSession, type Holder, lockForHolder, type NewSession, recordVerification } from './account-sessions.ts'
import { lockAccount } from './accounts.ts'
import { hasIdentity } from './identities.ts'
import { type UsedChallenge, useChallenge } from './used-challenges.ts'

/** A passkey that signs in to an account. */
export interface Passkey {
  readonly id: string
  readonly accountId: string
  /** The credential id that the authenticator assigned, base64url. */
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  /** Signature counter of the last use; 0 if the authenticator has none. */
  readonly signCount: number
  readonly transports: readonly Transport[]
  /** Whether it is backed up or synchronised to other devices. */
  readonly backedUp: boolean
  readonly name: string | null
  readonly createdAt: string
  /** Hours since the epoch. */
  readonly lastUsedHour: number | null
}

/** A passkey use that was just verified. */
export interface PasskeyUse {
  readonly passkey: Passkey
  readonly signCount: number
  readonly backedUp: boolean
  /** Hours since the epoch. */
  readonly hour: number
  readonly challenge: UsedChallenge
}

/** The ways to sign in to this installation. */
export interface SignInMethods {
  /** The sign-in provider; undefined if there is none. */
  readonly issuer: string | undefined
  /** Whether people sign in only with it, and not with passwords or passkeys. */
  readonly isProviderOnly: boolean
}

interface Addition {
  readonly challenge: UsedChallenge
  /** Maximum number of passkeys per account. */
  readonly max: number
  readonly notice: Notice | undefined
  /** Hash of the session id of the browser that adds it. */
  readonly sessionHash: string | undefined
}

export class Passkeys {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The passkeys of an account, oldest first. */
  async list(accountId: string): Promise<Passkey[]> {
    const ofAccount = selectFrom(this.#engine.reader).where('account_id', '=', accountId)
    return (await ofAccount.orderBy('created_at').orderBy('id').execute()).map(toPasskey)
  }

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    const row = await selectFrom(this.#engine.reader).where('credential_id', '=', credentialId).executeTakeFirst()
    return row && toPasskey(row)
  }

  /**
   * @returns the reason if it was not added; `refused` if its challenge was already used, or any account already has
   *   this credential
   * @throws Refusal `authentication required` if the session has ended
   */
  add(
    passkey: Passkey,
    { challenge, max, notice, sessionHash }: Addition,
  ): Promise<'added' | 'limit_reached' | 'refused'> {
    return this.#engine.write(async db => {
      const { email } = await lockForHolder(this.#engine, db, { accountId: passkey.accountId, sessionHash })
      if (!(await useChallenge(db, challenge))) return 'refused'
      const ofAccount = db.selectFrom('passkey').where('account_id', '=', passkey.accountId)
      if ((await countRows(ofAccount)) >= max) return 'limit_reached'
      const added = db.insertInto('passkey').values(toRow(passkey))
      const { numInsertedOrUpdatedRows } = await added
        .onConflict(conflict => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return 'refused'
      if (notice !== undefined) await addJob(db, notice(email))
      return 'added'
    })
  }

  /** @returns whether the account has it */
  rename(accountId: string, id: string, name: string | null): Promise<boolean> {
    return this.#engine.write(async db => {
      const ofAccount = db.updateTable('passkey').set('name', name).where('account_id', '=', accountId)
      const { numUpdatedRows } = await ofAccount.where('id', '=', id).executeTakeFirst()
      return numUpdatedRows === 1n
    })
  }

  /**
   * Removes a passkey, unless it is the only way to sign in to the account.
   * @throws Refusal `authentication required` if the holder's session has ended
   */
  remove(
    holder: Holder,
    id: string,
    { issuer, isProviderOnly }: SignInMethods,
    notice?: Notice,
  ): Promise<'removed' | 'missing' | 'last_way_in'> {
    const { accountId } = holder
    return this.#engine.write(async db => {
      const account = await lockForHolder(this.#engine, db, holder)
      const ofAccount = db.selectFrom('passkey').select('id').where('account_id', '=', accountId)
      const ids = (await ofAccount.execute()).map(row => row.id)
      if (!ids.includes(id)) return 'missing'
      const isLast = !isProviderOnly && ids.length === 1 && account.password_hash === null
      const isConnected = issuer !== undefined && (await hasIdentity(db, accountId, issuer))
      if (isLast && !isConnected) return 'last_way_in'
      await db.deleteFrom('passkey').where('id', '=', id).execute()
      if (notice !== undefined) await addJob(db, notice(account.email))
      return 'removed'
    })
  }

  /** Adds a session for a passkey that was just used. @returns `refused` if this use is not valid */
  signIn(use: PasskeyUse, session: NewSession): Promise<'added' | 'disabled' | 'refused'> {
    return this.#engine.write(async db => {
      const { accountId } = use.passkey
      const account = await lockAccount(this.#engine, db, accountId)
      if (!(await recordUse(db, use))) return 'refused'
      if (account.disabled === 1) return 'disabled'
      await addSession(db, accountId, session)
      return 'added'
    })
  }

  /** Records in a session that a passkey was just used. @returns false if this use is not valid */
  verify(use: PasskeyUse, idHash: string, time: number): Promise<boolean> {
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, use.passkey.accountId)
      if (!(await recordUse(db, use))) return false
      await recordVerification(db, idHash, time)
      return true
    })
  }
}

/**
 * Uses up the challenge and records the signature counter, which must have increased: a copy of the passkey would
 * repeat earlier values. Authenticators without a counter always send 0.
 */
async function recordUse(
  db: Transaction<Tables>,
  { passkey: { id }, signCount, backedUp, hour, challenge }: PasskeyUse,
): Promise<boolean> {
  if (!(await useChallenge(db, challenge))) return false
  const use = { sign_count: signCount, backed_up: backedUp ? 1 : 0, last_used_hour: hour } as const
  const update = db.updateTable('passkey').set(use).where('id', '=', id)
  const counted = signCount === 0 ? update.where('sign_count', '=', 0) : update.where('sign_count', '<', signCount)
  return (await counted.executeTakeFirst()).numUpdatedRows === 1n
}

function selectFrom(db: Kysely<Tables>) {
  return db
    .selectFrom('passkey')
    .select(['id', 'account_id as accountId', 'credential_id as credentialId', 'public_key as publicKey'])
    .select(['sign_count as signCount', 'transports', 'backed_up as backedUp', 'name'])
    .select(['created_at as createdAt', 'last_used_hour as lastUsedHour'])
}

type Row = Omit<Passkey, 'transports' | 'backedUp'> & { readonly transports: string; readonly backedUp: 0 | 1 }

function toPasskey({ transports, backedUp, ...row }: Row): Passkey {
  // Only transport names are ever stored.
  const names = transports.split(' ').filter(Boolean) as Transport[]
  return { ...row, transports: names, backedUp: backedUp === 1 }
}

function toRow(passkey: Passkey): Tables['passkey'] {
  const { id, accountId, credentialId, publicKey, signCount, transports, backedUp, name, createdAt } = passkey
  return {
    id,
    account_id: accountId,
    credential_id: credentialId,
    public_key: publicKey,
    sign_count: signCount,
    transports: transports.join(' '),
    backed_up: backedUp ? 1 : 0,
    name,
    created_at: createdAt,
    last_used_hour: passkey.lastUsedHour,
  }
}
