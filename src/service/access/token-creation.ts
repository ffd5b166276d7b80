import { TOKENS_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import { parseOptionalName } from '../../domain/accounts/person-name.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { type Context, timestamp } from '../context.ts'
import { SCOPES } from './scope.ts'
import { makeToken, tokenHash } from './token.ts'

export interface TokenDetails {
  readonly name: string | null
  /** Milliseconds since the epoch; null for a token that never expires. */
  readonly expiresAt: number | null
}

export interface CreatedToken extends TokenDetails {
  readonly id: string
  /** Shown only now, and not stored. */
  readonly token: string
  readonly lastFour: string
  readonly createdAt: string
}

interface TokenOwner {
  readonly accountId: string
  readonly isEntitled: boolean
  /** Hash of the session id of the requesting browser. */
  readonly sessionHash?: string | undefined
}

/**
 * @throws Refusal if the name is invalid, `upgrade required` without a subscription, `token limit reached` at ten, `authentication
 *   required` if the session has ended
 */
export async function createToken(
  context: Context,
  { accountId, isEntitled, sessionHash }: TokenOwner,
  { name: given, expiresAt }: TokenDetails,
): Promise<CreatedToken> {
  const { store, random, clock } = context
  if (!isEntitled) throw new Refusal('entitlement_required')
  const name = parseOptionalName(given)
  const token = makeToken(random)
  const created = { id: random.uuid(), name, expiresAt, lastFour: token.slice(-4), createdAt: timestamp(context) }
  const row = { ...created, accountId, kind: 'pat', hash: tokenHash(token), scope: SCOPES.join(' ') } as const
  const outcome = await store.tokens.add(row, TOKENS_PER_ACCOUNT, clock(), sessionHash)
  if (outcome === 'limit_reached') throw new Refusal('token_limit')
  return { ...created, token }
}
