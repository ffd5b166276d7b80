import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LINK_PATHS } from '../../domain/accounts/one-time-link.ts'
import { emailText } from '../../html/email-text.ts'
import { html } from '../../html/html.ts'
import type { AccountRecovery } from '../../service/accounts/account-recovery.ts'
import type { AccountSessions } from '../../service/accounts/account-sessions.ts'
import { formField } from '../../transport/bodies/body.ts'
import { requireOwnOrigin } from '../../transport/cross-site.ts'
import type { AuthenticationParts } from '../authenticate.ts'
import { errorIn, type Problem, refusalOf } from './form-errors.ts'
import { emailField, newPasswordField } from './form-fields.ts'
import { sendFormPage, sendLinkEnded } from './form-page.ts'
import { type Provider, providerLink } from './provider-link.ts'

interface RecoveryParts extends AuthenticationParts {
  readonly provider: Provider | undefined
  readonly accountSessions: AccountSessions
  readonly recovery: AccountRecovery
  readonly addressOf: (request: IncomingMessage) => string
}

interface ByToken {
  Params: { token: string }
}

/** Pages for resetting a password. */
export function recoveryRoutes(app: FastifyInstance, parts: RecoveryParts): void {
  if (parts.provider?.isOnly) providerOnlyRoutes(app, parts.provider)
  else requestRoutes(app, parts)
  resetRoutes(app, parts)
}

function requestRoutes(app: FastifyInstance, { recovery, addressOf, baseUrl }: RecoveryParts): void {
  app.get('/forgot-password', async (_, reply) => (recovery.byMail ? sendRequest(reply) : sendAskOperator(reply)))
  app.post('/forgot-password', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    if (!recovery.byMail) return sendAskOperator(reply)
    const email = formField(request, 'email')
    try {
      await recovery.requestReset(email, addressOf(request.raw))
    } catch (error) {
      return sendRequest(reply, { email, problem: refusalOf(reply, error, ['invalid_email', 'too_many_attempts']) })
    }
    return sendRequested(reply, email)
  })
}

function resetRoutes(app: FastifyInstance, parts: RecoveryParts): void {
  const { recovery, accountSessions, provider, cookie, baseUrl } = parts
  app.get<ByToken>(`${LINK_PATHS.reset_password}/:token`, async ({ params }, reply) => {
    const link = await recovery.findReset(params.token)
    if (link === undefined) return sendLinkEnded(reply)
    if (provider?.isOnly) return sendConnectByLink(reply, provider, link.email, params.token)
    return sendReset(reply, link.email, params.token)
  })
  app.post<ByToken>(`${LINK_PATHS.reset_password}/:token`, async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const { token } = request.params
    const link = await recovery.findReset(token)
    if (link === undefined) return sendLinkEnded(reply)
    if (provider?.isOnly) return sendConnectByLink(reply, provider, link.email, token)
    try {
      const account = await recovery.reset(token, formField(request, 'password'))
      cookie.set(reply, await accountSessions.open(account, cookie.read(request)))
    } catch (error) {
      const problem = refusalOf(reply, error, ['invalid_password', 'common_password', 'link_ended'])
      return problem === 'link_ended' ? sendLinkEnded(reply) : sendReset(reply, link.email, token, problem)
    }
    return reply.redirect('/app', 303)
  })
}

function sendRequest(reply: FastifyReply, sent?: { email: string; problem: Problem }): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Set a new password',
    lead: 'We’ll e-mail you a link.',
    problem: sent?.problem,
    content: html`<form method="post" action="/forgot-password">
${emailField({ value: sent?.email, isFirst: true, ...errorIn(sent?.problem, ['invalid_email']) })}<p><button>Send the link</button></p>
</form>`,
    foot: html`<p><a href="/sign-in">Back to sign in</a></p>`,
  })
}

/** The same page whether or not there is an account. */
function sendRequested(reply: FastifyReply, email: string): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Check your e-mail',
    content: html`<p>If <strong>${emailText(email)}</strong> has an account here, a link to set a new password is on its way. It works once, for an hour.</p>
<p class="muted">Nothing there after a few minutes? Look in the spam folder, or check the address for typos.</p>`,
    foot: html`<p><a href="/forgot-password">Try another address</a></p>
<p><a href="/sign-in">Back to sign in</a></p>`,
  })
}

function sendAskOperator(reply: FastifyReply): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Set a new password',
    content: html`<p>This service doesn’t send e-mail. Ask its operator for a link to set a new password.</p>`,
    foot: html`<p><a href="/sign-in">Back to sign in</a></p>`,
  })
}

function sendReset(reply: FastifyReply, email: string, token: string, problem?: Problem): FastifyReply {
  return sendFormPage(reply, {
    problem,
    heading: 'Choose a new password',
    lead: 'You’ll be signed out everywhere else.',
    content: html`<form method="post" action="${LINK_PATHS.reset_password}/${token}">
${emailField({ value: email, isFixed: true })}${newPasswordField({ isFirst: true, ...errorIn(problem, ['invalid_password', 'common_password']) })}<p><button>Set password and sign in</button></p>
</form>`,
  })
}

/** If nobody signs in with a password, the operator's links connect an account with the provider. */
function sendConnectByLink(reply: FastifyReply, provider: Provider, email: string, token: string): FastifyReply {
  return sendFormPage(reply, {
    heading: `Connect with ${provider.name}`,
    content: html`<p>From then on you’ll sign in to <strong>${emailText(email)}</strong> with ${provider.name}. It must know this address and have verified it.</p>
${providerLink(provider, '/app', { link: token })}`,
  })
}

function providerOnlyRoutes(app: FastifyInstance, { name }: Provider): void {
  const send = async (_: FastifyRequest, reply: FastifyReply) =>
    sendFormPage(reply, {
      status: 404,
      heading: 'There are no passwords here',
      content: html`<p>Everybody signs in with ${name}.</p>
<p><a class="button" href="/sign-in">Sign in</a></p>`,
    })
  app.get('/forgot-password', send)
  app.post('/forgot-password', send)
}
