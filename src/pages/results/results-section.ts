import { sectionOf } from '../../domain/results/groups/shown-results.ts'
import { type OneQuestion, shownTogether, type Together } from '../../domain/results/groups/shown-together.ts'
import { listedOptions, listingOf } from '../../domain/results/listed-options.ts'
import { type CountView, headlineOf, percentage, type ResultView, viewOf } from '../../domain/results/results-view.ts'
import { isRight, rightName } from '../../domain/results/right-answers.ts'
import { changeOf } from '../../domain/results/rounds.ts'
import { type SharedResult, sharesOf } from '../../domain/results/sharing.ts'
import { SCALE_PLACES } from '../../domain/surveys/scale-words.ts'
import { RATING_HIGHEST, RATING_LOWEST } from '../../domain/values/answer.ts'
import { largestOf } from '../../domain/values/largest.ts'
import { content, type Html, html } from '../../html/html.ts'
import type { Survey } from '../../service/responses/responses.ts'
import type { SharedSnapshot } from '../../service/results/shared-results.ts'
import type { Reader } from '../page.ts'
import { groupChart, groupTitle, isGroup } from './group-section.ts'

/** The results of a page, one after the other, since a survey can have thousands of options. */
export function* listedResults(survey: Survey, snapshot: SharedSnapshot, reader: Reader): Generator<Html> {
  const { options } = listingOf(snapshot.results)
  for (const { group, questions } of shownOn(survey, snapshot)) {
    const shown =
      group === undefined
        ? resultOf(questions[0], snapshot.areVisible, reader, options)
        : groupOf({ group, questions }, survey, snapshot, reader)
    yield html`${sectionTitle(survey, questions[0].index)}${shown}`
  }
}

/**
 * Shared results as tables with bars. Questions, options and empty bars are present before the counts, so that nothing
 * moves when the script fills them in.
 * @param results as `listedResults` has made them
 */
export function resultsSection(
  survey: Survey,
  snapshot: SharedSnapshot,
  reader: Reader,
  results: readonly Html[] = [...listedResults(survey, snapshot, reader)],
): Html {
  const { slug, revision } = survey
  const { language, words, ours } = reader
  const { areVisible, version } = snapshot
  const left = snapshot.results.length - listingOf(snapshot.results).results
  return html`<section class="results" aria-labelledby="results-title" data-slug="${slug}" data-revision="${revision}" data-version="${version}" data-visible="${String(areVisible)}" data-words="${JSON.stringify(words.results.texts)}">
<h2 id="results-title"${ours}>${words.results.title}</h2>
<p class="headline"${ours}>${headlineOf(snapshot, words.results.texts, language)}</p>
<p class="visually-hidden"${ours} role="status"></p>
<noscript><p class="muted"${ours}>${words.results.needsReload} <a href="">${words.results.reload}</a></p></noscript>
${results}${left > 0 && html`<p class="muted"${ours}>${words.record.more.replace('{n}', left.toLocaleString(language))}</p>`}<p class="muted"${ours}>${words.results.steps}</p>
</section>
`
}

/** A page that lists only some of all options has each question on its own. */
function shownOn(survey: Survey, { results }: SharedSnapshot): Together<SharedResult>[] {
  const listing = listingOf(results)
  return shownTogether(results.slice(0, listing.results), listing.isWhole ? survey : { ...survey, groups: [] })
}

export function hasGroupResults(survey: Survey, snapshot: SharedSnapshot): boolean {
  return shownOn(survey, snapshot).some(isGroup)
}

function sectionTitle(survey: Survey, index: number): Html | false {
  const section = sectionOf(survey, index)
  return section?.from === index && html`<h3 dir="auto">${content(section.title)}</h3>`
}

/** Of those that were added later, it is not said how many were asked: that number does not change in steps. */
function groupOf(
  { group, questions }: Together<SharedResult> & { readonly group: OneQuestion },
  { editHistory }: Survey,
  { areVisible, responses }: SharedSnapshot,
  reader: Reader,
): Html {
  const isLater = editHistory.some(edit => edit.questions.some(index => group.from <= index && index <= group.to))
  const shown = { group, questions, asked: isLater ? null : responses, chosen: questions[0].chosen }
  const { note, chart } = groupChart(shown, areVisible, reader)
  return html`<section class="result" data-group="${group.kind}"${isLater && html` data-later`}>
<h3 id="${titleOf(questions[0])}" dir="auto">${content(groupTitle(shown))}</h3>
<p class="note muted"${reader.ours}>${note}</p>
${chart}</section>
`
}

/** The result of one question. @param most options that are listed */
function resultOf(result: SharedResult, areVisible: boolean, reader: Reader, most = Number.POSITIVE_INFINITY): Html {
  const { language, words, ours } = reader
  const right = result.right && rightName(result.right, result.labels)
  const view = viewOf(result, areVisible, words.results.texts, language, right)
  return html`<section class="result" data-type="${result.type}">
<h3 id="${titleOf(result)}" dir="auto">${content(result.text)}</h3>
<p class="note muted"${ours}>${view.note}</p>
${chartOf(result, view, reader, { most })}</section>
`
}

/**
 * The chart alone of a result that is visible, below a heading with the id that it is labelled by.
 * @param before the shares of a first round, which are outlined in the same chart
 */
export function resultChart(result: SharedResult, reader: Reader, most: number, before?: readonly number[]): Html {
  const view = viewOf(result, true, reader.words.results.texts, reader.language)
  return chartOf(result, view, reader, { most, before })
}

interface Charted {
  /** How many options are listed at most. */
  readonly most: number
  readonly before?: readonly number[] | undefined
}

function chartOf(result: SharedResult, view: ResultView, reader: Reader, charted: Charted): Html {
  return result.type === 'rating'
    ? html`${columns(result, view, reader, charted)}${scaleWords(result, reader)}`
    : bars(result, view, reader, charted)
}

/** Empty results of both types, of which the script makes that of a question of the page. */
export function resultTemplate(reader: Reader): Html {
  const empty = { index: 0, text: '', counts: null }
  const rating = { ...empty, type: 'rating' as const, labels: POINTS }
  const choice = { ...empty, type: 'multiple_choice' as const, labels: [''] }
  return html`<template>${[choice, rating].map(result => resultOf(result, false, reader))}</template>`
}

const POINTS = Array.from({ length: RATING_HIGHEST }, (_, at) => `${at + RATING_LOWEST}`)

function titleOf({ index }: SharedResult): string {
  return `r${index}`
}

/** A row is as short as it can be, because there can be thousands. */
function bars(result: SharedResult, { counts }: ResultView, reader: Reader, { most, before }: Charted): Html {
  const { labels, right } = result
  const { words, ours } = reader
  const { option, count, share } = words.results.columns
  const listed = listedOptions(result, most)
  const left = labels.length - listed.length
  const rows = listed.map(at => {
    const view = counts?.[at] ?? NO_COUNT
    const mark = right && isRight(right, at) && html`<span class="right"${ours}> ✓ ${words.results.texts.right}</span>`
    const change = before && changed(before[at] ?? 0, view, reader)
    return html`<tr><th scope=row dir=auto>${content(labels[at] ?? '')}${mark}${bar(view, before?.[at])}</th><td translate=no>${view.count}</td><td translate=no>${view.share}${change}</td></tr>
`
  })
  return html`<table class="bars"${before && html` data-rounds`} aria-labelledby="${titleOf(result)}">
<colgroup><col><col class="number"><col class="number"></colgroup>
<thead class="visually-hidden"${ours}><tr><th scope="col">${option}</th><th scope="col">${count}</th><th scope="col">${share}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
${left > 0 && html`<p class="muted"${ours}>${words.results.notListed.replace('{n}', String(left))}</p>`}`
}

/** How many points a share has won or lost since the first round. */
function changed(before: number, { part }: CountView, { language, words, ours }: Reader): Html {
  const share = before.toLocaleString(language, { style: 'percent' })
  const text = words.record.firstRound.replace('{share}', share)
  return html` <span class="points"${ours}>${changeOf(before, part)}<span class="visually-hidden"> ${text}</span></span>`
}

/** The points are below their columns; the mean is a line across them. */
function columns(result: SharedResult, view: ResultView, { words, ours }: Reader, { before }: Charted): Html {
  const { labels, right } = result
  const { counts, mean, numberWidth } = view
  const heads = labels.map((label, at) => {
    const isMarked = right !== undefined && isRight(right, at + RATING_LOWEST)
    return html`<th scope="col">${label}${isMarked && html`<span class="right"${ours}>✓<span class="visually-hidden"> ${words.results.texts.right}</span></span>`}</th>`
  })
  // As high as the highest of both rounds.
  const now = largestOf(sharesOf(result.counts?.counts ?? []).shares, 0)
  const highest = largestOf(before ?? [], now)
  const scale = highest === 0 ? 1 : now / highest
  const cells = labels.map((_, at) => {
    const view = counts?.[at] ?? NO_COUNT
    return html`<td translate=no><span>${view.count}</span>${column(view.part * scale, before && (before[at] ?? 0) / highest)}</td>`
  })
  const x = (mean ?? 0) - 0.5
  return html`<div class="columns" data-numbers="${numberWidth}"><table aria-labelledby="${titleOf(result)}">
<thead><tr>${heads}</tr></thead>
<tbody><tr>${cells}</tr></tbody>
</table><svg class="mean" viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true"${mean === null && html` visibility="hidden"`}><line x1="${x}" x2="${x}" y2="1"/></svg></div>
`
}

/** Below the columns of the points that they are about. */
function scaleWords({ scale_words: words }: SharedResult, { theirs }: Reader): Html | false {
  if (words === undefined) return false
  const places = SCALE_PLACES.filter(place => place !== 'middle' || words.middle !== undefined)
  const own = places.map(place => html` <span><bdi${theirs}>${content(words[place] ?? '')}</bdi></span>`)
  return html`<div class="ends">${own}</div>
`
}

/** Drawn as a shape rather than a background, so that it is printed; what is behind it need not be. */
function bar({ part }: CountView, before: number | undefined): Html {
  const outline = before !== undefined && html`<rect class="before" width="${percentage(before)}"/>`
  return html`<svg aria-hidden=true><rect width="${percentage(part)}"/>${outline}</svg>`
}

function column(part: number, before: number | undefined): Html {
  const outline =
    before !== undefined && html`<rect class="before" y="${percentage(1 - before)}" height="${percentage(before)}"/>`
  return html`<svg aria-hidden=true><rect y="${percentage(1 - part)}" height="${percentage(part)}"/>${outline}</svg>`
}

/** What the outlines in a chart of two rounds are. Tables say it in words, so that it is for the eye only. */
export function outlineKey({ words, ours }: Reader): Html {
  return html`<p class="outline-key muted"${ours} aria-hidden="true"><i></i>${words.record.outline}</p>`
}

const NO_COUNT: CountView = { count: '', share: '', part: 0 }

export const RESULTS_STYLE = html`
.headline { display: flex; align-items: center; min-height: 72px; margin: 12px 0 0; padding: 12px 16px; border-radius: 10px; background: var(--surface);
  font-weight: 600; font-variant-numeric: tabular-nums }
.result { margin-top: 40px; break-inside: avoid }
.result h3 { margin: 0; text-wrap: pretty }
.note { min-height: 1.5em; margin: 4px 0 8px; font-size: .8rem; font-variant-numeric: tabular-nums }
.result table { margin: 0; table-layout: fixed }
.result :is(th, td) { padding: 0; border: 0; font-size: 1rem; font-weight: 400 }
.bars tr { position: relative }
.bars tbody :is(th, td) { padding: 8px 0 24px; color: var(--text); vertical-align: bottom }
.bars .number { width: 4rem }
.bars td { text-align: end }
.bars td:nth-child(2) { font-weight: 600 }
.bars svg { position: absolute; inset-inline: 0; bottom: 8px; width: 100%; height: 10px; border-radius: 5px }
.right { font-weight: 600; white-space: nowrap; color: var(--success) }
.columns { position: relative }
.columns thead { display: table-footer-group }
.columns :is(th, td) { padding: 0 2px; font-size: .8rem; text-align: center }
.columns td { vertical-align: bottom }
.columns td span { display: block; min-height: 1.5em; margin: 0 auto; font-weight: 600; white-space: nowrap }
@media (max-width: 39.99rem) { .columns:not([data-numbers=short]) td span { padding-bottom: 4px; writing-mode: vertical-rl; text-align: end } }
.columns td svg { display: block; width: 100%; height: 96px; border-radius: 3px }
:is(.bars svg, .mean):is([dir=rtl] *) { scale: -1 1 }
.columns .mean { position: absolute; inset: auto 0 1.2rem; width: 100%; height: 96px }
.mean line { stroke: var(--text); stroke-width: 2; stroke-dasharray: 4 4; vector-effect: non-scaling-stroke }
.result :is(th, td) svg { background: var(--surface) }
.result rect { fill: var(--bar) }
.bars rect { height: 100% }
.columns rect { width: 100% }
.results + p { margin-top: 48px }
.after { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px }
@media screen and (prefers-reduced-motion: no-preference) { .result rect { transition: width .2s, height .2s, y .2s } }
@media (forced-colors: active) { .result rect { fill: CanvasText } .result :is(th, td) svg { background: Canvas; outline: 1px solid GrayText } .mean line { stroke: Highlight } }
`
