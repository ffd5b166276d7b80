import type { FastifyInstance, FastifyReply } from 'fastify'
import { PASSWORD_SHORTEST } from '../domain/limits.ts'
import type { Refusal } from '../domain/refusal.ts'
import { html } from '../html/html.ts'
import type { AccountSessions } from '../service/account-sessions.ts'
import type { SignUp } from '../service/sign-up.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'
import { type AdmissionParts, holderOf } from './admission.ts'
import { type Fields, textOf } from './fields.ts'
import { field, refusalOf, sendFormPage } from './form-page.ts'

interface SignUpParts extends AdmissionParts {
  readonly accountSessions: AccountSessions
  readonly signUp: SignUp
}

const SHOWN = ['invalid_email', 'invalid_name', 'invalid_password', 'email_taken'] as const

export function signUpRoutes(app: FastifyInstance, parts: SignUpParts): void {
  const { accountSessions, cookie, signUp, baseUrl } = parts
  app.get('/sign-up', async (request, reply) => {
    if ((await holderOf(request, parts)) !== undefined) return reply.redirect('/app', 303)
    return signUp.mode === 'open' ? sendSignUp(reply) : sendClosed(reply)
  })
  app.post<{ Body: Fields }>('/sign-up', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const [email, name] = [textOf(request, 'email'), textOf(request, 'name')]
    try {
      const made = await signUp.create({ email, name, password: textOf(request, 'password') })
      cookie.set(reply, await accountSessions.open(made, cookie.read(request)))
    } catch (error) {
      return sendSignUp(reply, { email, name, refusal: refusalOf(error, SHOWN) })
    }
    return reply.redirect('/app', 303)
  })
}

interface SignUpView {
  readonly email: string
  readonly name: string
  readonly refusal: Refusal
}

const ERRORS: Readonly<Record<string, readonly [name: string, text: string]>> = {
  invalid_email: ['email', 'Enter an e-mail address, such as ada@example.org.'],
  email_taken: ['email', 'This address already has an account. Sign in instead.'],
  invalid_name: ['name', 'Use letters of one alphabet in each word, and no invisible characters.'],
  invalid_password: ['password', `Use ${PASSWORD_SHORTEST} characters or more, at most 200.`],
}

function sendSignUp(reply: FastifyReply, sent?: SignUpView): FastifyReply {
  const [at, text] = (sent && ERRORS[sent.refusal.refusal]) ?? []
  const errorAt = (name: string) => ({ error: at === name ? text : undefined })
  const page = {
    heading: 'Create your account',
    content: html`<form method="post" action="/sign-up">
${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: sent?.email, isFirst: sent === undefined, ...errorAt('email') })}${field({ name: 'name', label: 'Your name', type: 'text', autocomplete: 'name', value: sent?.name, isOptional: true, ...errorAt('name') })}${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', help: `${PASSWORD_SHORTEST} characters or more. Several words are easy to remember.`, minLength: PASSWORD_SHORTEST, ...errorAt('password') })}<p><button>Create account</button></p>
</form>`,
    foot: html`<p>Already have an account? <a href="/sign-in">Sign in</a></p>`,
  }
  return sendFormPage(reply, page, sent === undefined ? 200 : 400)
}

function sendClosed(reply: FastifyReply): FastifyReply {
  const page = {
    heading: 'Accounts are by invitation',
    content: html`<p>Ask the operator of this service for one.</p>`,
    foot: html`<p>Already have an account? <a href="/sign-in">Sign in</a></p>`,
  }
  return sendFormPage(reply, page, 403)
}
