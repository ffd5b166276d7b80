import { isBoard } from '../domain/board.ts'
import type { Refusal } from '../domain/refusal.ts'
import { sharesResults } from '../domain/sharing.ts'
import { type FramedPage, NOT_FOR_SEARCH } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import type { PublicSurvey } from '../service/responses.ts'
import type { BoardNotice } from './board-section.ts'
import { BOARD_STYLE } from './board-style.ts'
import { form } from './form.ts'
import type { Typed } from './form-fields.ts'
import { JOIN_STYLE, joinForm, WORDMARK_LINK } from './join-form.ts'
import { page, type Reader, type Site, scriptElement } from './page.ts'
import { receiptTemplate } from './script.ts'
import type { Notice, Words } from './words.ts'

/** State of a survey's page beyond the survey itself. */
export interface View {
  readonly reader: Reader
  readonly key: string
  readonly typed: Typed
  /** The outcomes of questions typed for boards, by the index of the board. */
  readonly notices: ReadonlyMap<number, BoardNotice>
  readonly refusal?: Refusal | undefined
}

/** The page of an open survey. After a refusal the form has the typed values and the errors. */
export async function surveyPage(found: PublicSurvey, view: View, site: Site): Promise<FramedPage> {
  const { survey, questions } = found
  const { reader, key, typed, notices, refusal } = view
  const { words } = reader
  const errors = refusal?.details.questions ?? []
  const { slug, revision } = survey
  const isRefused = refusal !== undefined || [...notices.values()].some(({ isError }) => isError)
  return page({
    reader,
    title: isRefused ? `${words.notSent}: ${survey.title}` : survey.title,
    theme: survey.theme,
    head: surveyHead(found, reader, site),
    style: questions.some(isBoard) ? BOARD_STYLE : undefined,
    surveyUrl: `${site.baseUrl}/s/${slug}`,
    content: html`<h1 tabindex="-1" dir="auto">${survey.title}</h1>
${promise(reader)}
${sharesResults(survey, questions) && html`<p class="muted">${words.results.announcement}</p>`}${refusal !== undefined && errors.length === 0 && failure(refusal, reader)}
${receiptTemplate(words, resultsLink(found, reader))}
${await form({ slug, revision, questions, reader, key, typed, notices, errors })}`,
  })
}

/** The page of a closed or expired survey. */
export function unavailablePage(found: PublicSurvey, reader: Reader, { baseUrl }: Site): FramedPage {
  const { survey, status } = found
  const { title, text } = status === 'expired' ? reader.words.expired : reader.words.closed
  return page({
    reader,
    title: `${title}: ${survey.title}`,
    theme: survey.theme,
    head: NOT_FOR_SEARCH,
    surveyUrl: `${baseUrl}/s/${survey.slug}`,
    content: html`<h1 dir="auto">${survey.title}</h1>
<p class="notice">${text}</p>${resultsLink(found, reader, '&results')}`,
  })
}

/** The request that failed. */
interface FailedRequest {
  /** Whether it only reads. */
  readonly isRead: boolean
  /** Whether its address is that of a survey, or below one. */
  readonly isOfSurvey: boolean
}

/** If the address is wrong, the page asks for a survey's words. If a page could not be read now, it offers to try again. */
export function errorPage(status: number, reader: Reader, failed: FailedRequest): FramedPage {
  const { words } = reader
  const { isRead } = failed
  const { title, text } = notice(status, words, failed)
  const asksForSurvey = status === 404 || status === 403
  const again = isRead && (status === 429 || status >= 500)
  const content = html`<div class="missing"><h1>${title}</h1><p>${text}</p></div>${asksForSurvey && joinForm(reader)}${again && html`<p class="again"><a class="button" href="">${words.tryAgain}</a></p>`}`
  return page({
    reader,
    title,
    head: NOT_FOR_SEARCH,
    style: JOIN_STYLE,
    header: html`<header class="top">${WORDMARK_LINK}</header>
`,
    content,
  })
}

function notice(status: number, words: Words, { isRead, isOfSurvey }: FailedRequest): Notice {
  if (status === 404) return isOfSurvey ? words.missing : words.nothing
  if (status === 403) return words.crossSite
  if (status === 413) return words.tooLarge
  if (status === 429) return words.tooManyRequests
  return isRead && status >= 500 ? words.unreachable : words.failed
}

/** Metadata for search engines, link previews and browsers. */
function surveyHead(
  { survey, questions, isListed }: PublicSurvey,
  { words }: Reader,
  { baseUrl, script, boardScript }: Site,
): Html {
  const description = words.description(questions.length)
  const url = `${baseUrl}/s/${survey.slug}`
  return html`${!isListed && NOT_FOR_SEARCH}<meta name="description" content="${description}">
<link rel="canonical" href="${url}">
<meta property="og:type" content="website">
<meta property="og:title" content="${survey.title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${baseUrl}/preview.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
${[script, questions.some(isBoard) ? boardScript : undefined].map(scriptElement)}`
}

export function promise({ language, words }: Reader): Html {
  return html`<p class="muted">${words.nothingAboutYou} <a href="/privacy?lang=${language}">${words.whatIsStored}</a></p>`
}

/**
 * The link to the results, if the survey shares them. The script follows it once a response is stored.
 * @param more of the query
 */
function resultsLink({ survey, questions }: PublicSurvey, { language, words }: Reader, more = ''): Html | false {
  if (!sharesResults(survey, questions)) return false
  return html`<p><a class="button" href="/s/${survey.slug}/thanks?lang=${language}${more}">${words.results.link}</a></p>`
}

function failure(refusal: Refusal, { words }: Reader): Html {
  const text = failureText(refusal, words)
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${text}</p></div>`
}

function failureText({ refusal, kind }: Refusal, words: Words): string {
  if (refusal === 'survey_storage') return words.noRoom
  if (refusal === 'questions_changed') return words.questionsChanged
  if (kind === 'unavailable') return words.unavailable
  return kind === 'too_many' ? words.tooMany : words.unreadable
}
