import type { FastifyInstance, FastifyRequest } from 'fastify'
import { COOKIES_PER_BROWSER } from '../domain/limits.ts'
import { Refusal } from '../domain/refusal.ts'
import type { AdminCredential, Authentication, SurveyAdmin } from '../service/authentication.ts'
import type { Sessions } from '../service/sessions.ts'
import { bearerToken } from '../transport/bearer.ts'
import { ACCOUNT_COOKIE, HostCookies, readCookies } from '../transport/cookies.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the dashboard. */
    admin: SurveyAdmin
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

/** A browser has a cookie for each survey that it is signed in to: this, and the survey's slug. */
const COOKIE = 'soundings_admin_'

/** Admits requests with the survey's admin token, with the cookie that was given for it, or with its owner's session. */
export function authenticate(app: FastifyInstance, parts: AuthenticationParts): void {
  const { authentication, baseUrl } = parts
  const cookies = new HostCookies(baseUrl)
  const admit = async (request: FastifyRequest<OfSurvey>) => {
    const { slug } = request.params
    request.admin = await authentication.surveyAdmin(slug, credentialOf(request, cookies, baseUrl))
  }
  app.addHook<OfSurvey>('onRequest', admit)
  // A body may arrive minutes later, and must not undo what has ended the link or the session since.
  app.addHook<OfSurvey>('preHandler', async request => {
    if (request.body !== undefined) await admit(request)
  })
  sessionRoutes(app, cookies, parts)
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

/** Removes a browser's oldest cookies of other surveys. Browsers send all of them, and with too many no request gets through. */
function removalsOfOldest(sent: ReadonlyMap<string, string>, cookies: HostCookies): string[] {
  const prefix = cookies.nameOf(COOKIE)
  const names = [...sent.keys()].filter(name => name.startsWith(prefix)).slice(COOKIES_PER_BROWSER - 1)
  return names.map(name => cookies.remove(COOKIE + name.slice(prefix.length)))
}

/** A token takes precedence. Browsers attach cookies by themselves, so a request with one must come from our own pages. */
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
