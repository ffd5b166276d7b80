import type { Transporter } from 'nodemailer'
import { loadOnFirstUse } from '../domain/first-use.ts'
import type { RenderedMail } from '../domain/mail.ts'

/** A mail server that does not answer must not hold up others: milliseconds for connecting, greeting and silence. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

interface SmtpSettings {
  /** Of the mail server, with user and password. */
  readonly url: string
  /** The sender of mails, as an address or `Name <address>`. */
  readonly from: string
}

/** Why the server did not accept a mail. Its text contains no address and nothing from the mail. */
class MailError extends Error {
  readonly code: string | undefined
  /** Whether the server will never accept this mail. A refused password does not count, since the operator can correct it. */
  readonly isPermanent: boolean

  constructor(code: string | undefined, status: number | undefined) {
    super(`mail was not accepted: ${[code, status].filter(Boolean).join(' ') || 'unknown reason'}`)
    this.code = code
    this.isPermanent = (code === 'EENVELOPE' || code === 'EMESSAGE') && status !== undefined && status >= 500
  }
}

/** Sends mails by a mail server. TLS is required by `smtps:`, and used with `smtp:` where the server offers it. */
export function smtp({ url, from }: SmtpSettings): (mail: RenderedMail) => Promise<void> {
  const transport = loadOnFirstUse(() => openTransport(url))
  return async ({ to, subject, text, html }) => {
    const opened = await transport()
    try {
      // Keeps automatic replies, such as out-of-office notices, from being sent.
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await opened.sendMail({ from, to: { name: '', address: to }, subject, text, html, headers })
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      throw new MailError(code, responseCode)
    }
  }
}

/** The library is loaded with the first mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  // A mail has nothing but its two texts: no file is read and no address fetched, whatever it contains.
  return createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
}
