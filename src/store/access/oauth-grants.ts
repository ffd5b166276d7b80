import type { ExpressionBuilder, Kysely, Transaction } from 'kysely'
import { CLIENT_LIFETIME_MS } from '../../domain/accounts/application-limits.ts'
import { ARTIFACT_KINDS } from '../../domain/accounts/artifact-kind.ts'
import { lockForHolder } from '../accounts/account-sessions.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'
import type { NewToken } from './tokens.ts'

/** The access that an account has granted an application. */
export interface OauthGrant {
  readonly id: string
  readonly accountId: string
  readonly clientId: string
  readonly clientName: string | null
  readonly redirectHost: string
  /** Separated by spaces. */
  readonly scope: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly expiresAt: number
  /** Hours since the epoch. */
  readonly lastUsedHour: number | null
}

export interface NewGrant extends Omit<OauthGrant, 'lastUsedHour'> {
  /** Scopes that are not granted, and are taken back if they were granted before. */
  readonly refused?: readonly string[]
}

/** An application's access token, with its account. */
export interface GrantedToken {
  readonly grantId: string
  readonly clientId: string
  readonly accountId: string
  readonly scope: string
}

/**
 * Transactions that add to a grant or end it lock its account first, so that none deadlock. The purge of expired data locks
 * no account: if PostgreSQL detects a deadlock with another transaction, one of the two is run again.
 */
export class OauthGrants {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * Stores the access that an account grants an application, in addition to any earlier access. Refused scopes end:
   * tokens that have them are deleted, and renewed tokens do not get them.
   * @param mayAllow decides while the account is locked
   * @param max grants per account; one more ends the oldest
   * @param sessionHash of the browser in which it is allowed
   * @returns the id of the grant; undefined if the account is disabled or may not allow anything
   * @throws Refusal `authentication required` if the session has ended
   */
  allow(
    grant: NewGrant,
    mayAllow: (account: { readonly entitledUntil: number | null }) => boolean,
    max: number,
    sessionHash?: string,
  ): Promise<string | undefined> {
    const { accountId, clientId, clientName, redirectHost, createdAt: now, expiresAt, refused = [] } = grant
    return this.#engine.write(async db => {
      const account = await lockForHolder(this.#engine, db, { accountId, sessionHash })
      if (account.disabled === 1 || !mayAllow({ entitledUntil: account.entitled_until })) return undefined
      const shown = { client_name: clientName, redirect_host: redirectHost, expires_at: expiresAt }
      const existing = await this.#existing(db, grant)
      if (existing !== undefined) {
        const scope = unionOf(existing.scope, grant.scope, refused)
        for (const one of refused)
          await db.deleteFrom('token').where('grant_id', '=', existing.id).where('scope', 'like', `%${one}%`).execute()
        await db
          .updateTable('oauth_grant')
          .set({ ...shown, scope })
          .where('id', '=', existing.id)
          .execute()
        return existing.id
      }
      const row = { id: grant.id, account_id: accountId, client_id: clientId, scope: grant.scope, created_at: now }
      await db
        .insertInto('oauth_grant')
        .values({ ...row, ...shown })
        .execute()
      await db.updateTable('oauth_artifact').set('expires_at', null).where(isClient(clientId)).execute()
      const ofAccount = db.selectFrom('oauth_grant').select('id').where('account_id', '=', accountId)
      const newest = ofAccount.orderBy('created_at', 'desc').orderBy('id')
      for (const surplus of await newest.limit(max).offset(max).execute()) await end(db, surplus.id)
      return grant.id
    })
  }

  /** Finds a grant that has not expired. */
  find(id: string, now: number): Promise<OauthGrant | undefined> {
    return this.#select().where('id', '=', id).where('expires_at', '>', now).executeTakeFirst()
  }

  /** The account's grants that have not expired, newest first. */
  list(accountId: string, now: number): Promise<OauthGrant[]> {
    const ofAccount = this.#select().where('account_id', '=', accountId).where('expires_at', '>', now)
    return ofAccount.orderBy('created_at', 'desc').orderBy('id').execute()
  }

  /** Whether a client has a grant that has not expired. */
  async isAllowed(clientId: string, now: number): Promise<boolean> {
    const grant = this.#engine.reader.selectFrom('oauth_grant').select('id').where('client_id', '=', clientId)
    return (await grant.where('expires_at', '>', now).limit(1).executeTakeFirst()) !== undefined
  }

  /**
   * Ends a grant and all its codes and tokens, which are refused from the next call on.
   * @param accountId the account that it must belong to; any account if left out
   * @returns whether there was one
   */
  end(id: string, accountId?: string): Promise<boolean> {
    return this.#engine.write(async db => {
      const grant = await lockGrant(this.#engine, db, id)
      if (grant === undefined || (accountId !== undefined && grant.account_id !== accountId)) return false
      await end(db, id)
      return true
    })
  }

  /**
   * Stores an access token.
   * @param max tokens per grant; the oldest beyond it are deleted
   * @returns whether it was stored; nothing is added to an ended grant
   */
  addToken(token: NewToken, grantId: string, max: number): Promise<boolean> {
    const { id, accountId, kind, name, hash, lastFour, scope, expiresAt, createdAt } = token
    return this.#engine.write(async db => {
      if ((await lockGrant(this.#engine, db, grantId))?.account_id !== accountId) return false
      const row = { id, account_id: accountId, grant_id: grantId, kind, name, hash, last_four: lastFour, scope }
      await db
        .insertInto('token')
        .values({ ...row, expires_at: expiresAt, created_at: createdAt })
        .execute()
      const newest = db.selectFrom('token').select('id').where('grant_id', '=', grantId).orderBy('expires_at', 'desc')
      const surplus = newest.orderBy('id').limit(max).offset(max)
      await db.deleteFrom('token').where('id', 'in', surplus).execute()
      return true
    })
  }

  /** The unexpired access token with this hash, even if its account is disabled. */
  findToken(hash: string, now: number): Promise<GrantedToken | undefined> {
    return this.#engine.reader
      .selectFrom('token')
      .innerJoin('oauth_grant', 'oauth_grant.id', 'token.grant_id')
      .where('token.hash', '=', hash)
      .where('token.expires_at', '>', now)
      .select(['oauth_grant.id as grantId', 'client_id as clientId', 'token.account_id as accountId', 'token.scope'])
      .executeTakeFirst()
  }

  /**
   * Deletes expired artifacts, access tokens, and grants with everything that belongs to them. A registered client that
   * is no longer allowed by anybody starts to expire.
   */
  async purge(now: number): Promise<void> {
    const { reader } = this.#engine
    await this.#engine.write(db =>
      db.deleteFrom('oauth_artifact').where('kind', 'in', ARTIFACT_KINDS).where('expires_at', '<=', now).execute(),
    )
    await this.#engine.write(db =>
      db.deleteFrom('token').where('grant_id', 'is not', null).where('expires_at', '<=', now).execute(),
    )
    const expired = reader.selectFrom('oauth_grant').select('id').where('expires_at', '<=', now)
    for (const { id } of await expired.execute()) await this.#endExpired(id, now)
    const clients = reader.selectFrom('oauth_artifact').select('id').where('kind', '=', 'client')
    const unused = clients
      .where('expires_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('oauth_grant').select('id').whereRef('client_id', '=', 'oauth_artifact.id'))),
      )
    for (const { id } of await unused.execute()) await this.#expireUnused(id, now + CLIENT_LIFETIME_MS)
  }

  /** If the application is allowed again at this moment, the grant no longer counts as expired once it is locked. */
  #endExpired(id: string, now: number): Promise<void> {
    return this.#engine.write(async db => {
      const grant = await lockGrant(this.#engine, db, id)
      if (grant !== undefined && grant.expires_at <= now) await end(db, id)
    })
  }

  /** A transaction that is allowing the client holds its row until the new grant is visible. */
  #expireUnused(clientId: string, expiresAt: number): Promise<void> {
    return this.#engine.write(async db => {
      await this.#engine.lockRows(db.selectFrom('oauth_artifact').select('id').where(isClient(clientId))).execute()
      const grant = db.selectFrom('oauth_grant').select('id').where('client_id', '=', clientId).limit(1)
      if ((await grant.executeTakeFirst()) !== undefined) return
      await db.updateTable('oauth_artifact').set('expires_at', expiresAt).where(isClient(clientId)).execute()
    })
  }

  #select() {
    return this.#engine.reader
      .selectFrom('oauth_grant')
      .select(['id', 'account_id as accountId', 'client_id as clientId', 'client_name as clientName'])
      .select(['redirect_host as redirectHost', 'scope', 'created_at as createdAt', 'expires_at as expiresAt'])
      .select('last_used_hour as lastUsedHour')
  }

  /** The grant that the account already has for this application. An expired one is ended. */
  async #existing(db: Transaction<Tables>, { accountId, clientId, createdAt: now }: OauthGrantKey) {
    const found = await db
      .selectFrom('oauth_grant')
      .select(['id', 'scope', 'expires_at'])
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .executeTakeFirst()
    if (found === undefined || found.expires_at > now) return found
    await end(db, found.id)
    return undefined
  }
}

type OauthGrantKey = Pick<OauthGrant, 'accountId' | 'clientId' | 'createdAt'>

/** Locks a grant's account and thereby the grant. @returns the grant, unless it has ended */
export async function lockGrant(engine: Engine, db: Transaction<Tables>, id: string) {
  const query = db.selectFrom('oauth_grant').select(['id', 'account_id', 'expires_at']).where('id', '=', id)
  const found = await query.executeTakeFirst()
  if (found === undefined) return undefined
  await engine.lockRows(db.selectFrom('account').select('id').where('id', '=', found.account_id)).execute()
  // It may have ended while we waited for the lock.
  return query.executeTakeFirst()
}

async function end(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('oauth_artifact').where('grant_id', '=', id).execute()
  await db.deleteFrom('token').where('grant_id', '=', id).execute()
  await db.deleteFrom('oauth_grant').where('id', '=', id).execute()
}

function isClient(id: string) {
  return ({ and }: ExpressionBuilder<Tables, 'oauth_artifact'>) => and({ kind: 'client', id })
}

function unionOf(a: string, b: string, refused: readonly string[]): string {
  const scopes = new Set([...a.split(' '), ...b.split(' ')])
  return [...scopes.difference(new Set(refused))].sort().join(' ')
}
