import { isBoard } from '../../domain/boards/board.ts'
import { sharesResults } from '../../domain/results/sharing.ts'
import { isolated } from '../../domain/values/text.ts'
import { type FramedPage, NOT_FOR_SEARCH } from '../../html/frame.ts'
import { type Html, html } from '../../html/html.ts'
import { LEAD_LINES } from '../../html/lead-lines.ts'
import { type Cache, RevisionCache } from '../../service/cache.ts'
import type { PublicSurvey, Survey } from '../../service/responses/responses.ts'
import type { SharedResults, SharedSnapshot } from '../../service/results/shared-results.ts'
import { type Document, documentOf, sizeOf } from '../boards/board-documents.ts'
import { page, promise, type Reader, readerOfTexts, type Site, scriptElement, turns } from '../page.ts'
import { GROUP_RESULTS_STYLE } from '../results/group-section.ts'
import { hasGroupResults, listedResults, RESULTS_STYLE, resultsSection } from '../results/results-section.ts'
import { fieldName } from '../surveys/form-fields.ts'
import { nextPerson, refreshHeader, SHARED_DEVICE_STYLE } from '../surveys/shared-device.ts'
import { hasTexts, TEXTS_STYLE, thanksText } from '../surveys/survey-texts.ts'

interface ThanksSite extends Pick<Site, 'baseUrl' | 'nextSlice'> {
  /** Path of the browser script for results; undefined if it has not been built. */
  readonly script: string | undefined
}

/** Thank-you pages by survey and language, made once for each change, however many people load them. */
export class ThanksPages {
  readonly #shared: SharedResults
  readonly #site: ThanksSite
  readonly #pages: RevisionCache<Document>

  constructor(shared: SharedResults, site: ThanksSite, cache: Cache) {
    this.#shared = shared
    this.#site = site
    this.#pages = new RevisionCache(cache, 'thanks')
  }

  async find(found: PublicSurvey, reader: Reader, query: ThanksQuery): Promise<Document> {
    const { survey, questions, status, opensAt } = found
    // Results name the questions, which nobody reads before they are asked.
    const snapshot =
      opensAt === null && sharesResults(survey, questions) ? await this.#shared.readRecent(survey) : undefined
    const revision = `${survey.revision} ${status} ${snapshot?.version}`
    const occasion = occasionOf(query)
    const stays = query.stay !== undefined
    const make = async () => documentOf(await thanksPage(found, { snapshot, occasion, stays, reader, ...this.#site }))
    return this.#pages.findOrMake(`${survey.slug} ${reader.language} ${occasion} ${stays}`, revision, make, sizeOf)
  }
}

/** Query of the page's address. */
export interface ThanksQuery {
  /** The state of the question that was sent along, if any. */
  readonly asked?: string
  /** Present in the link on a closed survey's page, which people may follow without having answered. */
  readonly results?: string
  /** Present if the page should not give way to the next person by itself. */
  readonly stay?: string
}

/** On a shared device, the thank-you page gives way to an empty page, even without a script. */
export function thanksHeaders({ survey, status }: PublicSurvey, reader: Reader, query: ThanksQuery): object {
  const leadsOn =
    survey.sharedDevice && !survey.paced && status === 'open' && query.results === undefined && query.stay === undefined
  return leadsOn ? refreshHeader(survey.slug, reader) : {}
}

/** Why somebody loads the page: a response was stored, possibly with a question, or only for the results. */
type Occasion = 'answered' | 'held' | 'shown' | 'results'

function occasionOf({ asked, results }: ThanksQuery): Occasion {
  if (results !== undefined) return 'results'
  if (asked === undefined) return 'answered'
  return asked === 'held' ? 'held' : 'shown'
}

interface ThanksView extends ThanksSite {
  /** Results to show; undefined if the survey shares none. */
  readonly snapshot: SharedSnapshot | undefined
  readonly occasion: Occasion
  /** On a shared device: whether the page waits until somebody continues. */
  readonly stays: boolean
  readonly reader: Reader
}

/**
 * The page after answering, which is the same for everyone. It shows no answers, because answers never appear in a URL.
 */
async function thanksPage(
  { survey, questions, status }: PublicSurvey,
  { snapshot, occasion, stays, reader: anyone, script, baseUrl, nextSlice }: ThanksView,
): Promise<FramedPage> {
  const reader = readerOfTexts(anyone, survey, questions)
  const results: Html[] = []
  const after = turns(nextSlice)
  for (const result of snapshot ? listedResults(survey, snapshot, reader) : []) {
    results.push(result)
    await after(String(result).length)
  }
  const { language, words, ours } = reader
  const isAnswered = occasion !== 'results'
  const path = `/s/${survey.slug}?lang=${language}`
  const isShared = survey.sharedDevice && isAnswered && !survey.paced
  const asked = occasion === 'held' || occasion === 'shown' ? `&asked=${occasion}` : ''
  const next = { slug: survey.slug, reader, stays, stayQuery: `lang=${language}${asked}&stay` }
  const again = survey.paced
    ? html`<a class="button" href="${path}">${words.paced.goOn}</a>`
    : html`<a class="button quiet" href="${path}" data-again>${words.answerAgain}</a>`
  const index = questions.findIndex(isBoard)
  const board = index >= 0 && html`<a class="button" href="${path}#${fieldName(index)}">${words.board.name}</a> `
  return page({
    reader,
    title: `${isAnswered ? words.thanks : words.results.title}: ${isolated(survey.title)}`,
    theme: survey.theme,
    surveyUrl: `${baseUrl}/s/${survey.slug}`,
    head: html`${NOT_FOR_SEARCH}${snapshot !== undefined && scriptElement(script)}`,
    ...((snapshot !== undefined || isShared || hasTexts(survey)) && {
      style: html`${snapshot !== undefined && RESULTS_STYLE}${snapshot !== undefined && hasGroupResults(survey, snapshot) && GROUP_RESULTS_STYLE}${isShared && SHARED_DEVICE_STYLE}${hasTexts(survey) && TEXTS_STYLE}`,
    }),
    content: html`${isAnswered ? thanks(survey, occasion, reader) : html`<h1 dir="auto">${survey.title}</h1>`}
${isShared && status === 'open' && nextPerson(next)}${snapshot !== undefined && resultsSection(survey, snapshot, reader, results)}${isAnswered && html`<p${ours}>${words.stored} ${words.receipt.nothingElse}</p>`}
${promise(reader)}
${status === 'open' && !isShared && html`<p class="after"${ours}>${board}${again}</p>`}${snapshot !== undefined && !survey.sharedDevice && receiptDetails(reader)}`,
  })
}

function thanks({ title, paced, texts }: Survey, occasion: Occasion, { words, ours }: Reader): Html {
  const { answerIsIn, to, board } = words
  return html`<h1${ours}>${paced ? words.paced.sent : answerIsIn}</h1>
${LEAD_LINES}
<p${ours}>${to(isolated(title))}</p>
${!paced && thanksText(texts.thanks)}${occasion !== 'answered' && html`<p class="success"${ours}>${occasion === 'held' ? board.waits : board.asked}</p>`}`
}

/** Empty template of the receipt, which the script fills with the response sent from this tab. */
function receiptDetails({ words, ours, theirs }: Reader): Html {
  const { receipt, noAnswer } = words
  return html`
<template id="receipt" data-no-answer="${noAnswer}">
<div class="receipt"${ours}><div data-hidden="${receipt.hidden}">
<details>
<summary>${receipt.intro}</summary>
<dl${theirs}></dl>
<p class="muted">${receipt.arrived} <time></time></p>
<p class="muted">${receipt.id} <code></code></p>
</details>
<p><button type="button" class="quiet">${receipt.done}</button></p>
</div></div>
</template>`
}
