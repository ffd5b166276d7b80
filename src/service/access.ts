import { CALLS_PER_WINDOW, CUSTOM_SLUGS_PER_WINDOW } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Bearer } from '../store/tokens.ts'
import type { Context } from './context.ts'
import { couldBeToken, tokenHash } from './token.ts'

export const SCOPES = ['surveys:read', 'surveys:write'] as const
export type Scope = (typeof SCOPES)[number]

/** Who calls, after all checks. */
export interface Caller {
  readonly accountId: string
  readonly kind: 'pat' | 'oauth'
  /** As the token has it, separated by spaces. */
  readonly scope: string
  /** The account's, read with the token: grows with each change of what the list of its surveys shows. */
  readonly revision: number
}

/** The last use of a token is kept in hours since the epoch: these milliseconds each. */
export const HOUR_MS = 3_600_000

/** Whether a call may be made: by token, budget, subscription and scope, in that order, anew on every call. */
export class Access {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * @param token as it was sent; undefined where none was
   * @param needed the scopes that the call needs, all of them; `either` where any one will do
   * @throws Refusal `authentication required`, `rate limit exceeded` with the seconds to wait, `upgrade required`,
   *   `insufficient scope`
   */
  async admit(token: string | undefined, needed: readonly Scope[] | 'either'): Promise<Caller> {
    const bearer = await this.#authenticate(token)
    await this.#count(bearer)
    if (!isEntitled(bearer, this.#context.clock())) throw new Refusal('entitlement_required')
    checkScope(bearer.scope, needed)
    return bearer
  }

  async #authenticate(token: string | undefined): Promise<Bearer> {
    const known = token !== undefined && couldBeToken(token)
    const bearer = known ? await this.#context.store.tokens.findByHash(tokenHash(token)) : undefined
    const now = this.#context.clock()
    if (bearer === undefined || (bearer.expiresAt !== null && bearer.expiresAt <= now))
      throw new Refusal('authentication_required')
    this.#context.store.tokens.recordUse(bearer.id, Math.floor(now / HOUR_MS))
    return bearer
  }

  async #count({ id }: Bearer): Promise<void> {
    const { store, clock } = this.#context
    const { allowed, millisecondsLeft } = await store.consumeRateLimit(`calls:${id}`, CALLS_PER_WINDOW, clock())
    if (!allowed) throw new Refusal('call_limit', { retryAfter: Math.ceil(millisecondsLeft / 1000) })
  }
}

/** Subscribed means that this lies ahead: milliseconds since the epoch, null for never. */
export function isEntitled({ entitledUntil }: { readonly entitledUntil: number | null }, now: number): boolean {
  return entitledUntil !== null && entitledUntil > now
}

/** One attempt of the account's custom slugs, whatever becomes of it. @throws Refusal `rate limit exceeded` */
export async function spendCustomSlug({ store, clock }: Context, accountId: string): Promise<void> {
  const { allowed } = await store.consumeRateLimit(slugBucket(accountId), CUSTOM_SLUGS_PER_WINDOW, clock())
  if (!allowed) throw new Refusal('custom_slug_limit')
}

/** For an attempt that a request would not have spent, had it known what was made under its key meanwhile. */
export async function giveCustomSlugBack({ store, clock }: Context, accountId: string): Promise<void> {
  await store.refundRateLimit(slugBucket(accountId), clock())
}

function slugBucket(accountId: string): string {
  return `slugs:${accountId}`
}

function checkScope(scope: string, needed: readonly Scope[] | 'either'): void {
  const held = new Set(scope.split(' '))
  const missing = (needed === 'either' ? SCOPES : needed).filter(name => !held.has(name))
  if (missing.length > (needed === 'either' ? 1 : 0))
    throw new Refusal('insufficient_scope', { scope: missing.join(' ') })
}
