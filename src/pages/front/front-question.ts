import { obstacleToFront } from '../../domain/results/front-survey.ts'
import { sharedResults } from '../../domain/results/sharing.ts'
import { results } from '../../domain/results/tally.ts'
import { questionNames } from '../../domain/surveys/question-names.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import { content, type Html, html } from '../../html/html.ts'
import { PRESSED_STYLE } from '../../html/stylesheet.ts'
import type { PublicSurvey, Responses } from '../../service/responses/responses.ts'
import { type Reader, readerOfTexts } from '../page.ts'
import { RESULTS_STYLE, resultsSection } from '../results/results-section.ts'
import { fieldName, QUESTIONS_FIELD } from '../surveys/form-fields.ts'

/** The survey that the operator has chosen; undefined if there is none, or if it cannot be answered with one tap. */
export async function findFrontSurvey(
  slug: string | undefined,
  responses: Responses,
): Promise<PublicSurvey | undefined> {
  if (slug === undefined) return undefined
  const found = await responses.publicSurvey(slug).catch(nothingIfMissing)
  return found !== undefined && obstacleToFront(found) === undefined ? found : undefined
}

function nothingIfMissing(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.kind !== 'missing') throw error
}

/**
 * The form of a survey with one question, each of whose options is a button that sends it. Without the script, the
 * thank-you page follows. The script shows the results here, in place of the form; until then, the page has none.
 */
export function frontQuestion(found: PublicSurvey, key: string, anyone: Reader): Html {
  const { survey, questions } = found
  const reader = readerOfTexts(anyone, survey, questions)
  const { language, words, ours, contentLanguage } = reader
  const attributes = contentLanguage && html` lang="${contentLanguage.lang}" dir="${contentLanguage.dir}"`
  const [question] = questions
  const options = [...(question?.options.keys() ?? [])].map(
    (
      option,
      at,
    ) => html`<button class="quiet" name="${fieldName(0)}" value="${at}" dir="auto">${content(option)}</button>
`,
  )
  const { sending, offline, retrying, crowded } = words.script
  return html`<section class="asked"${attributes}><h2${ours}>${words.front.question.title}</h2>
<form method="post" action="/s/${survey.slug}?lang=${language}" data-slug="${survey.slug}" data-words="${JSON.stringify({ sending, offline, retrying, crowded })}">
<input type="hidden" name="${QUESTIONS_FIELD}" autocomplete="off" value="${questionNames(questions)}">
<fieldset><legend dir="auto">${content(question?.text ?? '')}</legend>
${options}</fieldset>
<p class="muted"${ours} role="status">${words.front.question.hint}</p>
<input type="hidden" name="key" autocomplete="off" value="${key}">
</form>
<template>${emptyResults(found, reader)}</template></section>
`
}

/** With labels, but without counts and whatever could tell them. */
function emptyResults({ survey, questions }: PublicSurvey, reader: Reader): Html {
  const empty = sharedResults(results(questions, [], []), true)
  return resultsSection(survey, { version: '', responses: null, areVisible: true, results: empty }, reader)
}

export const QUESTION_STYLE = html`${RESULTS_STYLE}${PRESSED_STYLE}.asked fieldset { display: grid; gap: 8px; margin: 12px 0 0; padding: 0; border: 0 }
.asked legend { margin-bottom: 16px; padding: 0; text-wrap: pretty }
.asked :is(legend, h3) { font-size: 1.6rem; font-weight: 600; line-height: 1.25; letter-spacing: -.01em }
.asked .quiet { justify-content: start; min-height: 56px; text-align: start }
.asked form > p { margin: 16px 0 0; font-size: .8rem }
/* With one question, the line below it says as much. */
.asked .headline { display: none }
.asked .result { margin-top: 12px }
.asked .results > p { font-size: .8rem }
.asked .own :is(th, td) { font-weight: 600 }
@media screen and (prefers-reduced-motion: no-preference) { .asked .result rect { transition-duration: .8s } }
`
