import { percentage, viewOf } from '../../domain/results/results-view.ts'
import { type Html, html } from '../../html/html.ts'
import type { Reader } from '../page.ts'

/** Answers to each option: few, so that one more can be seen. */
const COUNTS = [9, 6, 5]
const NAME = 'example'

/** An invented question, whose result moves when somebody chooses an answer. Nothing is sent. */
export function exampleResult(reader: Reader): Html {
  const { title, question, options, hint } = reader.words.front.example
  const before = viewAfter(undefined, reader)
  const after = COUNTS.map((_, chosen) => viewAfter(chosen, reader))
  const rows = options.map((option, at) => {
    const own = after[at]?.counts?.[at]
    const other = after.find((_, chosen) => chosen !== at)?.counts?.[at]
    const figures = (['count', 'share'] as const).map(
      name =>
        html`<span class="figure" translate=no><span class="before">${before.counts?.[at]?.[name]}</span><span class="other">${other?.[name]}</span><span class="own">${own?.[name]}</span></span>`,
    )
    return html`<label><input type="radio" name="${NAME}"><span class="option">${option}</span>${figures}<span class="bar"></span></label>
`
  })
  return html`<section class="example"><h2>${title}</h2>
<fieldset><legend>${question}</legend>
<p class="note muted" role="status"><span class="before">${before.note}</span><span class="after">${after[0]?.note}</span></p>
${rows}</fieldset>
<p class="muted">${hint}</p>
</section>
`
}

/** @param chosen the option that one more person has chosen */
function viewAfter(chosen: number | undefined, { language, words }: Reader) {
  const result = {
    index: 0,
    type: 'multiple_choice',
    text: '',
    labels: [],
    counts: { counts: countsAfter(chosen) },
  } as const
  return viewOf(result, true, words.results.texts, language)
}

function countsAfter(chosen: number | undefined): number[] {
  return COUNTS.map((count, at) => count + (at === chosen ? 1 : 0))
}

/** Lengths of a row's bar before somebody chooses, if they choose it, and if they choose another one. */
function lengths(at: number): Html {
  const total = COUNTS.reduce((sum, count) => sum + count, 0)
  const count = COUNTS[at] ?? 0
  const [before, own, other] = [count / total, (count + 1) / (total + 1), count / (total + 1)].map(percentage)
  return html`.example label:nth-of-type(${at + 1}) { --before: ${before}; --own: ${own}; --other: ${other} }
`
}

/**
 * Each row has its figures and its bar in three variants: before a choice, and after one of this row or of another. They appear
 * together when they are seen, so that neither contradicts the other: at once, or when a third of them is scrolled to. They stand
 * still where a browser cannot tell.
 */
export const EXAMPLE_STYLE = html`
.example fieldset { margin: 12px 0 0; padding: 0; border: 0 }
.example legend { padding: 0; font-size: 1rem; font-weight: 600 }
.example .note { margin: 4px 0 8px; font-size: .8rem; font-variant-numeric: tabular-nums }
.example fieldset + p { margin: 16px 0 0; font-size: .8rem }
.example label { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) 4rem 4rem; align-items: center; margin: 0 -12px;
  padding: 8px 12px 28px; min-height: 64px; border: 0; border-radius: 10px; background: none; cursor: pointer }
.example label:is(:hover, :has(:checked)) { background: var(--surface) }
.example label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: -3px }
.example input { position: absolute; opacity: 0 }
.example .figure { text-align: end; font-variant-numeric: tabular-nums }
.example label { font-weight: 400 }
.example :is(.option + .figure, label:has(:checked) .option) { font-weight: 600 }
.example .bar { position: absolute; inset: auto 12px 12px; height: 10px; border-radius: 5px; background: linear-gradient(var(--bar), var(--bar)) no-repeat color-mix(in srgb, var(--line) 22%, transparent);
  background-size: calc(var(--share) * var(--seen, 1)) 100% }
.example .bar:is([dir=rtl] *) { background-position: right }
.example label { --share: var(--before) }
.example:has(:checked) label { --share: var(--other) }
.example:has(:checked) label:has(:checked) { --share: var(--own) }
.example :is(.other, .own, .after), .example:has(:checked) :is(.before, label:not(:has(:checked)) .own, label:has(:checked) .other) { display: none }
.example:has(:checked) :is(.after, label:not(:has(:checked)) .other, label:has(:checked) .own) { display: inline }
${COUNTS.map((_, at) => lengths(at))}@keyframes seen { from { --seen: 0 } to { --seen: 1 } }
@supports (animation-timeline: view()) {
  @media screen and (prefers-reduced-motion: no-preference) {
    .example fieldset { --seen: 1; animation: seen step-end both; animation-timeline: view(); animation-range: entry 0% entry 33% }
    .example .bar { transition: background-size calc(var(--seen) * .8s) ease-out }
    .example .figure { opacity: var(--seen); transition: opacity calc(var(--seen) * .8s) ease-out }
    @starting-style { .example .bar { background-size: 0 100% } .example .figure { opacity: 0 } }
  }
}
@media (forced-colors: active) { .example .bar { forced-color-adjust: none; background-color: Canvas; outline: 1px solid GrayText } }
`
