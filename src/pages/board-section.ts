import type { PublicBoardItem } from '../domain/board.ts'
import type { Question } from '../domain/question.ts'
import { type Html, html } from '../html/html.ts'
import type { Words } from './words.ts'

interface BoardParts {
  readonly question: Question
  readonly index: number
  /** Most votes first. */
  readonly items: readonly PublicBoardItem[]
  readonly words: Words['board']
}

/** A board in the page of its survey. Reading works everywhere; asking and voting need JavaScript. */
export function board({ question, index, items, words }: BoardParts): Html {
  const name = `q${index}`
  return html`<section class="question board" data-board="${index}" aria-labelledby="${name}">
<h2 id="${name}">${question.text}</h2>
<p class="help">${words.help}${question.source.moderated === true && html` ${words.moderated}`}</p>
<p class="muted"${items.length > 0 && html` hidden`} data-empty>${words.empty}</p>
<ol class="items">
${items.map(one => item(one, words))}</ol>
<template>${item({ id: '', text: '', votes: 0, answered: false }, words)}</template>
<noscript><p class="help">${words.needsScript}</p></noscript>
<div class="ask" hidden>
<label for="${name}-text">${words.label}</label>
<textarea id="${name}-text" rows="2" aria-describedby="${name}-status"></textarea>
<button type="button" class="quiet">${words.ask}</button>
</div>
<p class="help" id="${name}-status" role="status"></p>
</section>
`
}

/** With JavaScript, the button replaces the number of votes. */
function item({ id, text, votes, answered }: PublicBoardItem, words: Words['board']): Html {
  return html`<li data-id="${id}">
<button type="button" class="vote" aria-pressed="false" disabled><span class="visually-hidden">${words.upvote}. ${words.votes}: </span><span class="votes">${votes}</span></button>
<span class="text">${text}</span>
<span class="muted"${!answered && html` hidden`} data-answered>${words.answered}</span>
</li>
`
}
