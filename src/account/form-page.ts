import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import { frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { WORDMARK } from '../html/mark.ts'
import type { ErrorResponse } from '../transport/errors.ts'
import { pageSecurityHeaders, SENDS_ORIGIN } from '../transport/security-headers.ts'

export interface FormPage {
  readonly heading: string
  /** What the page is for, where the heading does not say enough. */
  readonly lead?: Html | undefined
  /** What has kept the form that was sent from being accepted. */
  readonly problem?: string | undefined
  readonly content: Html
  /** Where else people may want to go from here. */
  readonly foot?: Html | undefined
}

/** Sends one of the pages on which people sign up and in. None of them needs a script. */
export function sendFormPage(reply: FastifyReply, page: FormPage, status = 200): FastifyReply {
  const { text, policy } = frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: `${page.problem === undefined ? '' : 'Error: '}${page.heading} · Soundings`,
    head: html`<meta name="robots" content="noindex">
`,
    style: STYLE,
    header: html`<header class="top"><a class="wordmark" href="/">${WORDMARK}</a></header>
`,
    content: html`<div class="account"><h1>${page.heading}</h1>
${page.lead !== undefined && html`<p class="lead">${page.lead}</p>`}
${page.problem !== undefined && html`<p class="summary" role="alert">${page.problem}</p>`}
${page.content}
${page.foot !== undefined && html`<div class="foot">${page.foot}</div>`}</div>`,
  })
  return reply
    .code(status)
    .headers({ ...pageSecurityHeaders(policy), ...SENDS_ORIGIN, 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(text)
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: 'email' | 'password' | 'text'
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly help?: string | undefined
  readonly error?: string | undefined
  /** The first field that has to be filled in gets the focus. */
  readonly isFirst?: boolean
  readonly isOptional?: boolean
  readonly isFixed?: boolean
  readonly minLength?: number
}

/** An input with its label above, its help below that, and its error beside it. */
export function field(parts: Field): Html {
  const { name, label, type, autocomplete, value, help, error, isFirst, isOptional, isFixed, minLength } = parts
  const describedBy = [error && `${name}-error`, help && `${name}-help`].filter(Boolean).join(' ')
  return html`<div class="field"><label for="${name}">${label}${isOptional && html` <span class="muted">(optional)</span>`}</label>
${help && html`<p class="help" id="${name}-help">${help}</p>`}${error && html`<p class="error" id="${name}-error">${error}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${value !== undefined && html` value="${value}"`}${!isOptional && html` required`}${isFixed && html` readonly`}${minLength !== undefined && html` minlength="${minLength}"`} maxlength="${type === 'email' ? 320 : 400}"${type === 'email' && html` inputmode="email" autocapitalize="none" spellcheck="false"`}${describedBy !== '' && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}${(isFirst || error) && html` autofocus`}></div>
`
}

/** A refusal that the form itself can explain. Everything else has a page of its own. */
export function refusalOf(error: unknown, names: readonly Refusal['refusal'][]): Refusal {
  if (error instanceof Refusal && names.includes(error.refusal)) return error
  throw error
}

const HEADINGS: Readonly<Record<number, readonly [heading: string, text: string]>> = {
  403: ['This didn’t come from our page', 'Go back, reload the page and try again.'],
  404: ['There’s nothing here', 'Check the address, or start from the front page.'],
  429: ['Too many attempts', 'Wait a few minutes, then try again.'],
  503: ['Soundings is busy', 'Nothing was changed. Try again in a moment.'],
}

/** Renders what no form explains. */
export function renderErrorPage({ status, body }: ErrorResponse, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [heading, text] = HEADINGS[status] ?? ['Something went wrong', `${body.error}.`]
  return sendFormPage(
    reply,
    { heading, content: html`<p>${text}</p>`, foot: html`<p><a href="/">Front page</a></p>` },
    status,
  )
}

const STYLE = html`
.top { max-width: 64rem; margin: 0 auto; padding: 16px }
.wordmark { display: inline-flex; gap: 8px; align-items: center; padding: 10px 0; color: var(--accent); font-size: 1.25rem; font-weight: 600; letter-spacing: -.02em; text-decoration: none }
main { padding-top: 24px }
.account { max-width: 24rem; margin: 0 auto }
.account h1 { margin: 0; font-size: 2.2rem; letter-spacing: -.02em; color: var(--text) }
.lead { margin: 8px 0 0; color: var(--muted) }
.field { margin: 24px 0 0 }
.field .help { margin: 0 0 4px }
.field .error { margin: 0 0 4px; font-size: .8rem }
.field label .muted { font-weight: 400 }
.field [readonly] { border-color: transparent; background: var(--surface) }
.account form > p:has(button) { margin: 32px 0 0 }
.account form button:not(.quiet) { width: 100%; min-height: 48px }
.account .summary { margin: 24px 0 0; font-weight: 600; color: var(--danger) }
.foot { margin: 32px 0 0; padding: 16px 0 0; border-top: 1px solid color-mix(in srgb, var(--line) 45%, transparent); color: var(--muted) }
.foot p { margin: 0 }
.foot a { display: inline-block; padding: 10px 0 }
`
