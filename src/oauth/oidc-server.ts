import { createPrivateKey } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type Client, type Context, errors, Provider } from 'oidc-provider'
import {
  ACCESS_TOKEN_LIFETIME_MS,
  CLIENT_ID_LENGTH,
  CODE_LIFETIME_MS,
  DOCUMENT_CACHE_SECONDS,
  GRANT_LIFETIME_MS,
  INTERACTION_LIFETIME_MS,
  REFRESH_TOKEN_LIFETIME_MS,
} from '../domain/accounts/application-limits.ts'
import { Refusal } from '../domain/values/refusal.ts'
import { REFUSALS } from '../domain/values/refusals.ts'
import type { SiteLinks } from '../domain/values/site-links.ts'
import { ALL_SCOPES } from '../service/access/scope.ts'
import type { Grants } from '../service/accounts/grants.ts'
import type { Keys } from '../service/keys.ts'
import { adapterOn } from './adapter.ts'
import { adaptClientMetadata, PUBLIC_CLIENT } from './client-metadata.ts'
import { COOKIES } from './cookies.ts'
import { documentHost } from './document-host.ts'
import { errorPage } from './error-page.ts'
import { isOwnResource, SUPPORTED_SCOPES } from './resources.ts'

export interface OidcServerParts {
  readonly grants: Grants
  readonly keys: Pick<Keys, 'oauth'>
  /** The service's public address, without a trailing slash. It is the issuer, whatever host a request names. */
  readonly baseUrl: string
  readonly log: FastifyBaseLogger
  /** Fetches a small JSON document from the public internet, and from nowhere else. */
  readonly fetchDocument: (address: URL) => Promise<Response>
  readonly siteLinks: SiteLinks
  /** Whether a request's errors may be sent to the application that it names. */
  readonly mayRedirectErrors: (request: IncomingMessage) => boolean
}

/** The authorization server: codes with PKCE for public clients, opaque tokens, rotating refresh tokens. */
export function createOidcServer(parts: OidcServerParts): Provider {
  const { grants, baseUrl, log, siteLinks, mayRedirectErrors } = parts
  const provider = new Provider(baseUrl, configurationOf(parts))
  // Together with the headers that `prepare` in `authorization-server.ts` sets, this makes addresses depend only on `baseUrl`.
  provider.proxy = true
  const unavailable = new WeakSet<Context>()
  const note = (context: Context, err: unknown) => {
    if (err instanceof Refusal && err.refusal === 'unavailable') unavailable.add(context)
    else log.error({ err }, 'the authorization server failed')
  }
  provider.use(async (context, next) => {
    try {
      await next()
      await finish(context, grants)
      const error = redirectedError(context)
      if (error !== undefined && !mayRedirectErrors(context.req)) {
        context.response.remove('location')
        context.status = 400
        showError(context, error, siteLinks)
      }
    } catch (err) {
      note(context, err)
      context.status = 500
      context.body = { error: 'server_error' }
    }
    if (unavailable.has(context) && context.status === 500) sendUnavailable(context, siteLinks)
  })
  provider.on('server_error', note)
  return provider
}

/**
 * The error with which an authorization request would be redirected. Anybody can register an address and make people
 * follow a link to us that leads there, so the redirect requires an application that the person has allowed before (RFC
 * 9700, section 4.11.2). A person who declines an application was asked first; that is another route.
 */
function redirectedError({ oidc, response }: Context): string | undefined {
  const location = oidc?.route === 'authorization' ? String(response.get('location') ?? '') : ''
  const url = URL.parse(location)
  if (url === null) return undefined
  return url.searchParams.get('error') ?? new URLSearchParams(url.hash.slice(1)).get('error') ?? undefined
}

function showError(context: Context, error: string, siteLinks: SiteLinks): void {
  const { text, headers } = errorPage(error, siteLinks)
  context.type = 'html'
  context.set(headers)
  context.body = text
}

/** Replaces the library's error response while the database is unavailable. */
function sendUnavailable(context: Context, siteLinks: SiteLinks): void {
  const error = 'temporarily_unavailable'
  context.status = 503
  context.set({ 'retry-after': '1' })
  context.body =
    context.type === 'text/html'
      ? errorPage(error, siteLinks).text
      : { error, error_description: REFUSALS.unavailable.error }
}

/** Completes a request after the library has made its response, before it is sent. */
async function finish(context: Context, grants: Grants): Promise<void> {
  forgetSession(context)
  const { oidc, status } = context
  if (oidc?.route === 'discovery') context.body = publishedMetadata(context.body)
  if (oidc?.route !== 'token') return
  const { AuthorizationCode: code, RotatedRefreshToken: renewed, RefreshToken: successor } = oidc.entities
  if (renewed !== undefined && status !== 200) await grants.release(renewed.jti, successor?.jti)
  else if (renewed !== undefined) await grants.setRedeemed('refresh_token', renewed.jti)
  else if (code !== undefined && status === 200) await grants.setRedeemed('code', code.jti)
}

function configurationOf({ grants, keys, baseUrl, siteLinks, fetchDocument }: OidcServerParts): object {
  const { seed, cookies } = keys.oauth
  return {
    adapter: adapterOn(grants, baseUrl),
    jwks: { keys: [signingKey(seed)] },
    cookies: { keys: cookies, names: COOKIES },
    routes: ROUTES,
    scopes: SUPPORTED_SCOPES,
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    clientDefaults: PUBLIC_CLIENT,
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_: unknown, __: string, ___: unknown, metadata: Record<string, unknown>) =>
        adaptClientMetadata(metadata),
    },
    pkce: { required: () => true },
    ttl: {
      AccessToken: ACCESS_TOKEN_LIFETIME_MS / 1_000,
      AuthorizationCode: CODE_LIFETIME_MS / 1_000,
      RefreshToken: REFRESH_TOKEN_LIFETIME_MS / 1_000,
      Grant: GRANT_LIFETIME_MS / 1_000,
      Interaction: INTERACTION_LIFETIME_MS / 1_000,
      IdToken: ACCESS_TOKEN_LIFETIME_MS / 1_000,
      Session: INTERACTION_LIFETIME_MS / 1_000,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    // Tokens do not depend on how long a browser is signed in.
    expiresWithSession: async () => false,
    // Whichever token an application revokes, its whole grant ends.
    revokeGrantPolicy: () => true,
    // Only what the consent page has just granted; nothing is allowed without it.
    loadExistingGrant: async ({ oidc }: Context) => {
      const grantId = oidc?.result?.consent?.grantId
      return grantId === undefined ? undefined : oidc?.provider.Grant.find(grantId)
    },
    findAccount: async (_: Context, accountId: string) =>
      (await grants.isActive(accountId)) ? { accountId, claims: async () => ({ sub: accountId }) } : undefined,
    interactions: { url: (_: Context, { uid }: { uid: string }) => `/oauth/interaction/${uid}` },
    clientBasedCORS: () => true,
    renderError: async (context: Context, { error }: { error: string }) => {
      const isUnreadable =
        error.startsWith('invalid_client') && documentHost(context.oidc?.params?.client_id) !== undefined
      showError(context, isUnreadable ? 'unreadable_document' : error, siteLinks)
    },
    // Clients' metadata documents are the only thing that this server fetches.
    fetch: (address: string) => fetchDocument(new URL(address)),
    features: features(grants, baseUrl),
  }
}

const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
  end_session: '/oauth/end-session',
}

function features(grants: Grants, baseUrl: string): object {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    // The library checks the document and caches up to 200 of them, 5 KiB each.
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: async (context: Context | undefined, id: string) =>
        id.length <= CLIENT_ID_LENGTH && (!isOfAnybody(context) || (await grants.isAllowed(id))),
      cacheDuration: DOCUMENT_CACHE_SECONDS,
    },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    revocation: {
      enabled: true,
      allowedPolicy: async (_: Context, client: Client, token: { clientId: string }) =>
        token.clientId === client.clientId,
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: async (_: Context, __: Client, several?: string[]) => several?.[0] ?? `${baseUrl}/api/v1`,
      useGrantedResource: async () => true,
      getResourceServerInfo: async (_: Context, resource: string) => {
        if (!isOwnResource(resource, baseUrl)) throw new errors.InvalidTarget()
        return { scope: ALL_SCOPES.join(' '), accessTokenFormat: 'opaque' }
      },
    },
  }
}

/** Whether anybody can send such a request. All others require signing in. */
function isOfAnybody(context: Context | undefined): boolean {
  const { route, params } = context?.oidc ?? {}
  return route === 'token' || route === 'revocation' || (route === 'authorization' && params?.prompt === 'none')
}

/** The private key for a seed of 32 bytes, in the form that the library accepts. None of our tokens are signed. */
function signingKey(seed: Buffer): object {
  const key = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' })
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' }
}

/** The bytes that precede the seed in the PKCS #8 form of an Ed25519 key (RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The library's session is never used again, so browsers need not keep its cookie. */
function forgetSession({ response }: Context): void {
  const cookies = [response.get('set-cookie') ?? []].flat()
  const kept = cookies.filter(cookie => !cookie.startsWith(COOKIES.session))
  response.set('set-cookie', kept)
}

/**
 * The metadata that matters to our clients (RFC 8414), without that of OpenID Connect, which this server does not
 * support.
 */
const PUBLISHED = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'jwks_uri',
  'response_types_supported',
  'grant_types_supported',
  'code_challenge_methods_supported',
  'token_endpoint_auth_methods_supported',
  'revocation_endpoint_auth_methods_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
]

function publishedMetadata(metadata: unknown): object {
  const known = Object.entries(metadata as object).filter(([name]) => PUBLISHED.includes(name))
  const auth = { token_endpoint_auth_methods_supported: ['none'], revocation_endpoint_auth_methods_supported: ['none'] }
  const modes = { response_modes_supported: ['query'] }
  return { ...Object.fromEntries(known), ...auth, ...modes, scopes_supported: SUPPORTED_SCOPES }
}
