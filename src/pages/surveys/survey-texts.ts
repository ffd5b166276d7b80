import type { Section } from '../../domain/surveys/groups/question-group.ts'
import { firstLink } from '../../domain/values/first-link.ts'
import { content, type Html, html } from '../../html/html.ts'
import type { Survey } from '../../service/responses/responses.ts'
import { inRandomOrder } from './question-field.ts'

/** Stylesheet of pages with either. At a presenter's pace, the introduction is there before the first question, and the thanks after the end. */
export const TEXTS_STYLE = html`
.introduction, .thanks { margin: 8px 0 16px }
.introduction:has(~ .receipt), .pace:not([data-state=before]) ~ .introduction, .pace:not([data-state=over]) ~ .thanks { display: none }
`

export function hasTexts({ texts }: Pick<Survey, 'texts'>): boolean {
  return Object.keys(texts).length > 0
}

/** What a survey says before its questions. */
export function introduction(text: string | undefined): Html | false {
  return text !== undefined && paragraph('introduction', text)
}

/** What a survey says to those who have answered. */
export function thanksText(text: string | undefined, theirs: Html | false = false): Html | false {
  return text !== undefined && paragraph('thanks', text, theirs)
}

/**
 * The heading of a section, and its text.
 * @param count of what follows in it: questions, and groups of them
 */
export function sectionHeading({ title, text, shuffled }: Section, count: number): Html {
  return html`<div class="section"${shuffled && inRandomOrder(count)}><h2 dir="auto">${content(title)}</h2>
${text !== undefined && html`<p class="about" dir="auto">${linked(text)}</p>`}</div>
`
}

function paragraph(name: string, text: string, language: Html | false = false): Html {
  return html`<p class="about ${name}" dir="auto"${language}>${linked(text)}</p>
`
}

/** Text whose first web address is a link. It opens beside the page, which may have something typed in it. */
function linked(text: string): Html {
  const link = firstLink(text)
  if (link === undefined) return content(text)
  const { before, address, after } = link
  return html`${content(before)}<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${content(address)}</a>${content(after)}`
}
