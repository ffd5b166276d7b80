import {
  ACCESS_TOKEN_LIFETIME_MS,
  CLIENT_LIFETIME_MS,
  DOUBLE_SEND_MS,
  INTERACTION_LIFETIME_MS,
  MAX_WAITING_CLIENTS,
  TOKENS_PER_GRANT,
} from '../../domain/accounts/application-limits.ts'
import type { ArtifactKind } from '../../domain/accounts/artifact-kind.ts'
import type { StoredArtifact } from '../../store/access/oauth-artifacts.ts'
import type { GrantedToken, OauthGrant } from '../../store/access/oauth-grants.ts'
import { tokenHash } from '../access/token.ts'
import { type Context, timestamp } from '../context.ts'

export type { ArtifactKind, OauthGrant }

/** A stored artifact. */
export interface FoundArtifact {
  readonly payload: string
  /** Time until expiry; infinite for a registered client that somebody has allowed. */
  readonly secondsLeft: number
  /** Whether it was used before. A second use may mean that it was stolen. */
  readonly isConsumed: boolean
}

export interface NewArtifact {
  readonly payload: string
  readonly accountId: string | null
  readonly grantId: string | null
  readonly lifetimeMs: number
}

/**
 * The authorization server's storage: grants, codes, tokens, and registered applications. Ids that give access are
 * stored as hashes. Times come from the context's clock, not from the library's.
 */
export class Grants {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /** @returns whether it was stored; nothing is added to an ended grant */
  save(kind: ArtifactKind, id: string, { lifetimeMs, ...artifact }: NewArtifact): Promise<boolean> {
    const { store, clock } = this.#context
    const now = clock()
    const row = { kind, id: keyOf(kind, id), expiresAt: now + lifetimeMs, ...artifact }
    return store.oauthArtifacts.save(row, now, TOKENS_PER_GRANT)
  }

  /** @returns whether there was room for it */
  registerClient(id: string, payload: string): Promise<boolean> {
    const { store, clock } = this.#context
    const now = clock()
    return store.oauthArtifacts.addClient({ id, payload, expiresAt: now + CLIENT_LIFETIME_MS }, now, {
      max: MAX_WAITING_CLIENTS,
      registeredBefore: now - INTERACTION_LIFETIME_MS,
    })
  }

  async find(kind: ArtifactKind, id: string): Promise<FoundArtifact | undefined> {
    const { store, clock } = this.#context
    const now = clock()
    const found = await store.oauthArtifacts.find(kind, keyOf(kind, id), now)
    if (found === undefined || isSentTwice(found, now)) return undefined
    const { payload, expiresAt, redeemed } = found
    return { payload, secondsLeft: secondsUntil(expiresAt, now), isConsumed: redeemed === 1 }
  }

  /** Consumes a code or refresh token. @returns whether this call consumed it; of parallel calls exactly one does */
  consume(kind: ArtifactKind, id: string): Promise<boolean> {
    const { store, clock } = this.#context
    const now = clock()
    const abandonedAt = kind === 'refresh_token' ? now - DOUBLE_SEND_MS : undefined
    return store.oauthArtifacts.consume(kind, keyOf(kind, id), now, abandonedAt)
  }

  /** Records that tokens are being sent for a code or refresh token. From now on, a second use ends the grant. */
  setRedeemed(kind: ArtifactKind, id: string): Promise<void> {
    const { store, clock } = this.#context
    return store.oauthArtifacts.setRedeemed(kind, keyOf(kind, id), clock())
  }

  /**
   * Records that no tokens are being sent for a used refresh token, which therefore becomes valid again.
   * @param successor the token stored in its place, which nobody has received
   */
  async release(refreshToken: string, successor: string | undefined): Promise<void> {
    if (successor !== undefined) await this.remove('refresh_token', successor)
    await this.#context.store.oauthArtifacts.release('refresh_token', keyOf('refresh_token', refreshToken))
  }

  remove(kind: ArtifactKind, id: string): Promise<void> {
    return this.#context.store.oauthArtifacts.remove(kind, keyOf(kind, id))
  }

  /** Whether any account has allowed a client. */
  isAllowed(clientId: string): Promise<boolean> {
    return this.#context.store.oauthGrants.isAllowed(clientId, this.#context.clock())
  }

  findGrant(id: string): Promise<OauthGrant | undefined> {
    return this.#context.store.oauthGrants.find(id, this.#context.clock())
  }

  /** Ends a grant with all its codes and tokens, at once. */
  async end(grantId: string): Promise<void> {
    await this.#context.store.oauthGrants.end(grantId)
  }

  /** @returns whether it was stored; nothing is added to an ended grant */
  addAccessToken(token: string, { grantId, accountId, scope }: Omit<GrantedToken, 'clientId'>) {
    const { store, random, clock } = this.#context
    const details = { kind: 'oauth', name: null, lastFour: token.slice(-4), scope } as const
    const times = { createdAt: timestamp(this.#context), expiresAt: clock() + ACCESS_TOKEN_LIFETIME_MS }
    const row = { id: random.uuid(), accountId, hash: tokenHash(token), ...details, ...times }
    return store.oauthGrants.addToken(row, grantId, TOKENS_PER_GRANT)
  }

  findAccessToken(token: string): Promise<GrantedToken | undefined> {
    return this.#context.store.oauthGrants.findToken(tokenHash(token), this.#context.clock())
  }

  /** Whether an account's tokens may be renewed: it exists and is not disabled. No subscription is needed for that. */
  async isActive(accountId: string): Promise<boolean> {
    return (await this.#context.store.accounts.findProfile(accountId))?.disabled === false
  }
}

/** The id of a registered client is not a secret: everybody who is asked to allow it sees it. */
function keyOf(kind: ArtifactKind, id: string): string {
  return kind === 'client' ? id : tokenHash(id)
}

/**
 * Whether a used code or refresh token is merely a repeated request: within seconds for a refresh token, or while the
 * tokens for a code are being sent. It is refused like an unknown one, without ending anything. If no tokens were sent
 * for a refresh token by then, for example because the process died, it becomes valid again.
 */
function isSentTwice({ kind, consumedAt, redeemed }: StoredArtifact, now: number): boolean {
  if (consumedAt === null) return false
  return kind === 'code' ? redeemed === 0 : now - consumedAt < DOUBLE_SEND_MS
}

function secondsUntil(time: number | null, now: number): number {
  return time === null ? Number.POSITIVE_INFINITY : Math.ceil((time - now) / 1_000)
}
