import { openTransport, type SmtpError } from './smtp.ts'

/** Time limit for each step of the check in milliseconds, because an operator is waiting for the result. */
const STEP_MS = 4_000
const TIMEOUTS = { dnsTimeout: STEP_MS, connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS }

/**
 * A mail server that would not send anything for us. The message names its host and the reason, and never the password.
 */
export class MailServerError extends Error {
  /** Whether the server was reached, but does not accept user and password. */
  readonly isRefused: boolean

  constructor(host: string, { code, responseCode: status, message }: SmtpError & Error) {
    const isRefused = code === 'EAUTH'
    // What the server says about a sign-in may repeat parts of it.
    super(isRefused ? `${host} refuses user and password: ${status ?? code}` : `${host}: ${message}`)
    this.isRefused = isRefused
  }
}

/** Connects to the mail server of an SMTP_URL and signs in. Nothing is sent. @throws MailServerError */
export async function checkMailServer(url: string): Promise<void> {
  const transport = await openTransport(url, TIMEOUTS)
  try {
    await transport.verify()
  } catch (error) {
    throw new MailServerError(new URL(url).host, error as SmtpError & Error)
  } finally {
    transport.close()
  }
}
