import { type Html, html } from '../html/html.ts'
import type { Reader } from './page.ts'
import { RESULTS_STYLE, resultOf } from './results-section.ts'

/** Number of answers for each option, in order. */
const COUNTS = [24, 10, 6]

/** The result of an invented survey, as respondents see results. */
export function exampleResult(reader: Reader): Html {
  const { title, question, options } = reader.words.front.example
  const result = {
    index: 1,
    type: 'multiple_choice',
    text: question,
    labels: options,
    counts: { counts: COUNTS },
  } as const
  return html`<section class="example"><h2>${title}</h2>
${resultOf(result, true, reader)}</section>
`
}

/**
 * Its bars and their figures appear together when they are seen, so that neither contradicts the other: at once, or when a third of
 * them is scrolled to. They stand still where a browser cannot tell. Nothing else on the page moves.
 */
export const EXAMPLE_STYLE = html`${RESULTS_STYLE}
.example .result { margin-top: 12px }
.example h3 { font-size: 1rem }
@keyframes seen { from { --seen: 0 } to { --seen: 1 } }
@supports (animation-timeline: view()) {
  @media screen and (prefers-reduced-motion: no-preference) {
    .example .result { --seen: 1; animation: seen step-end both; animation-timeline: view(); animation-range: entry 0% entry 33% }
    .example rect { transform-box: fill-box; scale: var(--seen) 1; transition: scale calc(var(--seen) * .8s) ease-out }
    .example td { opacity: var(--seen); transition: opacity calc(var(--seen) * .8s) ease-out }
    @starting-style { .example rect { scale: 0 1 } .example td { opacity: 0 } }
  }
}
`
