import { isBoard } from '../../domain/boards/board.ts'
import type { PhoneStep } from '../../domain/results/presentation.ts'
import { isRecordShared } from '../../domain/results/record/share-record.ts'
import { sharesResults } from '../../domain/results/sharing.ts'
import type { QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import { isAskedTogether } from '../../domain/surveys/groups/step-around.ts'
import type { Question } from '../../domain/surveys/question.ts'
import type { Refusal } from '../../domain/values/refusal.ts'
import { isolated } from '../../domain/values/text.ts'
import { type FramedPage, NOT_FOR_SEARCH } from '../../html/frame.ts'
import { type Html, html } from '../../html/html.ts'
import type { PublicSurvey, Survey } from '../../service/responses/responses.ts'
import type { BoardNotice } from '../boards/board-section.ts'
import { BOARD_STYLE } from '../boards/board-style.ts'
import { JOIN_STYLE, joinForm, WORDMARK_LINK } from '../join-form.ts'
import { afterSession, PACED_STYLE, pace, recordLink, stepResult } from '../live/paced.ts'
import { page, promise, type Reader, readerOfTexts, type Site, scriptElement } from '../page.ts'
import { RESULTS_STYLE } from '../results/results-section.ts'
import { receiptTemplate } from '../script.ts'
import type { Notice, Words } from '../words.ts'
import { form } from './form.ts'
import { answeredIn, type Typed } from './form-fields.ts'
import { formVersion } from './form-version.ts'
import { groupsStyle } from './groups-style.ts'
import { SHARED_DEVICE_STYLE, sharedDeviceNote } from './shared-device.ts'
import { hasTexts, introduction, TEXTS_STYLE, thanksText } from './survey-texts.ts'
import { waitingPage } from './waiting.ts'

/** State of a survey's page in addition to the survey itself. */
export interface View {
  readonly reader: Reader
  readonly key: string
  /** What is on the screen, if the survey is paced. */
  readonly step?: Pick<PhoneStep, 'state' | 'index'> | undefined
  readonly typed: Typed
  /** The outcomes of questions typed for boards, by the board's index. */
  readonly notices: ReadonlyMap<number, BoardNotice>
  readonly refusal?: Refusal | undefined
}

/** The page of an open survey. After a refusal, the form contains the typed values and the errors. */
export async function surveyPage(found: PublicSurvey, view: View, site: Site): Promise<FramedPage> {
  const { survey, questions } = found
  const isShared = sharesResults(survey, questions)
  const { key, step, typed, notices, refusal } = view
  const reader = readerOfTexts(view.reader, survey, questions)
  const { words } = reader
  const errors = refusal?.details.questions ?? []
  const { slug, sharedDevice, texts } = survey
  const isFixed = survey.responseCount > 0
  // An answer that could not be stored is shown again, whatever is on the screen by now.
  const asked = step && (answeredIn(typed) ?? step.index)
  const isRefused = refusal !== undefined || [...notices.values()].some(({ isError }) => isError)
  return page({
    reader,
    title: isRefused ? `${words.notSent}: ${isolated(survey.title)}` : survey.title,
    theme: survey.theme,
    head: surveyHead(found, reader, site),
    style: styleOf(found),
    script: shownGroups(survey).some(needsScript) ? site.groupsScript : undefined,
    lastScript: lastScript(survey, site),
    surveyUrl: `${site.baseUrl}/s/${slug}`,
    content: html`<h1 tabindex="-1" dir="auto">${survey.title}</h1>
${step === undefined && introduction(texts.introduction)}${step === undefined ? promise(reader) : pace(step, reader)}
${step !== undefined && html`${afterSession(found, step.state === 'over', reader)}${introduction(texts.introduction)}${thanksText(texts.thanks)}`}${step !== undefined && isShared && stepResult(reader)}${sharedDevice && step === undefined && sharedDeviceNote(reader)}${step === undefined && isShared && announcement(survey, reader)}${refusal !== undefined && errors.length === 0 && failure(refusal, reader)}
${!sharedDevice && step === undefined && receiptTemplate(reader, survey, resultsLink(found, reader))}
${await form({ slug, version: formVersion(found), isFixed, sharedDevice, questions, settings: survey.questionSettings, groups: shownGroups(survey), asked, reader, key, typed, notices, errors, nextSlice: site.nextSlice })}${step !== undefined && html`${isShared && announcement(survey, reader)}${promise(reader)}`}`,
  })
}

function announcement({ shareResults }: Survey, { words, ours }: Reader): Html {
  const { announcement, announcementLater } = words.results
  return html`<p class="muted"${ours}>${shareResults === 'when_revealed' ? announcementLater : announcement}</p>`
}

/** Styles in addition to the stylesheet of every page. */
function styleOf({ survey, questions }: PublicSurvey): Html | undefined {
  const hasBoards = questions.some(isBoard)
  const hasGroups = shownGroups(survey).length > 0
  if (!hasBoards && !hasGroups && !survey.sharedDevice && !survey.paced && !hasTexts(survey)) return undefined
  const hasResults = survey.paced && sharesResults(survey, questions)
  return html`${hasBoards && BOARD_STYLE}${survey.sharedDevice && SHARED_DEVICE_STYLE}${survey.paced && PACED_STYLE}${hasResults && RESULTS_STYLE}${hasTexts(survey) && TEXTS_STYLE}${groupsStyle(shownGroups(survey))}`
}

/** The page of a survey that takes no answers. @param texts what was typed into a form that was sent too late */
export function unavailablePage(found: PublicSurvey, anyone: Reader, site: Site, texts = ''): FramedPage {
  const { survey, questions, status, opensAt } = found
  if (opensAt !== null && texts === '') return waitingPage(found, opensAt, anyone, site)
  const reader = readerOfTexts(anyone, survey, questions)
  const { baseUrl, unsentScript } = site
  const { title, text } = status === 'expired' ? reader.words.expired : reader.words.closed
  // On a device that people share, what one of them typed is not for the next.
  const script = texts === '' && !survey.sharedDevice && scriptElement(unsentScript)
  return page({
    reader,
    title: `${title}: ${isolated(survey.title)}`,
    theme: survey.theme,
    head: html`${NOT_FOR_SEARCH}${script}`,
    surveyUrl: `${baseUrl}/s/${survey.slug}`,
    content: html`<h1 dir="auto">${survey.title}</h1>
<p class="notice"${reader.ours}>${text}</p>${resultsLink(found, reader, '&results')}${isRecordShared(survey) && html`<p${reader.ours}>${recordLink(survey.slug, reader)}</p>`}${unsent(reader, texts)}`,
  })
}

/** The request that failed. */
interface FailedRequest {
  /** Whether the request only reads. */
  readonly isRead: boolean
  /** Whether its address is that of a survey, or below one. */
  readonly isOfSurvey: boolean
  /** The slug in its address. */
  readonly named: string | undefined
}

/**
 * If the address is wrong, the page asks for a survey's words and fills in those from the address. If a page could not
 * be read just now, it offers to retry.
 */
export function errorPage(
  status: number,
  reader: Reader,
  failed: FailedRequest,
  { texts, script }: Unsent,
): FramedPage {
  const { words } = reader
  const { isRead, named } = failed
  const { title, text } = notice(status, words, failed)
  const asksForSurvey = status === 404 || status === 403
  const again = isRead && (status === 429 || status >= 500)
  const mayBeUnsent = failed.isOfSurvey && status === 404
  const content = html`<div class="missing"><h1>${title}</h1><p>${text}</p></div>${asksForSurvey && joinForm(reader, named === undefined ? undefined : { words: named, isWrong: false })}${again && html`<p class="again"><a class="button" href="">${words.tryAgain}</a></p>`}${(mayBeUnsent || texts !== '') && unsent(reader, texts)}`
  return page({
    reader,
    title,
    head: html`${NOT_FOR_SEARCH}${mayBeUnsent && texts === '' && scriptElement(script)}`,
    style: JOIN_STYLE,
    header: html`<header class="top">${WORDMARK_LINK}</header>
`,
    content,
  })
}

/** What becomes of an answer that cannot be sent. */
interface Unsent {
  /** What was typed into a form that was sent. */
  readonly texts: string
  /** Path of the script that shows what a page has kept in its tab. */
  readonly script: string | undefined
}

/** Says that an answer was not stored, with what was typed. Without that it is hidden, and the script adds it. */
function unsent({ words, ours }: Reader, texts: string): Html {
  const { title, text } = words.unsent
  const copy = html`<label class="notice">${text}<textarea dir="auto" readonly>
${texts.replace(/\r\n/g, '\n')}</textarea></label>`
  return html`<section id="unsent"${ours}${texts === '' && html` hidden data-label="${text}"`}>
<h2 tabindex="-1">${title}</h2>
${texts !== '' && copy}</section>
`
}

function notice(status: number, words: Words, { isRead, isOfSurvey }: FailedRequest): Notice {
  if (status === 404) return isOfSurvey ? words.missing : words.nothing
  if (status === 403) return words.crossSite
  if (status === 413) return words.tooLarge
  if (status === 429) return words.tooManyRequests
  return isRead && status >= 500 ? words.unreachable : words.failed
}

/** Metadata for search engines, link previews and browsers. */
function surveyHead({ survey, questions, isListed }: PublicSurvey, { words }: Reader, site: Site): Html {
  const { baseUrl, boardScript } = site
  const description = words.description(questions.length - inOthers(shownGroups(survey)))
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
${[...formScripts(survey, questions, site), questions.some(isBoard) ? boardScript : undefined].map(scriptElement)}`
}

/** At a presenter's pace each question is one of its own, except the options of a check-list. */
function shownGroups({ paced, groups }: Survey): readonly QuestionGroup[] {
  return paced ? groups.filter(isAskedTogether) : groups
}

function needsScript({ kind }: QuestionGroup): boolean {
  return kind !== 'grid' && kind !== 'section'
}

/** What changes the page before it is shown. */
function lastScript(survey: Survey, { shuffleScript, rankingScript }: Site): Html | undefined {
  const hasRankings = shownGroups(survey).some(({ kind }) => kind === 'ranking')
  const scripts = [isShuffled(survey) ? shuffleScript : undefined, hasRankings ? rankingScript : undefined]
  return scripts.some(Boolean) ? html`${scripts}` : undefined
}

/** At a presenter's pace everybody sees the order of the screen. */
function isShuffled({ paced, groups, questionSettings }: Survey): boolean {
  return !paced && [...groups, ...questionSettings].some(one => one && 'shuffled' in one)
}

/** How many questions are shown as a part of another one. */
function inOthers(groups: readonly QuestionGroup[]): number {
  return groups.reduce((sum, { kind, from, to }) => (kind === 'section' ? sum : sum + to - from), 0)
}

function formScripts(survey: Survey, questions: readonly Question[], site: Site) {
  if (survey.paced) {
    const script = shownGroups(survey).length > 0 ? site.pacedCheckListsScript : site.pacedScript
    return [script, sharesResults(survey, questions) ? site.stepResultScript : undefined]
  }
  return [survey.sharedDevice ? site.sharedDeviceScript : site.script]
}

/**
 * The link to the results, if the survey shares them. The script follows it once a response is stored.
 * @param more further parts of the query
 */
function resultsLink({ survey, questions }: PublicSurvey, { language, words, ours }: Reader, more = ''): Html | false {
  if (!sharesResults(survey, questions)) return false
  const { link, linkLater } = words.results
  // The page is the same before and after the reveal, so it must not promise anything that may still be hidden.
  const [look, text] = survey.shareResults === 'when_revealed' ? ['button quiet', linkLater] : ['button', link]
  return html`<p${ours}><a class="${look}" href="/s/${survey.slug}/thanks?lang=${language}${more}">${text}</a></p>`
}

function failure(refusal: Refusal, { words, ours }: Reader): Html {
  const text = failureText(refusal, words)
  return html`<div class="summary"${ours} role="alert" tabindex="-1" autofocus><p>${text}</p></div>`
}

function failureText({ refusal, kind }: Refusal, words: Words): string {
  if (refusal === 'survey_storage') return words.noRoom
  if (refusal === 'questions_changed') return words.questionsChanged
  if (refusal === 'time_is_up') return words.paced.timeIsUp
  if (refusal === 'not_asked_yet') return words.paced.next
  if (kind === 'unavailable') return words.unavailable
  return kind === 'too_many' ? words.tooMany : words.unreadable
}
