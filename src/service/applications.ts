import { APPLICATIONS_PER_ACCOUNT, GRANT_LIFETIME_MS } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import { isId } from '../domain/text.ts'
import type { OauthGrant } from '../store/oauth-grants.ts'
import type { AccountHolder } from './authentication.ts'
import type { Context } from './context.ts'
import { emailOf } from './email-lookup.ts'
import { type Entitlement, isEntitled } from './entitlement.ts'
import { checkFound } from './not-found.ts'

export type { OauthGrant }

/** What a consent page says about an application, and what the account's holder has agreed to there. */
export type Consent = Pick<OauthGrant, 'clientId' | 'clientName' | 'redirectHost' | 'scope'>

/** The applications that an account has allowed to act for it. */
export class Applications {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Gives an application the access that the holder has agreed to, in addition to any earlier one.
   * @returns the id of the grant
   * @throws Refusal `upgrade required`, `authentication required` if the session has ended
   */
  async allow({ accountId, sessionHash }: AccountHolder, consent: Consent): Promise<string> {
    const { store, random, clock } = this.#context
    const times = { createdAt: clock(), expiresAt: clock() + GRANT_LIFETIME_MS }
    const grant = { id: random.uuid(), accountId, ...consent, ...times }
    const mayAllow = (account: Entitlement) => isEntitled(account, this.#context)
    const id = await store.oauthGrants.allow(grant, mayAllow, APPLICATIONS_PER_ACCOUNT, sessionHash)
    if (id === undefined) throw new Refusal('entitlement_required')
    return id
  }

  /** Newest first. */
  list({ accountId }: AccountHolder): Promise<readonly OauthGrant[]> {
    return this.#context.store.oauthGrants.list(accountId, this.#context.clock())
  }

  /** Ends all tokens of an application: its next call is refused. @throws Refusal `not found` */
  async disconnect({ accountId }: AccountHolder, id: string): Promise<void> {
    const isEnded = isId(id) && (await this.#context.store.oauthGrants.end(id, accountId))
    checkFound(isEnded)
  }

  /** The e-mail address of the account. */
  emailOf(holder: AccountHolder): Promise<string> {
    return emailOf(this.#context, holder)
  }
}
