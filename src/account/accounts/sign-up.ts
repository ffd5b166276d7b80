import type { FastifyInstance, FastifyReply } from 'fastify'
import { nameProblem } from '../../domain/accounts/person-name.ts'
import { emailText } from '../../html/email-text.ts'
import { type Html, html } from '../../html/html.ts'
import { formField } from '../../transport/bodies/body.ts'
import { requireOwnOrigin } from '../../transport/cross-site.ts'
import { holderOf } from '../authenticate.ts'
import { errorIn, type Problem, refusalOf } from './form-errors.ts'
import { emailField, type Field, nameField, newPasswordField } from './form-fields.ts'
import { sendFormPage } from './form-page.ts'
import { providerLink } from './provider-link.ts'
import type { SignInParts } from './sign-in.ts'

/** Refusals that the form for a new account explains. */
export const SHOWN = [
  'invalid_email',
  'email_taken',
  'invalid_name',
  'invalid_password',
  'common_password',
  'too_many_attempts',
] as const

/** Signing up: with a password immediately, or with a mailed link if the service sends mail. */
export function signUpRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { accountSessions, cookie, signUp, provider, addressOf, baseUrl } = parts
  app.get('/sign-up', async (request, reply) => {
    if ((await holderOf(request, parts)) !== undefined) return reply.redirect('/app', 303)
    if (signUp.mode !== 'open') return sendClosed(reply)
    return sendForm(reply)
  })
  app.post('/sign-up', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    if (signUp.mode !== 'open') return sendClosed(reply)
    const [email, name] = [formField(request, 'email'), formField(request, 'name')]
    const sender = addressOf(request.raw)
    if (provider?.isOnly) return sendForm(reply, { email, problem: 'passwords_refused' })
    if (signUp.byMail) return begin(reply, email, sender)
    try {
      const account = await signUp.create(email, { name, password: formField(request, 'password') }, sender)
      cookie.set(reply, await accountSessions.open(account, cookie.read(request)))
    } catch (error) {
      return sendForm(reply, { email, name, problem: refusalOf(reply, error, SHOWN) })
    }
    return reply.redirect('/app', 303)
  })

  async function begin(reply: FastifyReply, email: string, sender: string): Promise<FastifyReply> {
    try {
      await signUp.begin(email, sender)
    } catch (error) {
      return sendForm(reply, { email, problem: refusalOf(reply, error, ['invalid_email', 'too_many_attempts']) })
    }
    return sendBegun(reply, email)
  }

  function sendForm(reply: FastifyReply, sent?: Sent): FastifyReply {
    const withProvider = provider && providerLink(provider, '/app')
    if (provider?.isOnly) return sendProviderOnly(reply, withProvider, sent)
    return signUp.byMail ? sendBegin(reply, withProvider, sent) : sendSignUp(reply, withProvider, sent)
  }
}

interface Sent {
  readonly email: string
  readonly name?: string
  readonly problem?: Problem
}

/** The fields of a new account, with what was typed before and what is wrong with it. */
export function holderFields({ name, problem }: Pick<Sent, 'name' | 'problem'>, email: Field): Html {
  return html`${emailField({ ...email, ...errorIn(problem, ['invalid_email', 'email_taken']) })}${nameField({ value: name, error: problem === 'invalid_name' ? nameProblem(name ?? '') : undefined })}${newPasswordField(errorIn(problem, ['invalid_password', 'common_password']))}`
}

const FOOT = html`<p>Already have an account? <a href="/sign-in">Sign in</a></p>`

function sendProviderOnly(reply: FastifyReply, content: Html = html``, sent?: Sent): FastifyReply {
  return sendFormPage(reply, { heading: 'Create your account', problem: sent?.problem, content, foot: FOOT })
}

function sendSignUp(reply: FastifyReply, withProvider: Html | undefined, sent?: Sent): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Create your account',
    problem: sent?.problem,
    content: html`<form method="post" action="/sign-up">
${holderFields(sent ?? {}, { value: sent?.email, isFirst: sent === undefined })}<p><button>Create account</button></p>
</form>
${withProvider}`,
    foot: FOOT,
  })
}

function sendBegin(reply: FastifyReply, withProvider: Html | undefined, sent?: Sent): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Create your account',
    lead: 'We’ll e-mail you a link to continue.',
    problem: sent?.problem,
    content: html`<form method="post" action="/sign-up">
${emailField({ value: sent?.email, isFirst: true, ...errorIn(sent?.problem, ['invalid_email']) })}<p><button>Continue</button></p>
</form>
${withProvider}`,
    foot: FOOT,
  })
}

/** The same page whether or not there is an account. */
function sendBegun(reply: FastifyReply, email: string): FastifyReply {
  return sendFormPage(reply, {
    heading: 'Check your e-mail',
    content: html`<p>We’ve sent an e-mail to <strong>${emailText(email)}</strong>. Follow its link to choose a password and start. The link works once, for 24 hours.</p>
<p class="muted">Nothing there after a few minutes? Look in the spam folder, or check the address for typos.</p>`,
    foot: html`<p><a href="/sign-up">Try another address</a></p>
${FOOT}`,
  })
}

function sendClosed(reply: FastifyReply): FastifyReply {
  return sendFormPage(reply, {
    status: 403,
    heading: 'Accounts are by invitation',
    content: html`<p>Ask the operator of this service for one.</p>`,
    foot: FOOT,
  })
}
