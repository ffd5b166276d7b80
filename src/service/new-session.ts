import { SESSIONS_PER_ACCOUNT } from '../domain/limits.ts'
import { hourOf } from '../domain/session.ts'
import type { NewSession } from '../store/account-sessions.ts'
import type { Context } from './context.ts'
import { tokenHash } from './token.ts'

/**
 * A new session, and its id for the browser: only a hash of it is stored.
 * @param previous id of the session that the browser had, which ends
 * @param verifiedAt when the holder of the account was verified, in milliseconds since the epoch
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
