import type { ListOrder } from '../../src/domain/boards/board.ts'
import { inAudienceOrder, newestFirst } from '../../src/domain/boards/board-order.ts'
import { largestOf } from '../../src/domain/values/largest.ts'
import type { BoardPage, ChangedBoardItem } from '../../src/pages/contract.ts'
import { cloneTemplate, createElement, find } from './dom.ts'

/** What is known about an item after a change. The rest is unchanged. */
export type Item = Pick<ChangedBoardItem, 'id'> & Partial<ChangedBoardItem>

/**
 * The list is reordered only after this time without interaction, in milliseconds, so that nothing moves under a
 * finger.
 */
const STILL_MS = 1_500

/** What this browser knows of an item. */
interface Remembered {
  isVoted(id: string | undefined): boolean
  isOwn(id: string | undefined): boolean
}

/**
 * A board's list.
 * @param board contains the list
 * @param path of the board on the server
 */
export function startList(board: HTMLElement, path: string, { isVoted, isOwn }: Remembered) {
  const list = find(board, '.items')
  const template = find<HTMLTemplateElement>(board, 'template')
  const more = find(board, '.more')
  const still = whenStill(list)
  /** In the order that the rows get once nobody is interacting with the list. */
  let order = [...list.querySelectorAll<HTMLElement>('li')]
  /** How many pages of the server's lists have been read. */
  const pages = { votes: Number(list.dataset.pages), new: 0 }
  let shownOrder: ListOrder = 'votes'
  /** Whether the server has questions that are missing here. */
  let isPartial = more.dataset.hasMore !== undefined
  /** Whether something has changed since the last read began. */
  let isOutdated = false
  more.hidden = !isPartial
  const ready = (row: HTMLElement) => {
    const button = find<HTMLButtonElement>(row, '.vote')
    button.disabled = false
    button.setAttribute('aria-pressed', String(isVoted(row.dataset.id)))
    find(row, '[data-own]').hidden = !isOwn(row.dataset.id)
  }
  const showVotes = () => {
    for (const row of order) ready(row)
  }
  showVotes()

  const fill = ({ id, text, votes, answered, sequence }: Item, rows: readonly HTMLElement[]) => {
    const row = rowOf(id, rows) ?? cloneTemplate(template)
    row.dataset.id = id
    if (text !== undefined) {
      row.dataset.text = text
      find(row, '.text').textContent = text
    }
    if (votes !== undefined) {
      row.dataset.votes = String(votes)
      find(row, '.votes').textContent = row.dataset.votes
    }
    // A question just asked here is the newest.
    if (sequence !== undefined) row.dataset.sequence = String(sequence)
    else if (row.dataset.sequence === '0') row.dataset.sequence = String(1 + largestOf(rows.map(sequenceOf), 0))
    if (answered !== undefined) find(row, '[data-answered]').hidden = !answered
    ready(row)
    return row
  }
  const show = (known: readonly HTMLElement[]) => {
    const rows = inOrder(known, shownOrder)
    for (const row of order) if (!rows.includes(row)) row.remove()
    order = rows
    find(board, '[data-empty]').hidden = rows.length > 0
    list.append(...rows.filter(row => !row.isConnected))
    still(() => reorder(list, order))
  }
  /** Reads again the pages read before. @returns undefined if the server does not answer */
  const readPages = async (of: ListOrder, rows: Set<HTMLElement>) => {
    let next: number | undefined = 1
    for (let page = 1; next && page <= Math.max(pages[of], of === 'votes' ? 1 : 0); page++) {
      const response: Response | undefined = await fetch(`${path}?order=${of}&page=${page}`).catch(() => undefined)
      if (!response?.ok) return undefined
      const part: BoardPage = await response.json()
      for (const item of part.items) rows.add(fill(item, [...order, ...rows]))
      next = part.next
    }
    return { isPartial: next !== undefined }
  }
  const read = async () => {
    isOutdated = false
    const rows = new Set<HTMLElement>()
    const best = await readPages('votes', rows)
    const newest = best?.isPartial ? await readPages('new', rows) : best
    if (!best || !newest) return
    isPartial = best.isPartial
    more.hidden = !isPartial
    show([...rows])
    if (isOutdated) read()
  }
  const choose = (chosen: ListOrder) => {
    shownOrder = chosen
    for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.dataset.order === chosen))
    show(order)
    reorder(list, order)
    if (chosen === 'new' && isPartial && pages.new === 0) {
      pages.new = 1
      read()
    }
  }
  const tabs = [...board.querySelectorAll<HTMLElement>('.tab')].map(link => {
    const button = createElement('button', { type: 'button', className: 'tab' }, ...link.childNodes)
    button.dataset.order = link.dataset.order
    button.setAttribute('aria-pressed', String(link.dataset.order === shownOrder))
    button.addEventListener('click', () => choose(link.dataset.order as ListOrder))
    link.replaceWith(button)
    return button
  })
  return {
    read,
    showVotes,
    /** The questions on this page, in the order shown. */
    questions: () => order.map(row => ({ row, text: row.dataset.text ?? '' })),
    readMore() {
      pages[shownOrder]++
      read()
    },
    change(items: readonly Item[], removed: readonly string[] = []) {
      isOutdated = true
      const rows = order.filter(row => !removed.includes(row.dataset.id ?? ''))
      for (const item of items) {
        const known = rowOf(item.id, rows)
        // An item whose text is unknown is further down than what is displayed.
        if (!known && item.text === undefined) more.hidden = false
        else {
          const row = fill(item, rows)
          if (!known) rows.push(row)
        }
      }
      show(rows)
    },
  }
}

function rowOf(id: string, rows: readonly HTMLElement[]): HTMLElement | undefined {
  return rows.find(row => row.dataset.id === id)
}

function inOrder(rows: readonly HTMLElement[], order: ListOrder): HTMLElement[] {
  const ranked = rows.map(row => ({ row, votes: votesOf(row), sequence: sequenceOf(row) }))
  return (order === 'new' ? newestFirst(ranked) : inAudienceOrder(ranked)).map(({ row }) => row)
}

function sequenceOf(row: HTMLElement): number {
  return Number(row.dataset.sequence)
}

function votesOf(row: HTMLElement): number {
  return Number(row.dataset.votes)
}

/** Reorders rows with as few moves as possible and keeps the focus. */
function reorder(list: HTMLElement, ordered: readonly HTMLElement[]): void {
  const focused = document.activeElement as HTMLElement | null
  ordered.forEach((row, at) => {
    if (row.isConnected && list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null)
  })
  if (focused !== document.activeElement) focused?.focus({ preventScroll: true })
}

/** Runs the latest action once an element has not been touched for a while. */
function whenStill(place: HTMLElement): (act: () => void) => void {
  let touched = 0
  let timer: ReturnType<typeof setTimeout>
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'focusin'])
    place.addEventListener(name, () => {
      touched = performance.now()
    })
  const when = (act: () => void) => {
    clearTimeout(timer)
    const left = touched === 0 ? 0 : touched + STILL_MS - performance.now()
    if (left <= 0) return act()
    timer = setTimeout(() => when(act), left)
  }
  return when
}
