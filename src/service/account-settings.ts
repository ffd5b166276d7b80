import { SURVEYS_PER_ACCOUNT, TOKENS_PER_ACCOUNT, VERIFICATION_MS } from '../domain/limits.ts'
import type { AccountProfile } from '../store/accounts.ts'
import type { AccountHolder } from './authentication.ts'
import type { Context } from './context.ts'
import { FOREVER } from './entitlement.ts'
import { orNotFound } from './not-found.ts'

export { FOREVER }

/** An account as its holder sees it. */
export interface Profile extends AccountProfile {
  readonly isEntitled: boolean
  readonly isRecentlyVerified: boolean
  readonly surveysLeft: number
  readonly tokensLeft: number
}

/** What the holder of an account reads and changes of it. */
export class AccountSettings {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** @throws Refusal `not found` if it was deleted after authentication */
  async profile(holder: AccountHolder): Promise<Profile> {
    const { store, clock } = this.#context
    const [profile, used] = await Promise.all([
      store.accounts.findProfile(holder.accountId),
      store.accounts.countUsed(holder.accountId, clock()),
    ])
    return {
      ...orNotFound(profile),
      isEntitled: holder.isEntitled,
      isRecentlyVerified: isRecentlyVerified(holder, clock()),
      surveysLeft: Math.max(0, SURVEYS_PER_ACCOUNT - used.surveys),
      tokensLeft: Math.max(0, TOKENS_PER_ACCOUNT - used.tokens),
    }
  }
}

/** Whether the password was given within the last minutes. A clock that was set back ends that. */
function isRecentlyVerified({ verifiedAt }: AccountHolder, now: number): boolean {
  return verifiedAt !== undefined && now >= verifiedAt && now < verifiedAt + VERIFICATION_MS
}
