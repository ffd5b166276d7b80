import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AttemptLimits } from '../service/attempt-limits.ts'
import type { AccountHolder } from '../service/authentication.ts'
import { SCOPES } from '../service/scope.ts'
import type { Library } from './library.ts'
import { SUPPORTED_SCOPES } from './resources.ts'

export interface AuthorizeParts {
  readonly library: Library
  /** The holder who is signed in to the browser of a request. */
  readonly holderOf: (request: FastifyRequest) => Promise<AccountHolder | undefined>
  readonly attempts: AttemptLimits
  /** Address of the network that a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string
}

/** The authorization endpoint, to which applications send people. It requires signing in. */
export function authorizeRoutes(
  app: FastifyInstance,
  { library, holderOf, attempts, addressOf }: AuthorizeParts,
): void {
  app.get('/oauth/authorize', async (request, reply) => {
    const sent = new URL(request.url, 'https://here.invalid').searchParams
    const holder = await holderOf(request)
    const isQuiet = sent.getAll('prompt').join() === 'none'
    if (holder === undefined && !isQuiet) return signIn(request, reply)
    attempts.consume('authorize', addressOf(request.raw), holder?.accountId ?? '')
    request.raw.url = `/oauth/authorize?${known(sent)}`
    return library.answer(request, reply)
  })
  app.get('/oauth/authorize/:uid', (request, reply) => library.answer(request, reply))
}

/** Leads to the sign-in page, and back to the request afterwards. */
export function signIn({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/sign-in?next=${encodeURIComponent(url)}`, 303)
}

/**
 * Scopes of others, such as those of OpenID Connect, are ignored. If none of ours is named, both are asked for. The response
 * mode is ignored, too: a code is always sent in the query of the redirect, never by a page with a script.
 */
function known(sent: URLSearchParams): URLSearchParams {
  sent.delete('response_mode')
  // The library refuses parameters that are sent twice.
  if (sent.getAll('scope').length > 1) return sent
  const asked = (sent.get('scope') ?? '').split(' ').filter(name => SUPPORTED_SCOPES.includes(name))
  const scopes = SCOPES.some(name => asked.includes(name)) ? asked : [...SCOPES, ...asked]
  sent.set('scope', [...new Set(scopes)].join(' '))
  return sent
}
