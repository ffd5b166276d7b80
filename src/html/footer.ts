import type { SiteLinks } from '../domain/values/site-links.ts'
import { type Html, html } from './html.ts'
import { SMALL_MARK } from './logo.ts'

export interface FooterWords {
  readonly imprint: string
  readonly terms: string
  readonly privacy: string
  readonly contact: string
  readonly report: string
  readonly madeWith: string
}

/** For pages that exist only in English. */
export const FOOTER_WORDS: FooterWords = {
  imprint: 'Legal notice',
  terms: 'Terms',
  privacy: 'Privacy',
  contact: 'Contact',
  report: 'Report this survey',
  madeWith: 'Made with Soundings',
}

/**
 * The operator's links and, on respondents' pages, ours. Nothing is stored about a reported survey: the link opens a
 * mail.
 * @param surveyUrl the public link of the survey on this page, which respondents can report
 */
export function footer(links: SiteLinks, words: FooterWords, surveyUrl?: string): Html | undefined {
  const { contact } = links
  const pages = [
    [links.imprintUrl, words.imprint],
    [links.termsUrl, words.terms],
    [links.privacyUrl, words.privacy],
    [contact && `mailto:${contact}`, words.contact],
    [contact && surveyUrl && mailAbout(contact, `${words.report}: ${surveyUrl}`), words.report],
  ] as const
  const items = pages.filter(([url]) => url !== undefined)
  const ours = surveyUrl !== undefined && links.saysMadeWith
  if (items.length === 0 && !ours) return undefined
  return html`<footer>${items.map(([url, name]) => html`<a href="${url}">${name}</a> `)}${ours && html`<a class="made-with" href="/">${SMALL_MARK}${words.madeWith}</a>`}</footer>
`
}

function mailAbout(contact: string, subject: string): string {
  return `mailto:${contact}?subject=${encodeURIComponent(subject)}`
}
