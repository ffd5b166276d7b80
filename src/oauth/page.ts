import type { FastifyReply } from 'fastify'
import { type FormFrame, formFrame } from '../html/form-frame.ts'
import { html } from '../html/html.ts'
import { formPageHeaders } from '../transport/security-headers.ts'

interface Sendable {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** A page between an application's request and the redirect back. No such page needs a script. */
export function oauthPage(page: Omit<FormFrame, 'style'>): Sendable {
  const { text, policy } = formFrame({ ...page, style: CONSENT_STYLE })
  return { text, headers: formPageHeaders(policy) }
}

export function sendPage(reply: FastifyReply, { text, headers }: Sendable): FastifyReply {
  return reply.headers(headers).type('text/html; charset=utf-8').send(text)
}

const CONSENT_STYLE = html`
.lead strong { color: var(--text) }
.lead + p { margin-top: 16px }
.account h2 { margin: 32px 0 0; font-size: 1rem; letter-spacing: 0 }
.account h2 + ul { margin: 4px 0 0 }
.account li { margin: 4px 0 0 }
.account form { display: grid; gap: 12px; margin: 32px 0 0 }
.account .choice-more { display: grid; grid-template-columns: auto 1fr; gap: 12px; margin: 0 0 12px; padding: 12px 16px; font-weight: 400; cursor: pointer; border: 1px solid var(--line); border-radius: 10px }
.choice-more input { width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--danger) }
.choice-more:has(:checked) { border-color: var(--danger) }
.warning { margin: 24px 0 0; color: var(--muted) }
`
