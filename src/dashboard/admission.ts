import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import type { AdminCredential, Authentication, SurveyAdmin } from '../service/authentication.ts'
import type { SurveyLinks } from '../service/survey-links.ts'
import { bearerToken } from '../transport/bearer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route of the dashboard. */
    admin: SurveyAdmin
  }
}

export interface AdmissionParts {
  readonly authentication: Authentication
  readonly links: SurveyLinks
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

interface OfSurvey {
  Params: { slug: string }
}

const READS = ['GET', 'HEAD']

/** Admits requests with the survey's admin token or with a session cookie. */
export function admission(app: FastifyInstance, { authentication, links, baseUrl }: AdmissionParts): void {
  const cookie = cookieOf(baseUrl)
  app.addHook<OfSurvey>('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    request.admin = await authentication.surveyAdmin(request.params.slug, credentialOf(request, { cookie, baseUrl }))
  })
  app.post<OfSurvey>('/session', async ({ admin, headers }, reply) => {
    if (headers.origin !== undefined && headers.origin !== baseUrl) throw new Refusal('foreign_origin')
    const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
    const rest = `Path=/admin/api/${admin.slug}; HttpOnly; SameSite=Strict${secure}`
    return reply
      .code(204)
      .header('set-cookie', `${cookie}=${links.session(admin)}; ${rest}`)
      .send()
  })
}

interface Where {
  readonly cookie: string
  readonly baseUrl: string
}

/** A token takes precedence. Browsers attach cookies by themselves, so a write by cookie must come from our own pages. */
function credentialOf(request: FastifyRequest, { cookie, baseUrl }: Where): AdminCredential {
  const token = bearerToken(request)
  if (token !== undefined) return { token }
  const { headers, method } = request
  const session = cookiesIn(headers.cookie).get(cookie)
  if (session === undefined) throw new Refusal('authentication_required')
  if (!READS.includes(method) && headers.origin !== baseUrl) throw new Refusal('foreign_origin')
  return { session }
}

/** Browsers accept the prefix over https only. */
function cookieOf(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Secure-soundings_admin' : 'soundings_admin'
}

/** If two cookies have the same name, the one with the longer path comes first. */
function cookiesIn(header = ''): Map<string, string> {
  const pairs = header.split(';').map(pair => pair.trim().split(/=(.*)/s))
  return new Map(pairs.toReversed().map(([name = '', value = '']) => [name, value]))
}
