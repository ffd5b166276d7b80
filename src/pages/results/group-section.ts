import { type GroupView, groupViewOf } from '../../domain/results/groups/group-view.ts'
import type { OneQuestion, Together } from '../../domain/results/groups/shown-together.ts'
import { type CountView, percentage } from '../../domain/results/results-view.ts'
import type { SharedResult } from '../../domain/results/sharing.ts'
import { content, type Html, html } from '../../html/html.ts'
import type { Reader } from '../page.ts'

/** The results of questions that are shown as one. */
export interface SharedGroup extends Together<SharedResult> {
  readonly group: OneQuestion
  /** How many people were asked; null if that is hidden or not known. */
  readonly asked: number | null
  /** In its place at a presenter's pace: how many have chosen at least one option of a check-list. */
  readonly chosen?: number | null | undefined
}

export function isGroup(
  shown: Together<SharedResult>,
): shown is Together<SharedResult> & { readonly group: OneQuestion } {
  return shown.group !== undefined
}

export function groupTitle({ group, questions: [first] }: Pick<SharedGroup, 'group' | 'questions'>): string {
  return group.kind === 'check_list' ? first.text : group.title
}

/** The chart below a heading with the id that it is labelled by, and how many were asked. @param areVisible whether results are revealed */
export function groupChart(shown: SharedGroup, areVisible: boolean, reader: Reader): { note: string; chart: Html } {
  const { group, questions, asked, chosen } = shown
  const counts = questions.map(question => question.counts)
  const view = groupViewOf(
    { kind: group.kind, counts, asked, chosen },
    areVisible,
    reader.words.results.texts,
    reader.language,
  )
  return { note: view.note, chart: group.kind === 'grid' ? shares(shown, view, reader) : bars(shown, view, reader) }
}

/** The options of a check-list, or what is ranked. */
function bars({ group, questions }: SharedGroup, { rows, order }: GroupView, { words, ours }: Reader): Html {
  const { columns, ranks } = words.results
  const isRanking = group.kind === 'ranking'
  const [count, share] = isRanking ? [ranks.mean, ranks.first] : [columns.count, columns.share]
  const list = order.map(at => {
    const { text = '', labels = [] } = questions[at] ?? {}
    const { count, share, part } = rows[at]?.cells[0] ?? NOTHING
    return html`<tr data-at=${at}><th scope=row dir=auto>${content(isRanking ? text : (labels[0] ?? ''))}<svg aria-hidden=true><rect width="${percentage(part)}"/></svg></th><td translate=no>${count}</td><td translate=no>${share}</td></tr>
`
  })
  return html`<table class="bars" aria-labelledby="r${questions[0].index}">
<colgroup><col><col class="number"><col class="number"></colgroup>
<thead${!isRanking && html` class="visually-hidden"`}${ours}><tr>${isRanking ? html`<td></td>` : html`<th scope="col">${columns.option}</th>`}<th scope="col">${count}</th><th scope="col">${share}</th></tr></thead>
<tbody>
${list}</tbody>
</table>
`
}

/** The rows of a grid: figures by column, above a bar that is made of them. */
function shares({ questions }: SharedGroup, { rows }: GroupView, { ours }: Reader): Html {
  const [{ index, labels }] = questions
  const opacities = labels.map((_, at) => Math.round(100 * (0.3 + (0.7 * at) / Math.max(1, labels.length - 1))) / 100)
  const swatch = (at: number) =>
    html`<svg aria-hidden=true class=swatch><rect fill-opacity=${opacities[at] ?? 1} /></svg>`
  const heads = labels.map((label, at) => html`<th scope="col" dir="auto">${swatch(at)} ${content(label)}</th>`)
  const list = questions.map(({ text }, at) => {
    const { note = '', cells = [] } = rows[at] ?? {}
    const figures = labels.map(
      (_, column) => html`<td>${swatch(column)} <span translate=no>${cells[column]?.share ?? ''}</span></td>`,
    )
    return html`<tr data-at=${at}><th scope=row><span dir=auto>${content(text)}</span> <small class=muted${ours}>${note}</small>${bar(cells, opacities)}</th>${figures}</tr>
`
  })
  return html`<table class="shares" aria-labelledby="r${index}">
<thead><tr><td></td>${heads}</tr></thead>
<tbody>
${list}</tbody>
</table>
`
}

function bar(cells: readonly CountView[], opacities: readonly number[]): Html {
  let from = 0
  const parts = opacities.map((opacity, at) => {
    const { part } = cells[at] ?? NOTHING
    const x = from
    from += part
    return html`<rect x="${percentage(x)}" width="${percentage(part)}" fill-opacity=${opacity} />`
  })
  return html`<svg aria-hidden=true class=parts>${parts}</svg>`
}

const NOTHING: CountView = { count: '', share: '', part: 0 }

/** Of pages with results of groups. */
export const GROUP_RESULTS_STYLE = html`
.results > h3 { margin: 56px 0 -16px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--accent); font-size: 1.25rem }
.bars thead:not(.visually-hidden) th { padding: 0 0 4px; color: var(--muted); font-size: .8rem; text-align: end; vertical-align: bottom }
.bars:has(thead:not(.visually-hidden)) .number { width: 5rem }
.shares tr { position: relative }
.shares thead th { padding: 0 4px 8px; font-size: .8rem; text-align: center; vertical-align: bottom; overflow-wrap: anywhere; hyphens: auto }
.shares tbody :is(th, td) { padding: 8px 4px 28px; color: var(--text); vertical-align: bottom }
.shares tbody th { padding-inline-start: 0; text-align: start }
.shares td { text-align: center; font-variant-numeric: tabular-nums }
.shares :is(thead td, tbody th) { width: 40% }
.shares small { white-space: nowrap }
[dir=rtl] .shares small { text-align: right }
.shares .parts { position: absolute; inset-inline: 0; bottom: 8px; width: 100%; height: 14px; border-radius: 5px }
.parts:is([dir=rtl] *) { scale: -1 1 }
.shares rect { height: 100%; stroke: var(--background); stroke-width: 1px }
.shares td:not(:has(span:not(:empty))) .swatch { visibility: hidden }
.shares .swatch { width: .8em; height: .8em; border-radius: 3px; vertical-align: -.05em }
.swatch rect { width: 100% }
@media (min-width: 40rem) { .shares small { display: block } .shares thead .swatch { display: block; margin: 0 auto 4px } .shares td .swatch { display: none } }
@media (max-width: 39.99rem) {
  .shares, .shares tbody { display: block }
  .shares thead tr { display: flex; flex-wrap: wrap; gap: 0 12px }
  .shares thead td { display: none }
  .shares tbody tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(3.25rem, 1fr)); padding-bottom: 28px }
  .shares tbody th { grid-column: 1 / -1; width: auto; padding: 8px 0 0 }
  .shares tbody td { padding: 0; font-size: .8rem; text-align: start; white-space: nowrap }
}
@media print { .shares tr { break-inside: avoid } .shares rect { stroke: var(--text) } }
@media (forced-colors: active) { .result .shares rect { fill: CanvasText; stroke: Canvas } }
`
