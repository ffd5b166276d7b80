import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseLocalPath } from '../../domain/values/local-path.ts'
import { type Html, html } from '../../html/html.ts'
import type { PathOf } from '../../html/script-page.ts'
import type { AccountSessions } from '../../service/accounts/account-sessions.ts'
import type { PasskeySignIn } from '../../service/accounts/passkey-sign-in.ts'
import type { SignUp } from '../../service/accounts/sign-up.ts'
import { formField } from '../../transport/bodies/body.ts'
import { HostCookies, readCookies } from '../../transport/cookies.ts'
import { requireOwnOrigin } from '../../transport/cross-site.ts'
import { type AuthenticationParts, holderOf } from '../authenticate.ts'
import { errorIn, type Problem, refusalOf } from './form-errors.ts'
import { emailField, passwordField } from './form-fields.ts'
import { sendFormPage } from './form-page.ts'
import { OR, type Provider, providerLink } from './provider-link.ts'

export interface SignInParts extends AuthenticationParts {
  readonly accountSessions: AccountSessions
  readonly signUp: SignUp
  /** The sign-in provider; undefined if there is none. */
  readonly provider: Provider | undefined
  /** Network address of a request. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly passkeySignIn: PasskeySignIn
  readonly pathOf: PathOf
}

interface ToNext {
  Querystring: { next?: string | string[]; confirm?: string | string[] }
}

/**
 * Cookie of a browser in which somebody has signed in with a password. It reveals neither who nor when, and stays after
 * signing out.
 */
const BROWSER_COOKIE = 'soundings_browser'
const BROWSER_COOKIE_SECONDS = 31_536_000
/** For somebody who signed in some time ago and is about to give an application access. */
const CONFIRM = { heading: 'Confirm it’s you', lead: 'Then you can decide whether to connect the application.' }
/** Where signing in leads, unless the request names another path. */
const APP = '/app'
const SHOWN = ['wrong_credentials', 'account_disabled', 'too_many_attempts', 'passwords_refused'] as const

export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { accountSessions, cookie, signUp, provider, addressOf, baseUrl } = parts
  const cookies = new HostCookies(baseUrl)
  const script = parts.passkeySignIn.isPossible ? parts.pathOf('sign-in.js') : undefined
  app.get<ToNext>('/sign-in', async (request, reply) => {
    const next = nextOf([request.query.next].flat()[0])
    const holder = await holderOf(request, parts)
    if (holder === undefined) return sendSignIn(reply, { next, signUp, provider, script })
    const confirms = request.query.confirm !== undefined && !accountSessions.isVerified(holder)
    if (!confirms) return reply.redirect(next, 303)
    const email = await accountSessions.emailOf(holder)
    return sendSignIn(reply, { next, signUp, provider, script, email, confirms })
  })
  app.post('/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const [email, next] = [formField(request, 'email'), nextOf(formField(request, 'next'))]
    const password = formField(request, 'password')
    const browser = readCookies(request.headers.cookie).get(cookies.nameOf(BROWSER_COOKIE)) ?? ''
    const from = { previous: cookie.read(request), sender: addressOf(request.raw), browser }
    try {
      const signedIn = await accountSessions.signIn({ email, password, ...from })
      cookie.set(reply, signedIn.session)
      reply.header('set-cookie', cookies.set(BROWSER_COOKIE, signedIn.browser, BROWSER_COOKIE_SECONDS))
    } catch (error) {
      const refused = refusalOf(reply, error, SHOWN)
      const confirms = formField(request, 'confirm') !== ''
      // There, the address cannot be wrong.
      const problem = confirms && refused === 'wrong_credentials' ? 'wrong_password' : refused
      return sendSignIn(reply, { next, signUp, provider, script, email, problem, confirms })
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

/**
 * Accepts only our own paths: anything else could lead somebody who has just signed in to a page that imitates ours.
 */
export function nextOf(text = ''): string {
  return parseLocalPath(text) ?? APP
}

interface SignInView extends Pick<SignInParts, 'signUp' | 'provider'> {
  readonly next: string
  /** Path of the script for passkeys; undefined if browsers do not support them at the service's address. */
  readonly script: string | undefined
  readonly email?: string
  readonly problem?: Problem
  /** Whether somebody who is signed in must prove their identity. */
  readonly confirms?: boolean
}

function sendSignIn(reply: FastifyReply, view: SignInView): FastifyReply {
  const { next, provider, signUp, script, problem, confirms = false } = view
  const top = confirms ? CONFIRM : { heading: 'Sign in' }
  const link = provider && providerLink(provider, next, { purpose: confirms ? 'verify' : undefined })
  if (provider?.isOnly) return sendFormPage(reply, { ...top, problem, content: html`${link}` })
  return sendFormPage(reply, {
    ...top,
    problem,
    content: html`${passwordForm(view)}${link}${script !== undefined && passkeySection(script, next, provider === undefined)}`,
    foot: html`<p><a href="/forgot-password">Forgot your password?</a></p>
${signUp.mode === 'open' && !confirms && html`<p>New here? <a href="/sign-up">Create an account</a></p>`}`,
  })
}

function passwordForm({ next, email, confirms, problem }: SignInView): Html {
  return html`<form method="post" action="/sign-in">
${emailField({ value: email, isFirst: email === undefined, isFixed: confirms === true, hasPasskeys: true })}${passwordField({ isFirst: email !== undefined, ...errorIn(problem, ['wrong_password']) })}<input type="hidden" name="next" value="${next}">${confirms && html`<input type="hidden" name="confirm" value="1">`}
<p><button>${confirms ? 'Continue' : 'Sign in'}</button></p>
</form>
`
}

/** Shown by its script in browsers that support passkeys. @param isOnly whether it is the page's only way to sign in */
function passkeySection(script: string, next: string, isOnly: boolean): Html {
  return html`<section class="passkey" aria-label="Passkey" data-next="${next}" hidden>
${isOnly && OR}<p><button type="button" class="quiet">Sign in with a passkey</button></p>
<p class="error" role="alert"></p>
</section>
<script type="module" src="${script}"></script>`
}
