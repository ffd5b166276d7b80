import type { FastifyInstance, FastifyRequest, RouteGenericInterface } from 'fastify'
import { Refusal } from '../domain/values/refusal.ts'
import type { AdminCredential, Authentication, SurveyAdmin } from '../service/access/authentication.ts'
import type { Presenter } from '../service/access/principal.ts'
import type { Sessions } from '../service/access/sessions.ts'
import { bearerToken } from '../transport/bearer.ts'
import { ACCOUNT_COOKIE, HostCookies, readCookies } from '../transport/cookies.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'

/** Dashboards that one browser can be signed in to; the cookies must fit into a request's headers. */
const COOKIES_PER_BROWSER = 20

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the dashboard. */
    admin: SurveyAdmin
    /** Set on every route that dashboards and remote links share. */
    presenter: Presenter
  }
}

export interface AuthenticationParts {
  readonly authentication: Authentication
  readonly sessions: Sessions
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface OfSurvey {
  Params: { slug: string }
}

/** Prefix of a browser's cookies, one for each survey that it is signed in to. The slug follows. */
const COOKIE = 'soundings_admin_'

/** Authenticates requests by the survey's admin token, by the cookie given for it, or by its owner's session. */
export function authenticate(app: FastifyInstance, parts: AuthenticationParts): void {
  const { authentication, baseUrl } = parts
  const cookies = new HostCookies(baseUrl)
  admitBy<OfSurvey>(app, async request => {
    const { slug } = request.params
    request.admin = await authentication.surveyAdmin(slug, credentialOf(request, cookies, baseUrl))
    request.presenter = request.admin
  })
  sessionRoutes(app, cookies, parts)
}

/** @param admit makes the principal of a request, or refuses it */
export function admitBy<Route extends RouteGenericInterface>(
  app: FastifyInstance,
  admit: (request: FastifyRequest<Route>) => Promise<void>,
): void {
  app.addHook<Route>('onRequest', async request => {
    await admit(request)
    request.isAuthenticated = true
  })
  // A body may arrive minutes later, when the link or session is no longer valid. The request must not be carried out
  // then.
  app.addHook<Route>('preHandler', async request => {
    if (request.body !== undefined) await admit(request)
  })
}

function sessionRoutes(app: FastifyInstance, cookies: HostCookies, { sessions, baseUrl }: AuthenticationParts): void {
  app.post<OfSurvey>('/session', async ({ admin, headers }, reply) => {
    if (headers.origin !== undefined && headers.origin !== baseUrl) throw new Refusal('foreign_origin')
    const sent = readCookies(headers.cookie)
    const name = COOKIE + admin.slug
    const id = await sessions.signIn(admin, sent.get(cookies.nameOf(name)))
    return reply
      .code(204)
      .header('set-cookie', [...removalsOfOldest(sent, cookies), cookies.set(name, id)])
      .send()
  })
  app.delete<OfSurvey>('/session', async ({ admin }, reply) => {
    await sessions.signOut(admin)
    return reply
      .code(204)
      .header('set-cookie', cookies.remove(COOKIE + admin.slug))
      .send()
  })
}

/**
 * Removes a browser's oldest cookies for other surveys. Browsers send all of them, and requests with too many are
 * refused.
 */
function removalsOfOldest(sent: ReadonlyMap<string, string>, cookies: HostCookies): string[] {
  const prefix = cookies.nameOf(COOKIE)
  const names = [...sent.keys()].filter(name => name.startsWith(prefix)).slice(COOKIES_PER_BROWSER - 1)
  return names.map(name => cookies.remove(COOKIE + name.slice(prefix.length)))
}

/**
 * A token takes precedence. Browsers attach cookies to any request, so a request with a cookie must come from our own
 * pages.
 */
function credentialOf(request: FastifyRequest<OfSurvey>, cookies: HostCookies, baseUrl: string): AdminCredential {
  const token = bearerToken(request)
  if (token !== undefined) return { token }
  const sent = readCookies(request.headers.cookie)
  const session = sent.get(cookies.nameOf(COOKIE + request.params.slug))
  const accountSession = sent.get(cookies.nameOf(ACCOUNT_COOKIE))
  if (session === undefined && accountSession === undefined) throw new Refusal('authentication_required')
  requireOwnOrigin(request, baseUrl)
  return { session, accountSession }
}
