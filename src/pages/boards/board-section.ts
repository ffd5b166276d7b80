import { type ItemState, LIST_ORDERS, type ListOrder, type PublicBoardItem } from '../../domain/boards/board.ts'
import { BOARD_PAGE_SIZE } from '../../domain/surveys/board-room.ts'
import type { Question } from '../../domain/surveys/question.ts'
import { content, type Html, html } from '../../html/html.ts'
import type { Reader } from '../page.ts'
import { boardSlot } from '../page-template.ts'

/** The outcome of a question sent without the script. */
export interface BoardNotice {
  readonly text: string
  readonly isError: boolean
  /** Of the question that was stored. */
  readonly state?: ItemState
}

interface BoardParts {
  readonly question: Question
  readonly description: string | undefined
  readonly index: number
  readonly reader: Reader
  /** Text in the box for questions. */
  readonly typed: string
  readonly notice: BoardNotice | undefined
  /** The address of the list in a given order. */
  readonly listUrl: (order: ListOrder) => string
  /** Whether asking is the main purpose of the page. */
  readonly isMain: boolean
}

/** The name of the button that asks a question and submits nothing else; its value is the board's index. */
export const ASK_BUTTON = 'ask'

/** The name of the box in which questions for a board are typed. */
export function askFieldName(index: number): string {
  return `ask${index}`
}

/**
 * A board in its survey's page. Reading and asking work everywhere; voting requires JavaScript. The list is inserted
 * into its slot later, because it changes more often than the page.
 */
export function board({ question, description, index, reader, typed, notice, isMain, listUrl }: BoardParts): Html {
  const { ours } = reader
  const words = reader.words.board
  const name = `q${index}`
  // The script turns these links into buttons. Without it, a list opens in another tab, so that typed answers are not
  // lost.
  const tab = (order: ListOrder) =>
    html`<a class="tab" href="${listUrl(order)}" target="_blank" data-order="${order}"${order === 'votes' && html` aria-current="true"`}>${words.orders[order]}</a>`
  const isInvalid = notice?.isError && html` aria-invalid="true"`
  return html`<section class="question board" data-board="${index}" aria-labelledby="${name}"${description !== undefined && html` aria-describedby="${name}-about"`}>
<h2 id="${name}" dir="auto">${content(question.text)}</h2>
${description !== undefined && described(description, `${name}-about`)}<p class="help"${ours}>${words.help}${question.source.moderated === true && html` ${words.moderated}`}</p>
<div class="ask">
<label for="${name}-text"${ours}>${words.label}</label>
<textarea id="${name}-text" name="${askFieldName(index)}" dir="auto" rows="1" aria-describedby="${name}-status"${isInvalid}>
${typed.replace(/\r\n/g, '\n')}</textarea>
<button${ours}${!isMain && html` class="quiet"`} name="${ASK_BUTTON}" value="${index}">${words.ask}</button>
<p class="outcome${notice && (notice.isError ? ' failure' : ' success')}" id="${name}-status"${ours} role="status"${notice && html` tabindex="-1" autofocus data-state="${notice.state}"`}>${notice?.text}</p>
<p class="count"${ours}></p>
</div>
<p class="tabs"${ours}>${tab('votes')} ${tab('new')}</p>
${boardSlot(index)}<template>${item({ id: '', text: '', votes: 0, answered: false, sequence: 0 }, reader)}</template>
<noscript><p class="help"${ours}>${words.needsScript}</p></noscript>
</section>
`
}

/** What stands below a question. */
export function described(text: string, id: string): Html {
  return html`<p class="about" id="${id}" dir="auto">${content(text)}</p>
`
}

interface ListParts {
  readonly slug: string
  readonly index: number
  /** Revision of the survey's boards when the list was read. The script sends it when it requests events. */
  readonly revision: string
  readonly items: readonly PublicBoardItem[]
  readonly hasMore: boolean
  readonly reader: Reader
}

/** A board's list. Without JavaScript, the rest opens in another tab, so that typed answers are not lost. */
export function boardList({ slug, index, revision, items, hasMore, reader }: ListParts): Html {
  const {
    words: { board: words },
    ours,
  } = reader
  const pages = items.length < BOARD_PAGE_SIZE ? 0 : 1
  const rest =
    hasMore &&
    html`<noscript><p${ours}><a class="button quiet" href="${listPath(slug, index, pages + 1, reader)}" target="_blank">${words.more}</a></p></noscript>
`
  return html`<p class="muted"${ours}${(items.length > 0 || hasMore) && html` hidden`} data-empty>${words.empty}</p>
<ol class="items" data-revision="${revision}" data-pages="${pages}">
${items.map(one => item(one, reader))}</ol>
${rest}<p class="more"${ours} hidden${hasMore && html` data-has-more`}><button type="button" class="quiet">${words.more}</button></p>
`
}

interface ListPageParts extends Pick<ListParts, 'slug' | 'index' | 'items' | 'hasMore' | 'reader'> {
  /** From 1. */
  readonly page: number
  readonly order: ListOrder
}

/** The content of a page with a part of a board's list, for readers without JavaScript. */
export function boardListPage(
  { slug, index, page, order, items, hasMore, reader }: ListPageParts,
  question: Question,
): Html {
  const { language, words, ours } = reader
  const link = (to: number, text: string) =>
    html`<a class="button quiet" href="${listPath(slug, index, to, reader, order)}">${text}</a> `
  const tab = (to: ListOrder) =>
    html`<a class="tab" href="${listPath(slug, index, 1, reader, to)}"${to === order && html` aria-current="page"`}>${words.board.orders[to]}</a> `
  return html`<h1 dir="auto">${question.text}</h1>
<p${ours}><a href="/s/${slug}?lang=${language}">${words.board.toSurvey}</a></p>
<p class="tabs"${ours}>${LIST_ORDERS.map(tab)}</p>
<ol class="items board" start="${(page - 1) * BOARD_PAGE_SIZE + 1}">
${items.map(one => item(one, reader))}</ol>
<p${ours}>${page > 1 && link(page - 1, words.board.previous)}${hasMore && link(page + 1, words.board.more)}</p>`
}

/** @param page from 1 */
export function listPath(
  slug: string,
  index: number,
  page: number,
  { language }: Reader,
  order: ListOrder = 'votes',
): string {
  return `/s/${slug}/board/${index}/list?${order === 'votes' ? '' : `order=${order}&`}page=${page}&lang=${language}`
}

/** With JavaScript, a button replaces the number of votes. */
function item(
  { id, text, votes, answered, sequence }: PublicBoardItem,
  { words: { board: words }, ours }: Reader,
): Html {
  return html`<li data-id="${id}" data-sequence="${sequence}" data-votes="${votes}" data-text="${text}">
<button type="button"${ours} class="vote" aria-pressed="false" disabled><span class="visually-hidden">${words.upvote}. ${words.votes}: </span><span class="votes">${votes}</span></button>
<span class="text" dir="auto">${content(text)}</span>
<span class="muted"${ours}${!answered && html` hidden`} data-answered>${words.answered}</span>
<span class="muted own"${ours} hidden data-own>${words.own}</span>
</li>
`
}
