import { checkMailServer, MailServerError } from '../../outbound/smtp-check.ts'
import { type CheckResult, failed, passed } from './check-result.ts'

const CREDENTIALS_REMEDY = 'check user and password in SMTP_URL, where @, / and # are written as %40, %2F and %23'
const SERVER_REMEDY = 'check SMTP_URL (smtps: for port 465, smtp: for others), and that this machine can reach it'

/** Whether the mail server accepts our credentials. Only an actual mail shows whether it delivers. */
export async function checkMail(url: string | undefined): Promise<CheckResult[]> {
  if (url === undefined) return []
  const { host, username } = new URL(url)
  try {
    await checkMailServer(url)
    return [passed('mail', `${host} answers${username === '' ? '' : ', and accepts user and password'}`)]
  } catch (error) {
    if (!(error instanceof MailServerError)) throw error
    return [failed('mail', error.message, error.isRefused ? CREDENTIALS_REMEDY : SERVER_REMEDY)]
  }
}
