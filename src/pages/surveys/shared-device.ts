import { THANKS_SECONDS, WARNING_SECONDS } from '../../domain/surveys/survey-settings/shared-device.ts'
import { type Html, html } from '../../html/html.ts'
import { LEAD_DEPTHS, LEAD_HEIGHT, leadPath, surfacePath } from '../../theme/lead-lines.ts'
import type { Reader } from '../page.ts'

const SPACING = 40
const LINES = LEAD_DEPTHS.length

/** Its lines are let down one after the other. */
const COUNTDOWN: Html = html`<svg class="countdown" viewBox="0 0 ${LINES * SPACING} ${LEAD_HEIGHT}" aria-hidden="true"><path d="${surfacePath(SPACING)}"/>${LEAD_DEPTHS.map(
  (_, at) => html`<path d="${leadPath(at, SPACING)}" pathLength="1"/>`,
)}</svg>`

/** Stylesheet of pages on a shared device. */
export const SHARED_DEVICE_STYLE = html`
.countdown { display: block; width: 100%; max-width: 20rem; margin: 16px 0 24px; fill: none; stroke: var(--accent); stroke-width: 3; stroke-linecap: round;
  --step: calc(${THANKS_SECONDS}s / ${LINES}) }
.notice .countdown { flex: 1 1 100%; max-width: 16rem; margin: 0; --step: calc(${WARNING_SECONDS}s / ${LINES}) }
.countdown :nth-child(n + 2) { stroke-dasharray: 1 2; stroke-dashoffset: 1; animation: let-down var(--step) linear forwards }
${LEAD_DEPTHS.map(
  (_, at) => html`.countdown :nth-child(${at + 2}) { animation-delay: calc(${at} * var(--step)) }
`,
)}@keyframes let-down { to { stroke-dashoffset: 0 } }
.next { margin: 24px 0 48px }
.after { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px }
@media (prefers-reduced-motion: reduce) { .countdown :nth-child(n + 2) { animation-timing-function: step-end } }
@media (forced-colors: active) { .countdown { stroke: CanvasText } }
@media print { .next { display: none } }
`

/** The note on the page of questions, and the empty template of the warning before half-typed answers are removed. */
export function sharedDeviceNote({ words: { shared }, ours }: Reader): Html {
  return html`<p class="muted"${ours}>${shared.note}</p>
<template id="idle"><div class="notice restored floating" role="alert"${ours}><p>${shared.idle.replace('{n}', String(WARNING_SECONDS))}</p>${COUNTDOWN}<button type="button" class="quiet">${shared.here}</button></div></template>`
}

/** Leads from a half-answered page to an empty one. @param isBoardsOnly whether nothing is submitted there */
export function startOver(slug: string, { language, words, ours }: Reader, isBoardsOnly: boolean): Html {
  const text = isBoardsOnly ? words.shared.next : words.script.startAfresh
  return html`<p class="after"${ours}><a class="button quiet" href="/s/${slug}?lang=${language}">${text}</a></p>`
}

interface NextPerson {
  readonly slug: string
  readonly reader: Reader
  /** Whether the page waits until somebody continues. */
  readonly stays: boolean
  /** Query of the same page in its waiting form. */
  readonly stayQuery: string
}

/** Leads from the thank-you page to the next person's page, even without a script. */
export function refreshHeader(slug: string, { language }: Reader) {
  return { refresh: `${THANKS_SECONDS}; url=/s/${slug}?lang=${language}` }
}

/** The part of the thank-you page that leads on to the next person. */
export function nextPerson({ slug, reader, stays, stayQuery }: NextPerson): Html {
  const { language, words, ours } = reader
  const { shared } = words
  const link = html`<a class="button" href="/s/${slug}?lang=${language}">${shared.next}</a>`
  if (stays) return html`<div class="next"${ours}><p class="after">${link}</p></div>`
  return html`<div class="next"${ours}><p>${shared.soon.replace('{n}', String(THANKS_SECONDS))}</p>
${COUNTDOWN}
<p class="after">${link} <a class="button quiet" href="/s/${slug}/thanks?${stayQuery}">${shared.stay}</a></p></div>`
}
