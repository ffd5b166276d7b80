import type { Refusal } from '../domain/refusal.ts'
import type { FramedPage } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import type { PublicSurvey } from '../service/responses.ts'
import { type BoardItems, form, type Typed } from './form.ts'
import { NOT_FOR_SEARCH, page, type Reader, type Site } from './page.ts'
import { receiptTemplate } from './script.ts'
import type { Notice } from './words.ts'

/** State of a survey's page beyond the survey itself. */
export interface View {
  readonly reader: Reader
  readonly boards: BoardItems
  readonly key: string
  readonly typed: Typed
  readonly refusal?: Refusal
}

/** The page of an open survey. After a refusal the form has the typed values and the errors. */
export function surveyPage(found: PublicSurvey, view: View, site: Site): FramedPage {
  const { survey, questions } = found
  const { reader, boards, key, typed, refusal } = view
  const { words } = reader
  const errors = refusal?.details.questions ?? []
  const { slug, revision } = survey
  return page({
    reader,
    title: refusal === undefined ? survey.title : `${words.notSent}: ${survey.title}`,
    theme: survey.theme,
    head: surveyHead(found, reader, site),
    content: html`<h1 tabindex="-1">${survey.title}</h1>
${promise(reader)}
${refusal !== undefined && errors.length === 0 && failure(refusal, reader)}
${receiptTemplate(words)}
${form({ slug, revision, questions, boards, reader, key, typed, errors })}`,
  })
}

/** The page of a closed or expired survey. */
export function unavailablePage({ survey, status }: PublicSurvey, reader: Reader): FramedPage {
  const { title, text } = status === 'expired' ? reader.words.expired : reader.words.closed
  return page({
    reader,
    title: `${title}: ${survey.title}`,
    theme: survey.theme,
    head: NOT_FOR_SEARCH,
    content: html`<h1>${survey.title}</h1>
<p class="notice">${text}</p>`,
  })
}

/** The page after a form was sent. It shows no answers, since answers never appear in a URL. */
export function thanksPage({ survey, status }: PublicSurvey, reader: Reader): FramedPage {
  const { language, words } = reader
  const again = html`<p><a class="button quiet" href="/s/${survey.slug}?lang=${language}">${words.answerAgain}</a></p>`
  return page({
    reader,
    title: `${words.thanks}: ${survey.title}`,
    theme: survey.theme,
    head: NOT_FOR_SEARCH,
    content: html`<h1>${words.answerIsIn}</h1>
<p>${words.to(survey.title)}</p>
<p>${words.stored} ${words.receipt.nothingElse}</p>
${promise(reader)}
${status === 'open' && again}`,
  })
}

export function errorPage(status: number, reader: Reader): FramedPage {
  const { title, text } = notice(status, reader)
  return page({ reader, title, head: NOT_FOR_SEARCH, content: html`<h1>${title}</h1><p>${text}</p>` })
}

function notice(status: number, { words }: Reader): Notice {
  if (status === 404) return words.missing
  if (status === 403) return words.crossSite
  return status === 413 ? words.tooLarge : words.failed
}

/** Metadata for search engines, link previews and browsers. */
function surveyHead({ survey, questions }: PublicSurvey, { words }: Reader, { baseUrl, script }: Site): Html {
  const description = words.description(questions.length)
  const url = `${baseUrl}/s/${survey.slug}`
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:title" content="${survey.title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${baseUrl}/preview.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
${
  script !== undefined &&
  html`<script type="module" src="${script}"></script>
`
}`
}

function promise({ language, words }: Reader): Html {
  return html`<p class="muted">${words.nothingAboutYou} <a href="/privacy?lang=${language}">${words.whatIsStored}</a></p>`
}

function failure({ kind }: Refusal, { words }: Reader): Html {
  const text = kind === 'unavailable' ? words.unavailable : kind === 'too_many' ? words.tooMany : words.unreadable
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${text}</p></div>`
}
