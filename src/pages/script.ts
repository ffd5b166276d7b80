import { isolated } from '../domain/values/text.ts'
import { type Html, html } from '../html/html.ts'
import { LEAD_LINES } from '../html/lead-lines.ts'
import type { Survey } from '../service/responses/responses.ts'
import type { Reader } from './page.ts'
import type { ScriptWords } from './script-words.ts'
import { thanksText } from './surveys/survey-texts.ts'
import type { Words } from './words.ts'

/** Texts of the browser script in the page's language. */
export function scriptWords(words: Words): ScriptWords {
  const { script, answerErrors, board } = words
  return {
    ...script,
    closed: words.closed.text,
    expired: words.expired.text,
    noRoom: words.noRoom,
    one: words.lookAtOne,
    many: words.lookAtMany,
    more: words.lookAtMore,
    required: answerErrors.required,
    tooLong: answerErrors.too_long,
    requiredNow: words.requiredNow,
    noAnswer: words.noAnswer,
    setAside: words.setAside,
    notStored: words.unsent.title,
    missing: words.missing.title,
    boardWaits: board.waits,
    boardAsked: board.asked,
    boardFailed: board.failed,
    boardOffline: board.offline,
    boardSimilar: board.similar,
    boardLength: board.length,
    boardFull: board.full,
  }
}

/**
 * Empty template of the receipt, which the script fills with the stored response.
 * @param link where people can go next
 */
export function receiptTemplate(
  { words, ours, theirs }: Reader,
  { title, texts }: Pick<Survey, 'title' | 'texts'>,
  link: Html | false,
): Html {
  const { answerIsIn, receipt, answerAgain } = words
  return html`<template id="receipt">
<section class="receipt"${ours} data-title="${words.thanks}: ${isolated(title)}" aria-labelledby="receipt-title">
<h2 id="receipt-title" tabindex="-1">${answerIsIn}</h2>
${LEAD_LINES}
${thanksText(texts.thanks, theirs)}${link}<div data-hidden="${receipt.hidden}">
<p>${receipt.intro}</p>
<dl${theirs}></dl>
<p class="muted">${receipt.arrived} <time></time></p>
<details class="muted"><summary>${receipt.id}</summary><code></code></details>
<p><strong>${receipt.nothingElse}</strong></p>
<p><button type="button"${link && html` class="quiet"`}>${receipt.done}</button></p>
</div>
<p><button type="button" class="quiet" data-again>${answerAgain}</button></p>
</section>
</template>`
}
