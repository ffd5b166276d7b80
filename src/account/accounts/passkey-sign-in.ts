import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { PasskeySignIn } from '../../service/accounts/passkey-sign-in.ts'
import { requiredBody } from '../../transport/bodies/body.ts'
import { requireOwnOrigin } from '../../transport/cross-site.ts'
import type { SessionCookie } from '../authenticate.ts'
import { nextOf } from './sign-in.ts'

interface PasskeySignInParts {
  readonly passkeySignIn: PasskeySignIn
  readonly cookie: SessionCookie
  /** Network address of a request. */
  readonly addressOf: (request: IncomingMessage) => string
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string
}

/**
 * Signing in with a passkey, for the sign-in page's script: `GET` returns the options with which the browser asks for
 * one, and `POST` of `{credential, next}` signs in and returns where to continue.
 */
export function passkeySignInRoutes(app: FastifyInstance, parts: PasskeySignInParts): void {
  const { passkeySignIn, cookie, addressOf, baseUrl } = parts
  app.get('/sign-in/passkey', async () => passkeySignIn.requestOptions())
  app.post('/sign-in/passkey', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const body = requiredBody(request)
    const from = { previous: cookie.read(request), sender: addressOf(request.raw) }
    cookie.set(reply, await passkeySignIn.signIn(body, from))
    return { next: nextOf(typeof body.next === 'string' ? body.next : undefined) }
  })
}
