import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseLocalPath } from '../domain/local-path.ts'
import { type Html, html } from '../html/html.ts'
import type { PathOf } from '../html/script-page.ts'
import type { AccountSessions } from '../service/account-sessions.ts'
import type { PasskeySignIn } from '../service/passkey-sign-in.ts'
import type { SignUp } from '../service/sign-up.ts'
import { formField } from '../transport/body.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'
import { type AuthenticationParts, holderOf } from './authenticate.ts'
import { emailField, passwordField } from './fields.ts'
import { sendFormPage } from './form-page.ts'
import { type Problem, refusalOf } from './problems.ts'
import { OR, type Provider, providerLink } from './provider-link.ts'

export interface SignInParts extends AuthenticationParts {
  readonly accountSessions: AccountSessions
  readonly signUp: SignUp
  /** The sign-in provider; undefined if there is none. */
  readonly provider: Provider | undefined
  /** Address of the network that a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly passkeySignIn: PasskeySignIn
  readonly pathOf: PathOf
}

interface ToNext {
  Querystring: { next?: string | string[] }
}

/** Where signing in leads, unless the request names another path. */
const APP = '/app'
const SHOWN = ['wrong_credentials', 'account_disabled', 'too_many_attempts', 'passwords_refused'] as const

export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { accountSessions, cookie, signUp, provider, addressOf, baseUrl } = parts
  const script = parts.passkeySignIn.isPossible ? parts.pathOf('sign-in.js') : undefined
  app.get<ToNext>('/sign-in', async (request, reply) => {
    const next = nextOf([request.query.next].flat()[0])
    if ((await holderOf(request, parts)) !== undefined) return reply.redirect(next, 303)
    return sendSignIn(reply, { next, signUp, provider, script })
  })
  app.post('/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const [email, next] = [formField(request, 'email'), nextOf(formField(request, 'next'))]
    const from = { previous: cookie.read(request), sender: addressOf(request.raw) }
    try {
      cookie.set(reply, await accountSessions.signIn({ email, password: formField(request, 'password'), ...from }))
    } catch (error) {
      return sendSignIn(reply, { next, signUp, provider, script, email, problem: refusalOf(reply, error, SHOWN) })
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
export function nextOf(text = ''): string {
  return parseLocalPath(text) ?? APP
}

interface SignInView extends Pick<SignInParts, 'signUp' | 'provider'> {
  readonly next: string
  /** Path of the script for passkeys; undefined where browsers have none for the address of the service. */
  readonly script: string | undefined
  readonly email?: string
  readonly problem?: Problem
}

function sendSignIn(reply: FastifyReply, view: SignInView): FastifyReply {
  const { next, provider, signUp, script, problem } = view
  if (provider?.isOnly)
    return sendFormPage(reply, { heading: 'Sign in', problem, content: providerLink(provider, next) })
  return sendFormPage(reply, {
    heading: 'Sign in',
    problem,
    content: html`${passwordForm(view)}${provider && providerLink(provider, next)}${script !== undefined && passkeySection(script, next, provider === undefined)}`,
    foot: html`<p><a href="/forgot-password">Forgot your password?</a></p>
${signUp.mode === 'open' && html`<p>New here? <a href="/sign-up">Create an account</a></p>`}`,
  })
}

function passwordForm({ next, email }: SignInView): Html {
  return html`<form method="post" action="/sign-in">
${emailField({ value: email, isFirst: email === undefined, hasPasskeys: true })}${passwordField({ isFirst: email !== undefined })}<input type="hidden" name="next" value="${next}">
<p><button>Sign in</button></p>
</form>
`
}

/**
 * Shown by its script, for browsers that have passkeys.
 * @param isOnly whether it is the only way to sign in on the page
 */
function passkeySection(script: string, next: string, isOnly: boolean): Html {
  return html`<section class="passkey" aria-label="Passkey" data-next="${next}" hidden>
${isOnly && OR}<p><button type="button" class="quiet">Sign in with a passkey</button></p>
<p class="error" role="alert"></p>
</section>
<script type="module" src="${script}"></script>`
}
