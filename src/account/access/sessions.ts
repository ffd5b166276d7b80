import type { FastifyInstance } from 'fastify'
import type { AccountSession, AccountSessions } from '../../service/accounts/account-sessions.ts'
import { formatHour, formatTimestamp } from '../../service/timestamp.ts'
import type { SessionView } from '../contract.ts'

interface SessionsParts {
  readonly accountSessions: AccountSessions
}

/** The browsers signed in to the account. */
export function sessionRoutes(app: FastifyInstance, { accountSessions }: SessionsParts): void {
  app.get('/sessions', async ({ holder }) => ({
    sessions: (await accountSessions.list(holder)).map(session => view(session, holder.sessionHash)),
  }))
  app.delete('/sessions', async ({ holder }, reply) => {
    await accountSessions.revokeOthers(holder)
    return reply.code(204).send()
  })
  app.delete<{ Params: { id: string } }>('/sessions/:id', async ({ holder, params }, reply) => {
    await accountSessions.revoke(holder, params.id)
    return reply.code(204).send()
  })
}

/** A session is identified by the hash of its id, which cannot be used to sign in. */
function view({ idHash, createdAt, lastUsedHour }: AccountSession, current: string | undefined): SessionView {
  return {
    id: idHash,
    created_at: formatTimestamp(createdAt),
    last_used_at: formatHour(lastUsedHour),
    current: idHash === current,
  }
}
