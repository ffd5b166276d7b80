import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/values/refusal.ts'
import type { AccountHolder, Authentication } from '../service/access/authentication.ts'
import { ACCOUNT_COOKIE, HostCookies, readCookies } from '../transport/cookies.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route under `/app/api`. */
    holder: AccountHolder
  }
}

/** The cookie of a browser signed in to an account. */
export class SessionCookie {
  readonly #cookies: HostCookies

  /** @param baseUrl public address of the service, without a trailing slash */
  constructor(baseUrl: string) {
    // `Lax`, so that people who follow a link from another site to the application are signed in.
    this.#cookies = new HostCookies(baseUrl, 'Lax')
  }

  /** The session id sent with a request. */
  read({ headers }: FastifyRequest): string | undefined {
    return readCookies(headers.cookie).get(this.#cookies.nameOf(ACCOUNT_COOKIE))
  }

  set(reply: FastifyReply, id: string): void {
    reply.header('set-cookie', this.#cookies.set(ACCOUNT_COOKIE, id))
  }

  /** Removes the cookie, and the copies of unsaved drafts that the browser keeps. */
  remove(reply: FastifyReply): void {
    reply.header('set-cookie', this.#cookies.remove(ACCOUNT_COOKIE)).header('clear-site-data', '"storage"')
  }
}

/** Identifies the signed-in account holder. */
export interface HolderParts {
  readonly authentication: Authentication
  readonly cookie: SessionCookie
}

export interface AuthenticationParts extends HolderParts {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

/** Authenticates requests from our own pages in a browser that is signed in. */
export function authenticate(app: FastifyInstance, { authentication, cookie, baseUrl }: AuthenticationParts): void {
  const admit = async (request: FastifyRequest) => {
    const id = cookie.read(request)
    if (id !== undefined) requireOwnOrigin(request, baseUrl)
    request.holder = await authentication.accountHolder(id)
    request.isAuthenticated = true
  }
  app.addHook('onRequest', admit)
  // A body may arrive minutes later, when the session has already ended. The request must not be carried out then.
  app.addHook('preHandler', async request => {
    if (request.body !== undefined) await admit(request)
  })
}

/** For pages that require signing in. The sign-in page leads back to them. */
export function redirectToSignIn({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/sign-in?next=${encodeURIComponent(url)}`, 303)
}

/** The signed-in holder, if any, for pages that do not require signing in. */
export async function holderOf(
  request: FastifyRequest,
  { authentication, cookie }: HolderParts,
): Promise<AccountHolder | undefined> {
  try {
    return await authentication.accountHolder(cookie.read(request))
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unauthenticated') return undefined
    throw error
  }
}
