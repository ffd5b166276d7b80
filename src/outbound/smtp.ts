import type { Transporter } from 'nodemailer'
import type { RenderedMail } from '../domain/accounts/mail.ts'
import { lazyAsync } from '../domain/values/lazy.ts'

/**
 * Limits for connecting, greeting and silence in milliseconds, so that a mail server that does not answer does not hold
 * up others.
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

interface SmtpSettings {
  /** The mail server's URL, with user and password. */
  readonly url: string
  /** The sender of mails, as an address or `Name <address>`. */
  readonly from: string
}

/** Why the server did not accept a mail. Its text contains no address and nothing from the mail. */
class MailError extends Error {
  readonly code: string | undefined
  /**
   * Whether the server will never accept this mail. A refused password does not count, because the operator can correct
   * it.
   */
  readonly isPermanent: boolean
  /** Whether the recipient is the reason, for example because the address does not exist. */
  readonly isRecipientRefused: boolean

  constructor({ code, responseCode: status, command, response }: SmtpError) {
    super(`mail was not accepted: ${[code, status].filter(Boolean).join(' ') || 'unknown reason'}`)
    this.code = code
    this.isPermanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && status !== undefined && status >= 500
    this.isRecipientRefused = this.isPermanent && command === 'RCPT TO' && isOfRecipient(response ?? '')
  }
}

/** The library's description of a failure. */
export interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
  /** The server's reply. */
  readonly response?: string
}

/**
 * Whether a reply to the command that names the recipient is about the recipient, rather than about our rights or our
 * address, which the operator must correct. The enhanced status code tells, if there is one (RFC 3463): 1 is an
 * address, but 5.1.7 and 5.1.8 mean the sender's; 2 is a mailbox; 5.4.1 and 5.4.4 are a host or a domain. Without one,
 * 550 to 553 are about mailboxes (RFC 5321, 4.2.3), and others, such as 554 for a disallowed relay, about the session.
 */
function isOfRecipient(reply: string): boolean {
  const [, status = '', enhanced] = /^(\d{3})[ -](?:(5\.\d{1,3}\.\d{1,3})\b)?/.exec(reply) ?? []
  if (enhanced === undefined) return /^55[0-3]$/.test(status)
  return /^5\.(?:1\.(?![78]$)|2\.|4\.[14]$)/.test(enhanced)
}

/** Sends mails through a mail server. TLS is required with `smtps:`, and used with `smtp:` if the server offers it. */
export function smtp({ url, from }: SmtpSettings): (mail: RenderedMail) => Promise<void> {
  const transport = lazyAsync(() => openTransport(url))
  return async ({ to, subject, text, html }) => {
    const opened = await transport()
    try {
      // Keeps automatic replies, such as out-of-office notices, from being sent.
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await opened.sendMail({ from, to: { name: '', address: to }, subject, text, html, headers })
    } catch (error) {
      throw new MailError(error as SmtpError)
    }
  }
}

/** The library is loaded with the first mail. */
export async function openTransport(url: string, timeouts = TIMEOUTS): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  // A mail consists only of its two texts: no file is read and no address fetched, whatever it contains.
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
}
