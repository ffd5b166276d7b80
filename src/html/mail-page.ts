import type { Mail, MailLink } from '../domain/accounts/mail.ts'
import { type Colours, coloursOf } from '../theme/colours.ts'
import { type Html, html } from './html.ts'
import { footerHtml, type MailSender } from './mail-footer.ts'
import { mailMark } from './mail-mark.ts'

const FONT = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif'

/**
 * A mail as a page that loads nothing. Everything is expressed in attributes and tables, because some clients remove
 * the stylesheet and others lay out nothing else; only the dark version needs the stylesheet.
 */
export function mailPage({ subject, content }: Mail, sender: MailSender): Html {
  const { light, dark } = coloursOf('default')
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${darkStyle(dark)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.background}">
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.background}">
<tr><td align="center" style="padding:32px 16px 48px">
<div class="text" style="max-width:544px;text-align:left;font:16px/24px ${FONT};color:${light.text};overflow-wrap:anywhere">
${wordmark(light)}
<h1 style="margin:40px 0 0;font-size:26px;line-height:32px;letter-spacing:-.02em;text-wrap:balance">${subject}</h1>
${content.map(part => (typeof part === 'string' ? paragraph(part) : button(part, light)))}
<p class="muted line" style="margin:48px 0 0;padding:16px 0 0;border-top:2px solid ${light.surface};font-size:13px;line-height:20px;color:${light.muted}">${footerHtml(sender, light)}</p>
</div>
</td></tr>
</table>
</body>
</html>
`
}

function darkStyle({ background, surface, text, muted, accent, primary, onPrimary }: Colours): Html {
  return html`
:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {
.paper { background: ${background} !important }
.text { color: ${text} !important }
.muted { color: ${muted} !important }
.line { border-color: ${surface} !important }
.accent { color: ${accent} !important }
.ink { background: ${accent} !important }
.button { background: ${primary} !important; color: ${onPrimary} !important }
}
`
}

function wordmark({ accent }: Colours): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td style="padding:0 12px 0 0">${mailMark(accent)}</td>
<td class="accent" style="font:600 20px/28px ${FONT};letter-spacing:-.02em;color:${accent}">Soundings</td></tr>
</table>`
}

function paragraph(text: string): Html {
  return html`<p style="margin:16px 0 0">${text}</p>
`
}

/**
 * The address is also shown as text, to be copied where the button does not work. Outlook on Windows ignores the
 * padding of links, and has its own property for the cell's padding.
 */
function button({ url, label }: MailLink, { primary, onPrimary, muted }: Colours): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0">
<tr><td class="button" bgcolor="${primary}" style="border-radius:10px;background:${primary};mso-padding-alt:12px 24px"><a class="button" href="${url}" style="display:inline-block;padding:12px 24px;border-radius:10px;background:${primary};font:600 16px/24px ${FONT};color:${onPrimary};text-decoration:none">${label}</a></td></tr>
</table>
<p style="margin:12px 0 24px;font-size:13px;line-height:20px"><a class="muted" href="${url}" style="color:${muted}">${url}</a></p>
`
}
