import { type Html, html } from '../html/html.ts'
import type { Reader } from './page.ts'
import { RESULTS_STYLE, resultOf } from './results-section.ts'

/** Answers for each option, in order. */
const COUNTS = [24, 10, 6]

/** The result of a made-up survey, as respondents see results. */
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

/** Its bars grow once, in three steps, as if answers were arriving. Nothing else on the page moves. */
export const EXAMPLE_STYLE = html`${RESULTS_STYLE}
.example .result { margin-top: 12px }
.example h3 { font-size: 1rem }
@keyframes arrive { 0% { transform: scaleX(0) } 20%, 35% { transform: scaleX(.4) } 55%, 70% { transform: scaleX(.75) } }
@media screen and (prefers-reduced-motion: no-preference) {
  .example .fill { transform-box: fill-box; animation: arrive 4s ease-in-out }
  .example tr:nth-child(2) .fill { animation-delay: -.4s }
  .example tr:nth-child(3) .fill { animation-delay: -.8s }
}
`
