import { type Html, html } from '../html/html.ts'
import { WORDMARK } from '../html/logo.ts'
import type { Reader } from './page.ts'

/** What the form already contains: what was typed into it and leads to no survey, or what an address names. */
export interface Entered {
  readonly words: string
  readonly isWrong: boolean
}

/** The form in which people enter the words of a survey's link. */
export function joinForm({ language, words: { front } }: Reader, entered?: Entered): Html {
  const isWrong = entered?.isWrong === true
  const describedBy = isWrong ? 'words-error words-help' : 'words-help'
  return html`<form class="join" action="/s">
<label for="words">${front.label}</label>
<p class="help" id="words-help">${front.help}</p>
${isWrong && html`<p class="error" id="words-error">${front.notFound}</p>`}
<input id="words" name="words" value="${entered?.words ?? ''}" required maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" enterkeyhint="go" aria-describedby="${describedBy}"${isWrong && html` aria-invalid="true" autofocus`}>
<input type="hidden" name="lang" value="${language}">
<p><button>${front.join}</button></p>
</form>`
}

/** The link to the front page, for the head of a page that has no survey. */
export const WORDMARK_LINK = html`<a class="wordmark" href="/">${WORDMARK}</a>`

export const JOIN_STYLE = html`
.top { max-width: 40rem; margin: 0 auto; padding: 16px }
.top a { padding: 10px 0 }
.wordmark { flex: none; display: inline-flex; gap: 8px; align-items: center; color: var(--accent); font-size: 1.25rem; font-weight: 600; letter-spacing: -.02em; text-decoration: none }
.join { padding: 24px; border-radius: 10px; background: var(--surface) }
.missing + .again { margin-top: 24px }
.missing + .join { margin-top: 32px }
.join label { font-size: 1.25rem; letter-spacing: -.01em }
.join input { min-height: 56px; font-size: 1.25rem }
.join p:has(button) { margin: 16px 0 0 }
.join button { width: 100%; min-height: 52px; font-size: 1.25rem }
`
