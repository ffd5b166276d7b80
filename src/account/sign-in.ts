import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseLocalPath } from '../domain/local-path.ts'
import { html } from '../html/html.ts'
import type { AccountSessions } from '../service/account-sessions.ts'
import type { SignUp } from '../service/sign-up.ts'
import { formField } from '../transport/body.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'
import { type AuthenticationParts, holderOf } from './authenticate.ts'
import { emailField, passwordField } from './fields.ts'
import { sendFormPage } from './form-page.ts'
import { type Problem, refusalOf } from './problems.ts'

export interface SignInParts extends AuthenticationParts {
  readonly accountSessions: AccountSessions
  readonly signUp: SignUp
  /** Address of the network that a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string
}

interface ToNext {
  Querystring: { next?: string | string[] }
}

/** Where people are once they are signed in, if they did not want to go elsewhere. */
const APP = '/app'
const SHOWN = ['wrong_credentials', 'account_disabled', 'too_many_attempts'] as const

export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { accountSessions, cookie, signUp, addressOf, baseUrl } = parts
  app.get<ToNext>('/sign-in', async (request, reply) => {
    const next = nextOf([request.query.next].flat()[0])
    if ((await holderOf(request, parts)) !== undefined) return reply.redirect(next, 303)
    return sendSignIn(reply, { next, signUp })
  })
  app.post('/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const [email, next] = [formField(request, 'email'), nextOf(formField(request, 'next'))]
    const from = { previous: cookie.read(request), sender: addressOf(request.raw) }
    try {
      cookie.set(reply, await accountSessions.signIn({ email, password: formField(request, 'password'), ...from }))
    } catch (error) {
      return sendSignIn(reply, { next, signUp, email, problem: refusalOf(reply, error, SHOWN) })
    }
    return reply.redirect(next, 303)
  })
  app.post('/sign-out', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const holder = await holderOf(request, parts)
    if (holder !== undefined) await accountSessions.signOut(holder)
    cookie.remove(reply)
    return reply.redirect('/sign-in', 303)
  })
}

/** Only paths of our own: anything else could lead somebody who has just signed in to a page that looks like ours. */
function nextOf(text = ''): string {
  return parseLocalPath(text) ?? APP
}

interface SignInView {
  readonly next: string
  readonly signUp: SignUp
  readonly email?: string
  readonly problem?: Problem
}

function sendSignIn(reply: FastifyReply, { next, signUp, email, problem }: SignInView): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Sign in',
    problem,
    content: html`<form method="post" action="/sign-in">
${emailField({ value: email, isFirst: email === undefined })}${passwordField({ isFirst: email !== undefined })}<input type="hidden" name="next" value="${next}">
<p><button>Sign in</button></p>
</form>`,
    foot: html`<p><a href="/forgot-password">Forgot your password?</a></p>
${signUp.mode === 'open' && html`<p>New here? <a href="/sign-up">Create an account</a></p>`}`,
  })
}
