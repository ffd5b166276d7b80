import type { SiteLinks } from '../domain/values/site-links.ts'
import { FOOTER_WORDS, footer } from './footer.ts'
import { STYLE } from './form-style.ts'
import { type FramedPage, frame, NOT_FOR_SEARCH } from './frame.ts'
import { type Html, html } from './html.ts'
import { WORDMARK } from './logo.ts'

export interface FormFrame {
  /** Title of the window. */
  readonly title: string
  readonly heading: Html | string
  readonly content: Html
  /** Where else people may want to go from here. */
  readonly foot?: Html | undefined
  readonly siteLinks: SiteLinks
  /** Rules in addition to those of all such pages. */
  readonly style?: Html
  /** Whether its form leads to another site. */
  readonly leadsAway?: boolean | undefined
}

/**
 * The frame of the pages on which people sign up, sign in and authorize applications. None of them requires a script.
 */
export function formFrame({ title, heading, content, foot, siteLinks, style, leadsAway }: FormFrame): FramedPage {
  return frame({
    lang: 'en',
    dir: 'ltr',
    theme: 'default',
    title: `${title} · Soundings`,
    head: NOT_FOR_SEARCH,
    style: html`${STYLE}${style}`,
    header: html`<header class="top"><a class="wordmark" href="/">${WORDMARK}</a></header>
`,
    content: html`<div class="account"><h1>${heading}</h1>
${content}
${foot && html`<div class="foot">${foot}</div>`}</div>`,
    footer: footer(siteLinks, FOOTER_WORDS),
    leadsAway,
  })
}
