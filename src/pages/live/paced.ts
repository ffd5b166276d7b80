import type { PhoneStep } from '../../domain/results/presentation.ts'
import { isRecordShared } from '../../domain/results/record/share-record.ts'
import { sharesResults } from '../../domain/results/sharing.ts'
import { type Html, html } from '../../html/html.ts'
import { LEAD_LINES } from '../../html/lead-lines.ts'
import type { PublicSurvey } from '../../service/responses/responses.ts'
import { LEAD_DEPTHS, LEAD_HEIGHT, leadPath } from '../../theme/lead-lines.ts'
import type { Reader } from '../page.ts'
import { resultTemplate } from '../results/results-section.ts'

const SPACING = 20
/** Repeated along the last minute of a countdown. Its lines are seven pixels apart, which are five seconds. */
const LINES_OF_TIME = html`url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${LEAD_DEPTHS.length * SPACING} ${LEAD_HEIGHT}' fill='none' stroke='%23000' stroke-width='5'%3E%3Cpath d='M0 2h${LEAD_DEPTHS.length * SPACING}${LEAD_DEPTHS.map((_, at) => leadPath(at, SPACING))}'/%3E%3C/svg%3E") 0/49px repeat-x`

/** Stylesheet of the page of a survey whose presenter sets the pace. */
export const PACED_STYLE = html`
.help:empty { height: 4px; margin: 0 }
form[data-paced] > :is(fieldset, .question) { margin-top: 24px }
form[data-paced] p:has(> #send) { min-height: 88px }
form[data-paced] > fieldset > legend:not([data-long]), form[data-paced] > .question > label:not([data-long]), .pace { font-size: 2rem }
.pace { margin: 24px 0 72px; font-weight: 600; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance }
#record { position: absolute; margin: -60px 0 0 }
#record:not([hidden]) { display: flex; flex-direction: column; gap: 8px; align-items: start }
#record:has(a:not([hidden]) + a) { margin-top: -116px }
.pace:has(~ #record a:not([hidden]) + a) { margin-bottom: 128px }
.pace + .leads { margin: -60px 0 12px }
.pace:is([hidden], [data-state=over]) + .leads { display: none }
.pace:not([data-state=sent]) + .leads :last-child { stroke: inherit; stroke-width: inherit }
.pace[data-state=sent] + .leads :last-child { stroke-dasharray: 44 }
.time { display: flex; gap: 12px; align-items: center; margin-top: 12px; font-weight: 600; font-variant-numeric: tabular-nums }
.time::after { content: ''; width: calc(min(60, var(--time)) * 1.4px); height: 17px; background: var(--accent); mask: ${LINES_OF_TIME} }
[dir=rtl] .time::after { scale: -1 1 }
@media (min-width: 30rem) {
  form[data-paced] p:has(> #send) { display: flex; flex-wrap: wrap; gap: 12px 16px; align-items: center; align-content: start }
  .time { margin: 0 }
}
@media screen and (prefers-reduced-motion: no-preference) {
  .pace[data-state=sent] + .leads :last-child { animation: let-down .2s }
  .time::after { transition: width 1s linear }
}
@keyframes let-down { from { stroke-dashoffset: 44 } }
@media (forced-colors: active) { .time::after { forced-color-adjust: none; background: CanvasText } }
.folded { margin: 32px 0 0; border-top: 1px solid var(--line) }
.folded summary { min-height: 48px; padding: 12px 0; font-weight: 600; cursor: pointer }
.folded .board { margin-top: 8px }
`

/** What a phone shows in place of a question, and what its script says there. */
export function pace({ state, index }: Pick<PhoneStep, 'state' | 'index'>, { words: { paced }, ours }: Reader): Html {
  const text = state === 'live' ? paced.next : paced[state]
  return html`<p id="pace" class="pace"${ours} role="status" data-state="${state}"${index !== null && html` data-index="${index}"`} data-words="${JSON.stringify(paced)}"${index !== null && html` hidden`}>${text}</p>${LEAD_LINES}`
}

/** What can be read after the end: below the text, where nothing moves when it appears. The record may be shared later. */
export function afterSession({ survey, questions }: PublicSurvey, isOver: boolean, reader: Reader): Html {
  const { language, words, ours } = reader
  const text = survey.shareResults === 'when_revealed' ? words.results.linkLater : words.results.link
  const results = html` <a class="button quiet" href="/s/${survey.slug}/thanks?lang=${language}&results">${text}</a>`
  const record = recordLink(survey.slug, reader, isOver && isRecordShared(survey))
  return html`<p id="record"${ours}${!isOver && html` hidden`}>${record}${sharesResults(survey, questions) && results}</p>
`
}

/** Leads to the record. */
export function recordLink(slug: string, { language, words }: Reader, isShown = true): Html {
  return html`<a class="button quiet"${!isShown && html` hidden`} href="/s/${slug}/record?lang=${language}">${words.record.link}</a>`
}

/** Where the script shows the result of the question on the screen, if the survey shares results. */
export function stepResult(reader: Reader): Html {
  const { words, ours } = reader
  return html`<section id="result" class="results" hidden aria-label="${words.results.title}" data-words="${JSON.stringify(words.results.texts)}">
<p class="visually-hidden"${ours} role="status"></p>
<p class="muted"${ours}>${words.results.steps}</p>
${resultTemplate(reader)}
</section>
`
}

/** The time left of the question, beside the button, where nothing moves when it appears. */
export const TIME = html` <span id="time" class="time" translate="no" hidden></span>`

/** Without a script, people follow by hand. */
export function nextLink(slug: string, { language, words: { paced } }: Reader): Html {
  return html`<a class="button quiet" href="/s/${slug}?lang=${language}">${paced.goOn}</a>`
}

/** A board below the question on the screen. */
export function folded(board: Html, isOpen: boolean, { words, ours }: Reader): Html {
  return html`<details class="folded"${isOpen && html` open`}><summary${ours}>${words.board.name}</summary>
${board}</details>
`
}
