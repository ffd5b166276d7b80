import type { FastifyInstance } from 'fastify'
import type { Applications, OauthGrant } from '../../service/accounts/applications.ts'
import { formatHour, formatTimestamp } from '../../service/timestamp.ts'
import type { ApplicationView } from '../contract.ts'

interface ApplicationsParts {
  readonly applications: Applications
}

/** The applications that the account's holder has allowed to act for the account. */
export function applicationRoutes(app: FastifyInstance, { applications }: ApplicationsParts): void {
  app.get('/applications', async ({ holder }) => ({
    applications: (await applications.list(holder)).map(grant => view(grant)),
  }))
  app.delete<{ Params: { id: string } }>('/applications/:id', async ({ holder, params }, reply) => {
    await applications.disconnect(holder, params.id)
    return reply.code(204).send()
  })
}

function view({ id, clientName, redirectHost, scope, createdAt, lastUsedHour }: OauthGrant): ApplicationView {
  return {
    id,
    name: clientName,
    host: redirectHost,
    scopes: scope.split(' '),
    connected_at: formatTimestamp(createdAt),
    last_used_at: formatHour(lastUsedHour),
  }
}
