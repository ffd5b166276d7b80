import { APPLICATIONS_PER_ACCOUNT, GRANT_LIFETIME_MS } from '../../domain/accounts/application-limits.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { isId } from '../../domain/values/text.ts'
import type { OauthGrant } from '../../store/access/oauth-grants.ts'
import type { AccountHolder } from '../access/authentication.ts'
import { type Entitlement, isEntitled } from '../access/entitlement.ts'
import type { Context } from '../context.ts'
import { checkFound } from '../not-found.ts'
import { emailOf } from './email-lookup.ts'
import { isRecentlyVerified, requireVerification } from './verification.ts'

export type { OauthGrant }

/** What a consent page says about an application, and the scopes that the account's holder agreed to there. */
export interface Consent extends Pick<OauthGrant, 'clientId' | 'clientName' | 'redirectHost' | 'scope'> {
  /** Scopes that the application asked for too, and the holder did not allow. */
  readonly refused: readonly string[]
}

/** The applications that may act for an account. */
export class Applications {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Grants an application the access that the holder has agreed to, in addition to any earlier access except what is refused now.
   * @returns the id of the grant
   * @throws Refusal `give your password again`, `upgrade required`, `authentication required` if the session has ended
   */
  async allow(holder: AccountHolder, consent: Consent): Promise<string> {
    const { store, random, clock } = this.#context
    const { accountId, sessionHash } = holder
    requireVerification(holder, clock())
    const times = { createdAt: clock(), expiresAt: clock() + GRANT_LIFETIME_MS }
    const grant = { id: random.uuid(), accountId, ...consent, ...times }
    const mayAllow = (account: Entitlement) => isEntitled(account, this.#context)
    const id = await store.oauthGrants.allow(grant, mayAllow, APPLICATIONS_PER_ACCOUNT, sessionHash)
    if (id === undefined) throw new Refusal('entitlement_required')
    return id
  }

  /** Whether the holder must prove their identity before allowing anything. */
  needsVerification(holder: AccountHolder): boolean {
    return !isRecentlyVerified(holder, this.#context.clock())
  }

  /** Whether the holder has allowed an application before. */
  async isAllowed(holder: AccountHolder, clientId: string): Promise<boolean> {
    return (await this.list(holder)).some(grant => grant.clientId === clientId)
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
