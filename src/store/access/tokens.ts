import { TOKENS_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import { lockForHolder } from '../accounts/account-sessions.ts'
import { countTokens } from '../accounts/accounts.ts'
import type { Engine } from '../engine.ts'
import { prepareRead } from '../prepared-statement.ts'

export interface Token {
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly kind: 'pat' | 'oauth'
  readonly name: string | null
  readonly lastFour: string
  readonly scope: string
  /** Milliseconds since the epoch; null if it never expires. */
  readonly expiresAt: number | null
  /** Hours since the epoch. */
  readonly lastUsedHour: number | null
  readonly createdAt: string
}

export interface NewToken extends Omit<Token, 'email' | 'lastUsedHour'> {
  readonly hash: string
}

/** The data of a token and its account that authentication needs. */
export interface Bearer {
  /**
   * Id of a personal token. For an application's token, the id of its grant, because these tokens are replaced every
   * hour.
   */
  readonly id: string
  readonly accountId: string
  readonly kind: 'pat' | 'oauth'
  readonly scope: string
  readonly expiresAt: number | null
  readonly entitledUntil: number | null
  /** The account's revision, incremented by each change to what its survey list shows. */
  readonly revision: number
}

type BearerColumns = [string, string, 'pat' | 'oauth', string, number | null, number | null, number]

export class Tokens {
  readonly #engine: Engine
  readonly #byHash: (hash: string, disabled: 0) => Promise<readonly BearerColumns[]>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#byHash = prepareRead(
      engine,
      engine.reader
        .selectFrom('token')
        .innerJoin('account', 'account.id', 'token.account_id')
        .where('token.hash', '=', '')
        .where('account.disabled', '=', 0)
        .select(({ fn }) => fn.coalesce('token.grant_id', 'token.id').as('id'))
        .select(['token.account_id', 'token.kind', 'token.scope'])
        .select(['token.expires_at', 'account.entitled_until', 'account.revision']),
    )
  }

  /**
   * Adds a personal token, and deletes the oldest expired ones beyond ten.
   * @param maxTokens does not include expired tokens
   * @param sessionHash of the browser that creates it; undefined for the operator
   * @throws Refusal `authentication required` if the session has ended
   */
  add(token: NewToken, maxTokens: number, now: number, sessionHash?: string): Promise<'added' | 'limit_reached'> {
    const { id, accountId, kind, name, hash, lastFour, scope, expiresAt, createdAt } = token
    return this.#engine.write(async db => {
      await lockForHolder(this.#engine, db, { accountId, sessionHash })
      if ((await countTokens(db, accountId, now)) >= maxTokens) return 'limit_reached'
      const row = { id, account_id: accountId, kind, name, hash, last_four: lastFour, scope, expires_at: expiresAt }
      await db
        .insertInto('token')
        .values({ ...row, created_at: createdAt })
        .execute()
      const personal = db
        .selectFrom('token')
        .select('id')
        .where('account_id', '=', accountId)
        .where('grant_id', 'is', null)
      const expired = personal.where('expires_at', '<=', now).orderBy('expires_at', 'desc').orderBy('id')
      await db
        .deleteFrom('token')
        .where('id', 'in', expired.limit(TOKENS_PER_ACCOUNT).offset(TOKENS_PER_ACCOUNT))
        .execute()
      return 'added'
    })
  }

  /** The token with this hash, unless its account is disabled. */
  async findByHash(hash: string): Promise<Bearer | undefined> {
    const [columns] = await this.#byHash(hash, 0)
    if (columns === undefined) return undefined
    const [id, accountId, kind, scope, expiresAt, entitledUntil, revision] = columns
    return { id, accountId, kind, scope, expiresAt, entitledUntil, revision }
  }

  /** The tokens of one account, or of all accounts. Applications are listed by their grants instead. */
  list(accountId?: string): Promise<Token[]> {
    return this.#engine.reader
      .selectFrom('token')
      .innerJoin('account', 'account.id', 'token.account_id')
      .$if(accountId !== undefined, query => query.where('token.account_id', '=', accountId ?? ''))
      .where('token.grant_id', 'is', null)
      .select(['token.id', 'token.account_id as accountId', 'account.email', 'token.kind', 'token.name'])
      .select(['token.last_four as lastFour', 'token.scope', 'token.expires_at as expiresAt'])
      .select(['token.last_used_hour as lastUsedHour', 'token.created_at as createdAt'])
      .orderBy('token.created_at')
      .orderBy('token.id')
      .execute()
  }

  /** @param id of the bearer */
  recordUse(id: string, hour: number): void {
    this.#engine.recordTokenUse(id, hour)
  }

  /** Deletes a token, of this account if one is named. Its next call is refused. @returns whether the token existed */
  remove(id: string, accountId?: string): Promise<boolean> {
    return this.#engine.write(async db => {
      const { numDeletedRows } = await db
        .deleteFrom('token')
        .where('id', '=', id)
        .$if(accountId !== undefined, query => query.where('account_id', '=', accountId ?? ''))
        .executeTakeFirst()
      return numDeletedRows === 1n
    })
  }
}
