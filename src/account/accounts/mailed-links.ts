import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LINK_PATHS, type SignUpLink } from '../../domain/accounts/one-time-link.ts'
import { emailText } from '../../html/email-text.ts'
import { html } from '../../html/html.ts'
import type { AccountHolder } from '../../service/access/authentication.ts'
import type { AccountRecovery } from '../../service/accounts/account-recovery.ts'
import type { AccountSessions } from '../../service/accounts/account-sessions.ts'
import type { SignUp } from '../../service/accounts/sign-up.ts'
import { formField } from '../../transport/bodies/body.ts'
import { requireOwnOrigin } from '../../transport/cross-site.ts'
import { type AuthenticationParts, holderOf, redirectToSignIn } from '../authenticate.ts'
import { type Problem, refusalOf } from './form-errors.ts'
import { sendFormPage, sendLinkEnded } from './form-page.ts'
import { type Provider, providerLink } from './provider-link.ts'
import { holderFields, SHOWN } from './sign-up.ts'

interface LinksParts extends AuthenticationParts {
  readonly provider: Provider | undefined
  readonly accountSessions: AccountSessions
  readonly signUp: SignUp
  readonly recovery: AccountRecovery
}

interface ByToken {
  Params: { token: string }
}

/**
 * Pages behind mailed links. Opening one does not use the link up, because mail scanners open links too; pressing its
 * button does.
 */
export function linkRoutes(app: FastifyInstance, parts: LinksParts): void {
  signUpLinkRoutes(app, parts, 'invitation')
  signUpLinkRoutes(app, parts, 'confirm_email')
}

function signUpLinkRoutes(app: FastifyInstance, parts: LinksParts, kind: SignUpLink): void {
  const { signUp, recovery, provider, baseUrl } = parts
  const path = LINK_PATHS[kind]
  app.get<ByToken>(`${path}/:token`, async (request, reply) => {
    const { token } = request.params
    const link = await signUp.findLink(kind, token)
    if (link !== undefined && provider?.isOnly) return sendInvitation(reply, provider, link.email)
    if (link !== undefined) return sendHolder(reply, { action: `${path}/${token}`, email: link.email })
    return kind === 'confirm_email'
      ? ofHolder(request, reply, (_, email) => sendChange(reply, token, email))
      : sendLinkEnded(reply)
  })
  app.post<ByToken>(`${path}/:token`, async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const { token } = request.params
    const link = await signUp.findLink(kind, token)
    if (link !== undefined)
      return createAccount({ request, reply, kind, email: link.email, action: `${path}/${token}` })
    return kind === 'confirm_email'
      ? ofHolder(request, reply, holder => confirmChange(holder, reply, token))
      : sendLinkEnded(reply)
  })

  /**
   * A link to a new address works only for the account that requested it, and not for somebody who merely reads the
   * mail.
   */
  async function ofHolder(
    request: FastifyRequest<ByToken>,
    reply: FastifyReply,
    answer: (holder: AccountHolder, email: string) => FastifyReply | Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const change = await recovery.findChange(request.params.token)
    if (change === undefined) return sendLinkEnded(reply)
    const holder = await holderOf(request, parts)
    if (holder === undefined) return redirectToSignIn(request, reply)
    return holder.accountId === change.accountId ? answer(holder, change.email) : sendOtherAccount(reply)
  }

  async function createAccount({ request, reply, kind, email, action }: Creation): Promise<FastifyReply> {
    const holder = { name: formField(request, 'name'), password: formField(request, 'password') }
    try {
      const account = await signUp.createByLink(kind, request.params.token, holder)
      parts.cookie.set(reply, await parts.accountSessions.open(account, parts.cookie.read(request)))
    } catch (error) {
      const problem = refusalOf(reply, error, [...SHOWN, 'passwords_refused', 'link_ended'])
      if (problem === 'link_ended') return sendLinkEnded(reply)
      return sendHolder(reply, { action, email, name: holder.name, problem })
    }
    return reply.redirect('/app', 303)
  }

  async function confirmChange(holder: AccountHolder, reply: FastifyReply, token: string): Promise<FastifyReply> {
    try {
      await recovery.confirmChange(holder, token)
    } catch (error) {
      const problem = refusalOf(reply, error, ['link_ended', 'email_taken'])
      return problem === 'link_ended' ? sendLinkEnded(reply) : sendEmailTaken(reply)
    }
    return reply.redirect('/app/settings', 303)
  }
}

interface Creation {
  readonly request: Parameters<typeof requireOwnOrigin>[0] & { readonly params: ByToken['Params'] }
  readonly reply: FastifyReply
  readonly kind: SignUpLink
  readonly email: string
  readonly action: string
}

interface HolderView {
  readonly action: string
  readonly email: string
  readonly name?: string
  readonly problem?: Problem
}

function sendHolder(reply: FastifyReply, { action, email, ...sent }: HolderView): FastifyReply {
  return sendFormPage(reply, {
    problem: sent.problem,
    heading: 'Create your account',
    content: html`<form method="post" action="${action}">
${holderFields(sent, { value: email, isFixed: true })}<p><button>Create account</button></p>
</form>`,
  })
}

function sendChange(reply: FastifyReply, token: string, email: string): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Use this address?',
    content: html`<p>From now on you’ll sign in with <strong>${emailText(email)}</strong>.</p>
<form method="post" action="${LINK_PATHS.confirm_email}/${token}"><p><button>Use this address</button></p></form>`,
  })
}

function sendOtherAccount(reply: FastifyReply): FastifyReply {
  return sendFormPage(reply, {
    status: 403,
    heading: 'This link is for another account',
    content: html`<p>Only the account that asked for this address can use it. If that account is yours, sign out here, sign in with its current address, then open the link again.</p>
<form method="post" action="/sign-out"><p><button>Sign out</button></p></form>`,
  })
}

/** Another account has taken the address since the link was mailed. */
function sendEmailTaken(reply: FastifyReply): FastifyReply {
  return sendFormPage(reply, {
    status: 409,
    heading: 'This address already has an account',
    content: html`<p>Your e-mail address stays as it was. To use this one, delete its other account first, or change that account’s address.</p>
<p><a class="button" href="/app/settings">Settings</a></p>`,
  })
}

/** If nobody signs in with a password, the provider must have verified the invited address. */
function sendInvitation(reply: FastifyReply, provider: Provider, email: string): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Create your account',
    content: html`<p>You’re invited as <strong>${emailText(email)}</strong>. ${provider.name} must know this address and have verified it.</p>
${providerLink(provider, '/app')}`,
  })
}
