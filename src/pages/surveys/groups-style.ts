import type { QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import { type Html, html } from '../../html/html.ts'

/**
 * Stylesheet of pages with groups. The rows of a grid are cards with their options below; where there is room for all columns beside
 * one another, they are rows of a table.
 */
const GROUPS_STYLE = html`
.section { margin: 64px 0 -16px; padding: 24px 0 0; border-top: 1px solid var(--line) }
.section h2 { margin: 0 0 8px; font-size: 1.25rem; color: var(--accent) }
.receipt ~ form > :is(.group, .section) { display: none }
.group .question, .option .question { margin: 0; container-type: normal }
.group .question > label, .option .question > label, .grid .about, .ranking .about { font-size: 1rem; font-weight: 400; line-height: 1.5; letter-spacing: 0 }
.group .question .help { margin: 0; font-weight: 400 }
.group .now > .help { font-weight: 600 }
.group .question .help:empty, .grid tr .help span { display: none }
.grid .about, .ranking .about, .choices small { display: block; color: var(--muted); font-size: .8rem; font-weight: 400 }
.over > .help { color: var(--accent); font-weight: 600 }
@media (scripting: none) { .again { display: none } }

.choices [type=checkbox] { border-radius: 5px; padding: 0 }
.choices [type=checkbox]:checked { background: none }
.choices [type=checkbox]:checked::before { content: ""; display: block; width: 100%; height: 100%; background: currentColor;
  clip-path: polygon(15% 45%, 3% 58%, 41% 95%, 98% 22%, 85% 10%, 40% 69%) }
.choices :checked + bdi > small { color: inherit }

.option { margin: 0 0 8px; border: 1px solid var(--line); border-radius: 10px; background: var(--field) }
.option > label { margin: 0; border: 0; border-radius: 9px }
.option:has(> label :checked) { border-color: var(--primary) }
.option:has(> label :checked) > label { border-radius: 9px 9px 0 0 }
.choices .option .question { padding: 0 16px 12px }
.choices .option label:has(:checked) + .question { padding-top: 8px }
.choices .option .question > label { display: block; min-height: 0; margin: 0; padding: 0 0 4px; border: 0; background: none; color: var(--muted); font-size: .8rem }
.option .question .help { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.option textarea { min-height: 44px }

.grid table { margin: 0 }
.grid thead { display: none }
.grid table, .grid tbody { display: block }
.grid tr { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: 8px; padding: 0 0 16px; border-bottom: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
.stacked tr { grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)) }
.grid tr.question { margin: 0 0 16px }
.grid th { white-space: normal; font-size: 1rem; font-weight: 600; color: var(--text); hyphens: auto }
.grid th, .grid td { padding: 0; border: 0 }
.grid tbody th { grid-column: 1 / -1 }
.choices td label { height: 100%; margin: 0; padding: 8px 12px }
.grid th label { margin: 0; padding: 0; min-height: 44px }
.grid .error { margin: 4px 0 0; font-size: 1rem }
.grid th:has(> .error) { padding-inline-start: 12px; border-inline-start: 4px solid var(--danger) }
@container (min-width: 32rem) {
  .grid:not(.stacked) table { display: table; table-layout: fixed }
  .grid:not(.stacked) thead { display: table-header-group }
  .grid:not(.stacked) tbody { display: table-row-group }
  .grid:not(.stacked) tr { display: table-row }
  .grid:not(.stacked) :is(th, td) { display: table-cell; vertical-align: middle; border-bottom: 1px solid color-mix(in srgb, var(--line) 45%, transparent) }
  .grid:not(.stacked) :is(thead td, tbody th) { width: 32%; padding-block: 8px; padding-inline-end: 12px }
  .grid:not(.stacked) thead th { padding: 0 4px 8px; font-size: .8rem; font-weight: 400; color: var(--muted); text-align: center; vertical-align: bottom }
  .grid:not(.stacked) td label { justify-content: center; min-height: 52px; border-color: transparent; background-color: transparent }
  .grid:not(.stacked) td label:has(:checked) { border-color: var(--primary); background-color: var(--primary) }
  .grid:not(.stacked) td label:hover { border-color: currentColor }
  .grid:not(.stacked) td bdi { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
}
@media print { .grid:not(.stacked) td label:has(:checked) { background: none } }
`

/** Stylesheet of rankings in addition to that of groups. The grip and the buttons are added by the script. */
const RANKING_STYLE = html`
.ranking ul { margin: 0; padding: 0; list-style: none }
.ranking li { display: flex; flex-wrap: wrap; gap: 0 8px; align-items: center; padding: 8px 8px 8px 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--field) }
fieldset.ranking li.question { margin: 0 0 8px }
[dir=rtl] .ranking li { padding: 8px 16px 8px 8px }
.choices li.question > label { flex: 1 1 7rem; display: block; min-height: 0; margin: 0; padding: 0; border: 0; background: none }
.ranking select { width: 5rem; font-variant-numeric: tabular-nums }
.ranking li > p { flex: 1 0 100%; margin: 0 }
.ranking select:has(option:checked:not([value=""])) { border-color: var(--primary); background: var(--primary); color: var(--on-primary); font-weight: 600 }
.ranking option { background: var(--field); color: var(--text); font-weight: 400 }
.ranking li:has(> .error) { border-color: var(--danger) }
.ranking .grip { box-sizing: border-box; width: 28px; height: 44px; margin-inline-start: -16px; padding: 13px 9px; cursor: grab; touch-action: none;
  background: radial-gradient(circle, var(--muted) 1.5px, transparent 2px) content-box 0 0 / 5px 6px }
.ranking .dragged { position: relative; z-index: 1; cursor: grabbing; border-color: var(--primary); box-shadow: 0 4px 16px rgb(0 0 0 / .25) }
.ranking li button { width: 44px; padding: 0; border-color: transparent; background: none; color: inherit }
.ranking select + button { margin-inline-start: auto }
.ranking li button[aria-disabled=true] { opacity: .35; cursor: default }
`

/** The styles that a page with these groups needs. */
export function groupsStyle(groups: readonly QuestionGroup[]): Html | false {
  return groups.length > 0 && html`${GROUPS_STYLE}${groups.some(({ kind }) => kind === 'ranking') && RANKING_STYLE}`
}
