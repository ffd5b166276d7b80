import type { SiteLinks } from '../domain/site-links.ts'
import { type Html, html } from './html.ts'
import { SMALL_MARK } from './mark.ts'

export interface FooterWords {
  readonly imprint: string
  readonly terms: string
  readonly privacy: string
  readonly contact: string
  readonly report: string
  readonly madeWith: string
}

/** For pages that are in English only. */
export const FOOTER_WORDS: FooterWords = {
  imprint: 'Legal notice',
  terms: 'Terms',
  privacy: 'Privacy',
  contact: 'Contact',
  report: 'Report this survey',
  madeWith: 'Made with Soundings',
}

/**
 * The links of the operator, and on respondents' pages ours. Nothing is stored about a survey that is reported: the link writes a mail.
 * @param surveyUrl the public link of the survey that respondents see on this page, and can report
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
