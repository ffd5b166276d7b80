import type { SiteLinks } from '../domain/site-links.ts'
import { FOOTER_WORDS, footer } from '../html/footer.ts'
import { STYLE } from '../html/form-style.ts'
import { type FramedPage, frame } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import { WORDMARK } from '../html/mark.ts'
import { pageSecurityHeaders, SENDS_ORIGIN } from '../transport/security-headers.ts'

interface OauthPage {
  readonly heading: Html | string
  readonly title: string
  readonly content: Html
  readonly foot?: Html
  readonly siteLinks: SiteLinks
  /** Whether its form leads to another site. */
  readonly leadsAway?: boolean
}

interface Sendable {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** A page that somebody sees on the way from an application and back. None needs a script. */
export function oauthPage({ heading, title, content, foot, siteLinks, leadsAway }: OauthPage): Sendable {
  return sendable(
    frame({
      lang: 'en',
      dir: 'ltr',
      theme: 'default',
      title: `${title} · Soundings`,
      head: html`<meta name="robots" content="noindex">
`,
      style: html`${STYLE}${CONSENT_STYLE}`,
      header: html`<header class="top"><a class="wordmark" href="/">${WORDMARK}</a></header>
`,
      content: html`<div class="account"><h1>${heading}</h1>
${content}
${foot && html`<div class="foot">${foot}</div>`}</div>`,
      footer: footer(siteLinks, FOOTER_WORDS),
      leadsAway,
    }),
  )
}

const CONSENT_STYLE = html`
.lead strong { color: var(--text) }
.lead + p { margin-top: 16px }
.account h2 { margin: 32px 0 0; font-size: 1rem; letter-spacing: 0 }
.account h2 + ul { margin: 4px 0 0 }
.account li { margin: 4px 0 0 }
.account form { display: grid; gap: 12px; margin: 32px 0 0 }
.warning { margin: 24px 0 0; color: var(--muted) }
`

function sendable({ text, policy }: FramedPage): Sendable {
  return { text, headers: { ...pageSecurityHeaders(policy), ...SENDS_ORIGIN, 'x-robots-tag': 'noindex' } }
}
