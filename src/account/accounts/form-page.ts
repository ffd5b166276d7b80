import type { FastifyReply, FastifyRequest } from 'fastify'
import { formFrame } from '../../html/form-frame.ts'
import { type Html, html } from '../../html/html.ts'
import type { ErrorResponse } from '../../transport/errors.ts'
import { formPageHeaders } from '../../transport/security-headers.ts'
import { type Problem, problemOfForm } from './form-errors.ts'

export interface FormPage {
  readonly heading: string
  /** The page's purpose, if the heading does not say enough. */
  readonly lead?: string
  /** Why the form was not accepted. */
  readonly problem?: Problem | undefined
  readonly content: Html
  /** Links to related pages. */
  readonly foot?: Html
  /** By default 200, or 400, 429 or 503 with a problem. */
  readonly status?: number
}

/** Sends one of the pages for signing up and signing in. None of them requires a script. */
export function sendFormPage(reply: FastifyReply, page: FormPage): FastifyReply {
  const { heading, lead, problem, content, foot, status = statusWith(problem) } = page
  const explanation = problemOfForm(problem)
  const { text, policy } = formFrame({
    title: `${problem === undefined ? '' : 'Error: '}${heading}`,
    heading,
    siteLinks: reply.server.siteLinks,
    foot,
    content: html`${lead && html`<p class="lead">${lead}</p>`}
${explanation && html`<p class="problem" role="alert">${explanation}</p>`}
${content}`,
  })
  return reply.code(status).headers(formPageHeaders(policy)).type('text/html; charset=utf-8').send(text)
}

function statusWith(problem: Problem | undefined): number {
  if (problem === undefined) return 200
  if (problem === 'unavailable') return 503
  return problem === 'too_many_attempts' ? 429 : 400
}

/** For links that have expired, were used or never existed, which cannot be told apart. */
export function sendLinkEnded(reply: FastifyReply): FastifyReply {
  return sendFormPage(reply, {
    status: 404,
    heading: 'This link no longer works',
    content: html`<p>Links like this work only once, and expire soon. If you have used it before, just sign in.</p>
<p><a class="button" href="/sign-in">Sign in</a></p>`,
    foot: html`<p><a href="/forgot-password">Set a new password</a></p>`,
  })
}

const ERRORS: Readonly<Record<number, readonly [heading: string, text: string]>> = {
  401: ['You’re signed out', 'Sign in again to go on.'],
  403: ['This didn’t come from our page', 'Go back, reload the page and try again.'],
  404: ['There’s nothing here', 'Check the address, or start from the front page.'],
  429: ['Too many attempts', 'Wait a quarter of an hour, then try again.'],
  503: ['Not available right now', 'Try again in a moment.'],
}

/** Renders errors that no form explains. */
export function renderErrorPage(
  { status }: ErrorResponse,
  { method }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [heading, text] = ERRORS[status] ?? ['Something went wrong', 'Try again in a moment.']
  const foot = html`<p><a href="/">Front page</a></p>`
  const again = method === 'GET' && status >= 429 && html`<p><a class="button" href="">Try again</a></p>`
  return sendFormPage(reply, { status, heading, content: html`<p>${text}</p>${again}`, foot })
}
