import { isBoard } from '../domain/board.ts'
import { THANKS_CACHE_BYTES } from '../domain/limits.ts'
import { sharesResults } from '../domain/sharing.ts'
import { type FramedPage, NOT_FOR_SEARCH } from '../html/frame.ts'
import { type Html, html } from '../html/html.ts'
import type { PublicSurvey } from '../service/responses.ts'
import { RevisionCache } from '../service/revision-cache.ts'
import type { SharedResults, SharedSnapshot } from '../service/shared-results.ts'
import { type Document, documentOf, sizeOf } from './board-documents.ts'
import { page, type Reader, type Site, scriptElement } from './page.ts'
import { RESULTS_STYLE, resultsSection } from './results-section.ts'
import { promise } from './survey.ts'
import type { Words } from './words.ts'

interface ThanksSite extends Pick<Site, 'baseUrl'> {
  /** Path of the browser script for results; undefined if it has not been built. */
  readonly script: string | undefined
}

/** Thanks pages by survey and language, made once for each change, however many load them. */
export class ThanksPages {
  readonly #shared: SharedResults
  readonly #site: ThanksSite
  readonly #pages = new RevisionCache<Document>(THANKS_CACHE_BYTES)

  constructor(shared: SharedResults, site: ThanksSite) {
    this.#shared = shared
    this.#site = site
  }

  async find(found: PublicSurvey, reader: Reader, query: ThanksQuery): Promise<Document> {
    const { survey, questions, status } = found
    const snapshot = sharesResults(survey, questions) ? await this.#shared.readRecent(survey) : undefined
    const revision = `${survey.revision} ${status} ${snapshot?.version}`
    const occasion = occasionOf(query)
    const make = () => documentOf(thanksPage(found, { snapshot, occasion, reader, ...this.#site }))
    return this.#pages.findOrMake(`${survey.slug} ${reader.language} ${occasion}`, revision, make, sizeOf)
  }
}

/** Query of the page's address. */
export interface ThanksQuery {
  /** The state of the question that was sent along, if there was one. */
  readonly asked?: string
  /** Present in the link on a closed survey's page, which people may follow without having answered. */
  readonly results?: string
}

/** Why somebody loads the page: a response was stored, and a question asked with it, or for the results alone. */
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
  readonly reader: Reader
}

/** The page after answering, the same for everyone: it shows no answers, since answers never appear in a URL. */
function thanksPage(
  { survey, questions, status }: PublicSurvey,
  { snapshot, occasion, reader, script, baseUrl }: ThanksView,
): FramedPage {
  const { language, words } = reader
  const isAnswered = occasion !== 'results'
  const path = `/s/${survey.slug}?lang=${language}`
  const again = html`<a class="button quiet" href="${path}" data-again>${words.answerAgain}</a>`
  const back = questions.some(isBoard) && html`<a class="button" href="${path}">${words.board.toSurvey}</a> `
  return page({
    reader,
    title: `${isAnswered ? words.thanks : words.results.title}: ${survey.title}`,
    theme: survey.theme,
    surveyUrl: `${baseUrl}/s/${survey.slug}`,
    head: html`${NOT_FOR_SEARCH}${snapshot !== undefined && scriptElement(script)}`,
    ...(snapshot !== undefined && { style: RESULTS_STYLE }),
    content: html`${isAnswered ? thanks(survey.title, occasion, words) : html`<h1 dir="auto">${survey.title}</h1>`}
${snapshot !== undefined && resultsSection(survey, snapshot, reader)}${isAnswered && html`<p>${words.stored} ${words.receipt.nothingElse}</p>`}
${promise(reader)}
${status === 'open' && html`<p class="after">${snapshot !== undefined && back}${again}</p>`}${snapshot !== undefined && receiptDetails(words)}`,
  })
}

function thanks(title: string, occasion: Occasion, { answerIsIn, to, board }: Words): Html {
  return html`<h1>${answerIsIn}</h1>
<p>${to(title)}</p>
${occasion !== 'answered' && html`<p class="success">${occasion === 'held' ? board.waits : board.asked}</p>`}`
}

/** Empty template of the receipt, which the script fills with the response that this tab has sent. */
function receiptDetails({ receipt, noAnswer }: Words): Html {
  return html`
<template id="receipt" data-no-answer="${noAnswer}">
<details class="receipt">
<summary>${receipt.intro}</summary>
<dl></dl>
<p class="muted">${receipt.arrived} <time></time></p>
<p class="muted">${receipt.id} <code></code></p>
</details>
</template>`
}
