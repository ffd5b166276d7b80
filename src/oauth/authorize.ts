import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AttemptLimits } from '../service/access/attempt-limits.ts'
import type { AccountHolder } from '../service/access/authentication.ts'
import { SCOPES } from '../service/access/scope.ts'
import type { Applications } from '../service/accounts/applications.ts'
import type { AuthorizationServer } from './authorization-server.ts'
import { SUPPORTED_SCOPES } from './resources.ts'

export interface AuthorizeParts {
  readonly authorizationServer: AuthorizationServer
  readonly applications: Applications
  /** The account holder signed in to the requesting browser. */
  readonly holderOf: (request: FastifyRequest) => Promise<AccountHolder | undefined>
  readonly attempts: AttemptLimits
  /** Network address of a request. */
  readonly addressOf: (request: IncomingMessage) => string
}

/** The authorization endpoint, to which applications send people. It requires signing in. */
export function authorizeRoutes(
  app: FastifyInstance,
  { authorizationServer, applications, holderOf, attempts, addressOf }: AuthorizeParts,
): void {
  app.get('/oauth/authorize', async (request, reply) => {
    const sent = new URL(request.url, 'https://here.invalid').searchParams
    const holder = await holderOf(request)
    const isQuiet = sent.getAll('prompt').join() === 'none'
    if (holder === undefined && !isQuiet) return signIn(request, reply)
    attempts.consume('authorize', addressOf(request.raw), holder?.accountId ?? '')
    if (holder !== undefined && (await applications.isAllowed(holder, sent.get('client_id') ?? '')))
      authorizationServer.trust(request)
    request.raw.url = `/oauth/authorize?${known(sent)}`
    return authorizationServer.handle(request, reply)
  })
  app.get('/oauth/authorize/:uid', (request, reply) => authorizationServer.handle(request, reply))
}

/** Redirects to the sign-in page, and back to the request afterwards. */
export function signIn({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/sign-in?next=${encodeURIComponent(url)}`, 303)
}

/** Redirects to the sign-in page even if somebody is signed in, and back to the request afterwards. */
export function confirmIdentity({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/sign-in?confirm=1&next=${encodeURIComponent(url)}`, 303)
}

/**
 * Other scopes, such as those of OpenID Connect, are ignored. If neither
 * reading nor writing is named, both are requested. The response mode is also ignored: a code is always sent in the
 * redirect's query, never by a page with a script.
 */
function known(sent: URLSearchParams): URLSearchParams {
  sent.delete('response_mode')
  // The library refuses duplicate parameters.
  if (sent.getAll('scope').length > 1) return sent
  const asked = (sent.get('scope') ?? '').split(' ').filter(name => SUPPORTED_SCOPES.includes(name))
  const scopes = SCOPES.some(name => asked.includes(name)) ? asked : [...SCOPES, ...asked]
  sent.set('scope', [...new Set(scopes)].join(' '))
  return sent
}
