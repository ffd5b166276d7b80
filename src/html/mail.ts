import type { Mail, RenderedMail } from '../domain/accounts/mail.ts'
import { footerText, type MailSender } from './mail-footer.ts'
import { mailPage } from './mail-page.ts'

/** Writes a mail twice, for readers with and without HTML. Both parts say the same. */
export function renderMail(mail: Mail, sender: MailSender): RenderedMail {
  const { to, subject } = mail
  return { to, subject, text: mailText(mail, sender), html: mailPage(mail, sender).toString() }
}

function mailText({ content }: Mail, sender: MailSender): string {
  const paragraphs = content.map(part => (typeof part === 'string' ? part : part.url))
  return `${[...paragraphs, footerText(sender)].join('\n\n')}\n`
}
