import type { FastifyInstance, FastifyReply } from 'fastify'
import { parseLocalPath } from '../domain/local-path.ts'
import { html } from '../html/html.ts'
import type { AccountSessions } from '../service/account-sessions.ts'
import type { SignUp } from '../service/sign-up.ts'
import { requireOwnOrigin } from '../transport/cross-site.ts'
import { type AdmissionParts, holderOf } from './admission.ts'
import { type Fields, textOf } from './fields.ts'
import { field, refusalOf, sendFormPage } from './form-page.ts'

interface SignInParts extends AdmissionParts {
  readonly accountSessions: AccountSessions
  readonly signUp: SignUp
}

interface ToNext {
  Querystring: { next?: string | string[] }
}

/** Where people are once they are signed in, if they did not want to go elsewhere. */
const APP = '/app'
const SHOWN = ['wrong_credentials', 'account_disabled'] as const

export function signInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { accountSessions, cookie, signUp, baseUrl } = parts
  app.get<ToNext>('/sign-in', async (request, reply) => {
    const next = nextOf([request.query.next].flat()[0])
    if ((await holderOf(request, parts)) !== undefined) return reply.redirect(next, 303)
    return sendSignIn(reply, { next, signUp })
  })
  app.post<{ Body: Fields }>('/sign-in', async (request, reply) => {
    requireOwnOrigin(request, baseUrl)
    const [email, next] = [textOf(request, 'email'), nextOf(textOf(request, 'next'))]
    const given = { email, password: textOf(request, 'password'), previous: cookie.read(request) }
    try {
      cookie.set(reply, await accountSessions.signIn(given))
    } catch (error) {
      return sendSignIn(reply, { next, signUp, email, problem: PROBLEMS[refusalOf(error, SHOWN).refusal] })
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

const PROBLEMS: Readonly<Record<string, string>> = {
  wrong_credentials: 'That e-mail address and password don’t match an account. Check both and try again.',
  account_disabled: 'This account is disabled. Ask the operator of this service.',
}

interface SignInView {
  readonly next: string
  readonly signUp: SignUp
  readonly email?: string
  readonly problem?: string | undefined
}

function sendSignIn(reply: FastifyReply, { next, signUp, email, problem }: SignInView): FastifyReply {
  const page = {
    heading: 'Sign in',
    problem,
    content: html`<form method="post" action="/sign-in">
${field({ name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username', value: email, isFirst: email === undefined })}${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', isFirst: email !== undefined })}<input type="hidden" name="next" value="${next}">
<p><button>Sign in</button></p>
</form>`,
    foot: html`<p><a href="/forgot-password">Forgot your password?</a></p>
${signUp.mode === 'open' && html`<p>New here? <a href="/sign-up">Create an account</a></p>`}`,
  }
  return sendFormPage(reply, page, problem === undefined ? 200 : 400)
}
