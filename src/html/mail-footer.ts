import type { Colours } from '../theme/colours.ts'
import { type Html, html } from './html.ts'

/** The sender of a mail. */
export interface MailSender {
  /** Public address of the service, without a slash at the end. */
  readonly baseUrl: string
  /** The operator's e-mail address. */
  readonly contact?: string | undefined
}

const SENT_BY = 'Sent by Soundings at'
const QUESTIONS = 'Questions? Write to the operator:'

/**
 * Two hyphens and a space begin a signature (RFC 3676), which replies leave out. No address is followed by a full stop.
 */
export function footerText({ baseUrl, contact }: MailSender): string {
  const lines = ['-- ', `${SENT_BY} ${baseUrl}`]
  if (contact !== undefined) lines.push(`${QUESTIONS} ${contact}`)
  return lines.join('\n')
}

export function footerHtml({ baseUrl, contact }: MailSender, { muted }: Colours): Html {
  const link = (url: string, text: string) => html`<a class="muted" href="${url}" style="color:${muted}">${text}</a>`
  return html`${SENT_BY} ${link(baseUrl, new URL(baseUrl).host)}${
    contact !== undefined && html`<br>${QUESTIONS} ${link(`mailto:${contact}`, contact)}`
  }`
}
