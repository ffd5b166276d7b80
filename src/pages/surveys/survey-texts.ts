import { firstLink } from '../../domain/values/first-link.ts'
import { content, type Html, html } from '../../html/html.ts'

/** What a survey says before its questions. */
export function introduction(text: string | undefined): Html | false {
  return text !== undefined && paragraph('introduction', text)
}

/** What a survey says to those who have answered. */
export function thanksText(text: string | undefined, theirs: Html | false = false): Html | false {
  return text !== undefined && paragraph('thanks', text, theirs)
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
