import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFormBodies } from '../transport/bodies/body.ts'
import { type ErrorResponse, renderErrors } from '../transport/errors.ts'
import { handleOtherMethods } from '../transport/methods.ts'
import { AuthorizationServer } from './authorization-server.ts'
import { authorizeRoutes } from './authorize.ts'
import { type ConsentParts, consentRoutes } from './consent.ts'
import { errorPage } from './error-page.ts'
import type { OidcServerParts } from './oidc-server.ts'
import { sendPage } from './page.ts'
import { RESOURCE_PATHS, resourceMetadata } from './resources.ts'

export type OauthParts = Omit<ConsentParts, 'authorizationServer'> &
  Omit<OidcServerParts, 'siteLinks' | 'mayRedirectErrors'>

/** The authorization server, where account holders give applications access, and applications get and renew tokens. */
export function oauth(given: OauthParts) {
  return async (app: FastifyInstance): Promise<void> => {
    const parts = { ...given, authorizationServer: new AuthorizationServer({ ...given, siteLinks: app.siteLinks }) }
    await handleOtherMethods(app, async app => pageRoutes(app, parts))
    await handleOtherMethods(app, async app => clientRoutes(app, parts), handlePreflight)
  }
}

/** Routes for people. */
function pageRoutes(app: FastifyInstance, parts: ConsentParts): void {
  readFormBodies(app)
  renderErrors(app, renderErrorPage)
  authorizeRoutes(app, parts)
  consentRoutes(app, parts)
}

/**
 * Routes for applications, which may also call them from their own pages: no cookie is read, so there is nothing to
 * protect by origin.
 */
function clientRoutes(app: FastifyInstance, { authorizationServer, attempts, addressOf, baseUrl }: ConsentParts): void {
  renderErrors(app, sendOauthError)
  app.addHook('onRequest', async (_, reply) => void reply.headers(CORS))
  // The library reads bodies itself, up to 56 KiB.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_, __, done) => done(null))
  app.get('/.well-known/oauth-authorization-server', (request, reply) => authorizationServer.handle(request, reply))
  app.get('/oauth/jwks', (request, reply) => authorizationServer.handle(request, reply))
  for (const [path, attempt] of LIMITED_ROUTES)
    app.post(path, (request, reply) => {
      attempts.consume(attempt, addressOf(request.raw), '')
      return authorizationServer.handle(request, reply)
    })
  for (const path of RESOURCE_PATHS)
    app.get(`/.well-known/oauth-protected-resource${path}`, async () => resourceMetadata(path, baseUrl))
}

/** Requests from applications whose number is limited, with the limit that each counts towards. */
const LIMITED_ROUTES = [
  ['/oauth/token', 'token'],
  ['/oauth/revoke', 'revoke'],
  ['/oauth/register', 'register_client'],
] as const

/** Renders our errors in the form that OAuth clients expect (RFC 6749, section 5.2). */
function sendOauthError({ status, headers, body }: ErrorResponse, _: unknown, reply: FastifyReply): FastifyReply {
  const error = OAUTH_ERRORS[status] ?? 'invalid_request'
  return reply.code(status).headers(headers).send({ error, error_description: body.error })
}

const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'WWW-Authenticate, Retry-After' }

/** @param allow the path's methods, separated by commas */
function handlePreflight(reply: FastifyReply, allow: string): FastifyReply {
  const headers = { 'access-control-allow-headers': 'Content-Type, Authorization, MCP-Protocol-Version' }
  return reply
    .code(204)
    .headers({ ...CORS, ...headers, 'access-control-allow-methods': allow, allow })
    .send()
}

const ERRORS: Readonly<Record<number, string>> = {
  403: 'foreign_origin',
  429: 'too_many_attempts',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

function renderErrorPage({ status }: ErrorResponse, _: unknown, reply: FastifyReply): FastifyReply {
  return sendPage(reply, errorPage(ERRORS[status] ?? 'invalid_request', reply.server.siteLinks))
}
