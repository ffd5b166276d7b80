import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { IDENTITIES_PER_ACCOUNT } from '../../domain/accounts/limits.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { emailText } from '../../html/email-text.ts'
import { html } from '../../html/html.ts'
import type { ProviderResult } from '../../service/accounts/provider-sign-in.ts'
import { formField } from '../../transport/bodies/body.ts'
import { HostCookies, readCookies } from '../../transport/cookies.ts'
import { requireOwnOrigin } from '../../transport/cross-site.ts'
import { holderOf } from '../authenticate.ts'
import { errorIn, type Problem, refusalOf } from './form-errors.ts'
import { emailField, passwordField } from './form-fields.ts'
import { sendFormPage } from './form-page.ts'
import { CALLBACK_PATH, PROVIDER_PATH, type Provider } from './provider-link.ts'
import { nextOf, type SignInParts } from './sign-in.ts'

interface ToBegin {
  Querystring: { next?: string | string[]; purpose?: string | string[] }
}

/** Cookies kept while the browser is at the provider, and until an account is connected. */
const ATTEMPT_COOKIE = 'soundings_provider_attempt'
const CONNECTION_COOKIE = 'soundings_provider_connection'
/** Maximum length of a path to redirect to. Browsers drop cookies of more than 4,096 bytes, and base64 adds a third. */
const MAX_NEXT_LENGTH = 2_000
/** Refusals that the password form explains. */
const SHOWN_IN_FORM = ['wrong_password', 'too_many_attempts'] as const

/** Signing in with an external provider, and connecting an account with it. */
export function providerRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { provider, cookie, addressOf, baseUrl } = parts
  if (provider === undefined) return
  const cookies = new HostCookies(baseUrl, 'Lax')
  const read = ({ headers }: FastifyRequest, name: string) =>
    readCookies(headers.cookie).get(cookies.nameOf(name)) ?? ''

  app.get<ToBegin & { Querystring: { link?: string | string[] } }>(PROVIDER_PATH, async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const { next, purpose, link = '' } = firstOf(request.query)
    const kept = next !== undefined && next.length <= MAX_NEXT_LENGTH ? next : ''
    const providerRequest = { next: nextOf(kept), purpose: purpose === 'verify' ? 'verify' : 'sign_in', link } as const
    try {
      const { url, pendingRequest } = await provider.signIn.begin(providerRequest, addressOf(request.raw))
      return reply.header('set-cookie', cookies.set(ATTEMPT_COOKIE, pendingRequest)).redirect(url.href, 303)
    } catch (error) {
      return sendFailure(reply, provider, error)
    }
  })

  const goOn = (reply: FastifyReply, result: ProviderResult): FastifyReply => {
    if (result.kind === 'account_exists') {
      reply.header('set-cookie', cookies.set(CONNECTION_COOKIE, result.pendingConnection))
      return sendConnect(reply, provider, result.email)
    }
    if (result.kind === 'signed_in') cookie.set(reply, result.session)
    return reply.redirect(result.next, 303)
  }

  app.get(CALLBACK_PATH, async (request, reply) => {
    const holder = await holderOf(request, parts)
    const kept = { pendingRequest: read(request, ATTEMPT_COOKIE), previous: cookie.read(request), holder }
    const sender = addressOf(request.raw)
    reply.header('set-cookie', cookies.remove(ATTEMPT_COOKIE))
    try {
      const url = new URL(request.url, baseUrl)
      return goOn(reply, await provider.signIn.finish({ url, ...kept, sender }))
    } catch (error) {
      return sendFailure(reply, provider, error)
    }
  })

  app.post(`${PROVIDER_PATH}/connect`, async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const text = read(request, CONNECTION_COOKIE)
    try {
      const from = { previous: cookie.read(request), sender: addressOf(request.raw) }
      const { session, next } = await provider.signIn.connect(text, formField(request, 'password'), from)
      reply.header('set-cookie', cookies.remove(CONNECTION_COOKIE))
      cookie.set(reply, session)
      return reply.redirect(next, 303)
    } catch (error) {
      const problem = SHOWN_IN_FORM.find(refusal => error instanceof Refusal && error.refusal === refusal)
      if (problem === undefined) return sendFailure(reply, provider, error)
      return sendConnect(reply, provider, provider.signIn.pendingEmail(text), refusalOf(reply, error, [problem]))
    }
  })
}

function firstOf(query: Readonly<Record<string, string | string[] | undefined>>) {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0]]))
}

/** If an address already has an account, the provider's confirmation alone is not enough. */
function sendConnect(reply: FastifyReply, { name, isOnly }: Provider, email: string, problem?: Problem): FastifyReply {
  if (isOnly)
    return sendFormPage(reply, {
      status: 409,
      heading: 'You already have an account',
      content: html`<p>There is an account for <strong>${emailText(email)}</strong>, but it isn’t connected to ${name} yet. Ask the operator of this service for a link to connect it.</p>`,
    })
  return sendFormPage(reply, {
    heading: 'You already have an account',
    lead: `Enter your password to connect this account to ${name}. You can then sign in either way.`,
    problem,
    content: html`<form method="post" action="${PROVIDER_PATH}/connect">
${emailField({ value: email, isFixed: true })}${passwordField({ isFirst: true, ...errorIn(problem, ['wrong_password']) })}<p><button>Connect and sign in</button></p>
</form>`,
    foot: html`<p><a href="/forgot-password">Forgot your password?</a></p>
<p><a href="/sign-in">Back to sign in</a></p>`,
  })
}

/** The texts of the page shown when signing in with the provider fails. */
const FAILURES: Readonly<
  Partial<Record<Refusal['refusal'], (name: string) => readonly [status: number, text: string]>>
> = {
  provider_unavailable: name => [503, `${name} can’t be reached right now. Try again in a moment.`],
  provider_refused: name => [400, `${name} didn’t confirm who you are. Nothing has changed.`],
  sign_in_expired: () => [400, 'This sign-in has expired. Start again.'],
  email_unverified: name => [403, `${name} hasn’t verified your e-mail address. Verify it there, then try again.`],
  sign_up_closed: () => [403, 'You need an invitation to create an account. Ask the operator of this service for one.'],
  account_disabled: () => [403, 'This account is disabled. Ask the operator of this service.'],
  identity_limit: name => [
    409,
    `This account is already connected to ${IDENTITIES_PER_ACCOUNT} ${name} accounts. That’s the limit.`,
  ],
  link_ended: () => [404, 'This link has expired or was already used. Ask for a new one.'],
  too_many_attempts: () => [429, 'Too many attempts. Wait a quarter of an hour, then try again.'],
}

function sendFailure(reply: FastifyReply, { name }: Provider, error: unknown): FastifyReply {
  const failure = error instanceof Refusal ? FAILURES[error.refusal]?.(name) : undefined
  if (!(error instanceof Refusal) || failure === undefined) throw error
  const [status, text] = failure
  const { retryAfter } = error.details
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return sendFormPage(reply, {
    status,
    heading: 'We couldn’t sign you in',
    content: html`<p>${text}</p>
<p><a class="button" href="/sign-in">Back to sign in</a></p>`,
  })
}
