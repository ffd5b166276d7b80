import { SESSIONS_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import { hourOf } from '../../domain/accounts/session.ts'
import type { NewSession } from '../../store/accounts/account-sessions.ts'
import { tokenHash } from '../access/token.ts'
import type { Context } from '../context.ts'

/**
 * A new session, and its id for the browser; only a hash of the id is stored.
 * @param previous id of the browser's previous session, which ends
 * @param verifiedAt when the account's holder was verified, in milliseconds since the epoch
 */
export function newSession(
  { random, clock }: Context,
  previous: string | undefined,
  verifiedAt = clock(),
): { id: string; session: NewSession } {
  const [id, now] = [random.uuid(), clock()]
  const times = { createdAt: now, lastUsedHour: hourOf(now), verifiedAt }
  const replaced = previous === undefined ? undefined : tokenHash(previous)
  return { id, session: { idHash: tokenHash(id), ...times, replaced, max: SESSIONS_PER_ACCOUNT } }
}
