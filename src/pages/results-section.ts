import { type CountView, headlineOf, type ResultView, viewOf } from '../domain/results-view.ts'
import type { SharedResult } from '../domain/sharing.ts'
import { type Html, html } from '../html/html.ts'
import type { Survey } from '../service/responses.ts'
import type { SharedSnapshot } from '../service/shared-results.ts'
import type { Reader } from './page.ts'
import type { Words } from './words.ts'

/**
 * Shared results as tables with bars. Questions, options and empty bars are there before the counts are, so that nothing
 * moves when the script fills them in.
 */
export function resultsSection({ slug, revision }: Survey, snapshot: SharedSnapshot, reader: Reader): Html {
  const { language, words } = reader
  const { areVisible, version } = snapshot
  const results = snapshot.results.map(result => resultOf(result, areVisible, reader))
  return html`<section class="results" aria-labelledby="results-title" data-slug="${slug}" data-revision="${revision}" data-version="${version}" data-visible="${String(areVisible)}" data-words="${JSON.stringify(words.results.texts)}">
<h2 id="results-title">${words.results.title}</h2>
<p class="headline">${headlineOf(snapshot, words.results.texts, language)}</p>
<p class="visually-hidden" role="status"></p>
<noscript><p class="muted">${words.results.needsReload} <a href="">${words.results.reload}</a></p></noscript>
${results}</section>
`
}

/** One question of it. */
export function resultOf(result: SharedResult, areVisible: boolean, reader: Reader): Html {
  const { language, words } = reader
  const view = viewOf(result, areVisible, words.results.texts, language)
  const chart = result.type === 'rating' ? columns(result, view) : bars(result, view, words)
  return html`<section class="result" data-type="${result.type}">
<h3 dir="auto">${result.text}</h3>
<p class="note muted">${view.note}</p>
${chart}</section>
`
}

function bars({ text, labels }: SharedResult, { counts }: ResultView, words: Words): Html {
  const { option, count, share } = words.results.columns
  const rows = labels.map((label, at) => {
    const view = counts?.[at] ?? NO_COUNT
    return html`<tr><th scope="row" dir="auto">${label}${bar(view)}</th><td>${view.count}</td><td class="muted">${view.share}</td></tr>
`
  })
  return html`<table class="bars">
<caption class="visually-hidden">${text}</caption>
<colgroup><col><col class="number"><col class="number"></colgroup>
<thead class="visually-hidden"><tr><th scope="col">${option}</th><th scope="col">${count}</th><th scope="col">${share}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
`
}

/** The points stand below their columns; the mean is a line through them. */
function columns({ text, labels }: SharedResult, { counts, mean, numberWidth }: ResultView): Html {
  const cells = labels.map((_, at) => {
    const view = counts?.[at] ?? NO_COUNT
    return html`<td><span>${view.count}</span>${column(view)}</td>`
  })
  const x = (mean ?? 0) - 0.5
  return html`<div class="columns" data-numbers="${numberWidth}"><table>
<caption class="visually-hidden">${text}</caption>
<thead><tr>${labels.map(label => html`<th scope="col">${label}</th>`)}</tr></thead>
<tbody><tr>${cells}</tr></tbody>
</table><svg class="mean" viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true"${mean === null && html` visibility="hidden"`}><line x1="${x}" x2="${x}" y2="1"/></svg></div>
`
}

/** Drawings and not backgrounds, so that they are printed. */
function bar({ part }: CountView): Html {
  return html`<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="1"/><rect class="fill" width="${100 * part}" height="1"/></svg>`
}

function column({ part }: CountView): Html {
  return html`<svg viewBox="0 0 1 100" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="1" height="100"/><rect class="fill" y="${100 - 100 * part}" width="1" height="${100 * part}"/></svg>`
}

const NO_COUNT: CountView = { count: '', share: '', part: 0 }

export const RESULTS_STYLE = html`
.headline { display: flex; align-items: center; min-height: 72px; margin: 12px 0 0; padding: 12px 16px; border-radius: 10px; background: var(--surface);
  font-weight: 600; font-variant-numeric: tabular-nums }
.result { margin-top: 40px; break-inside: avoid }
.result h3 { margin: 0; text-wrap: pretty }
.note { min-height: 1.5em; margin: 4px 0 8px; font-size: .8rem; font-variant-numeric: tabular-nums }
.result table { margin: 0; table-layout: fixed }
.result :is(th, td) { padding: 0; border: 0; font-size: 1rem; font-weight: 400; white-space: normal }
.bars tr { position: relative }
.bars tbody :is(th, td) { padding: 8px 0 24px; color: var(--text); vertical-align: bottom }
.bars .number { width: 4rem }
.bars td { text-align: end }
.bars td:nth-child(2) { font-weight: 600 }
.bars svg { position: absolute; inset-inline: 0; bottom: 8px; width: 100%; height: 10px; border-radius: 5px }
.columns { position: relative }
.columns thead { display: table-footer-group }
.columns :is(th, td) { padding: 0 2px; font-size: .8rem; text-align: center }
.columns td { vertical-align: bottom }
.columns td span { display: block; min-height: 1.5em; margin: 0 auto; font-weight: 600; white-space: nowrap }
@media (max-width: 39.99rem) { .columns:not([data-numbers=short]) td span { padding-bottom: 4px; writing-mode: vertical-rl; text-align: end } }
.columns td svg { display: block; width: 100%; height: 96px; border-radius: 3px }
.columns .mean { position: absolute; inset: auto 0 1.2rem; width: 100%; height: 96px }
.mean line { stroke: var(--text); stroke-width: 2; stroke-dasharray: 4 4; vector-effect: non-scaling-stroke }
.track { fill: var(--surface) }
.fill { fill: var(--bar) }
.results + p { margin-top: 48px }
.after { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px }
@media screen and (prefers-reduced-motion: no-preference) { .fill { transition: width .2s, height .2s, y .2s } }
@media (forced-colors: active) { .fill { fill: CanvasText } .track { fill: Canvas; stroke: GrayText; vector-effect: non-scaling-stroke } .mean line { stroke: Highlight } }
`
