import type { SiteLinks } from '../domain/site-links.ts'
import { type Html, html } from './html.ts'

export interface FooterWords {
  readonly imprint: string
  readonly terms: string
  readonly privacy: string
  readonly contact: string
  readonly report: string
}

/** For pages that are in English only. */
export const FOOTER_WORDS: FooterWords = {
  imprint: 'Legal notice',
  terms: 'Terms',
  privacy: 'Privacy',
  contact: 'Contact',
  report: 'Report this survey',
}

/**
 * The links of the operator. Nothing is stored about a survey that is reported: the link writes a mail.
 * @param surveyUrl the public link of the survey that can be reported on this page
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
  if (items.length === 0) return undefined
  return html`<footer>${items.map(([url, name]) => html`<a href="${url}">${name}</a> `)}</footer>
`
}

function mailAbout(contact: string, subject: string): string {
  return `mailto:${contact}?subject=${encodeURIComponent(subject)}`
}
