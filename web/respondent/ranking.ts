import { createElement, find, shownText } from './dom.ts'
import { dragWith } from './ranking-drag.ts'

// Lets people put a ranking in order with buttons or by dragging. The selects stay and show the ranks.

for (const list of document.querySelectorAll<HTMLElement>('.ranking ul')) keepOrder(list)

/** An item of a ranking. */
interface Item {
  readonly place: HTMLElement
  readonly select: HTMLSelectElement
  readonly up: HTMLButtonElement
  readonly down: HTMLButtonElement
}

function keepOrder(list: HTMLElement): void {
  const items = [...list.children].map(place => itemIn(place as HTMLElement, list))
  const inList = () => [...list.children].map(place => items.find(item => item.place === place) as Item)
  const ranked = () => items.filter(isRanked).sort((one, other) => rankOf(one) - rankOf(other))

  /** Moves the items that have ranks to the top, in order. */
  const arrange = () => {
    const order = [...ranked(), ...inList().filter(item => !isRanked(item))]
    const focused = document.activeElement as HTMLElement
    if (inList().some((item, at) => item !== order[at])) list.append(...order.map(({ place }) => place))
    if (list.contains(focused)) focused.focus()
    const count = ranked().length
    for (const [at, { up, down }] of order.entries()) {
      up.ariaDisabled = String(at === 0 && count > 0)
      down.ariaDisabled = String(at >= count)
    }
  }

  /** Ranks these items from 1, and no others. */
  const rank = (order: readonly Item[], moved: Item) => {
    for (const item of items) item.select.value = String(order.includes(item) ? order.indexOf(item) : '')
    arrange()
    for (const type of ['input', 'change']) moved.select.dispatchEvent(new Event(type, { bubbles: true }))
    const name = find(moved.place, 'label')
    find(document, '#aloud').textContent = `${shownText(name)}: ${moved.select.selectedOptions[0]?.text}`
  }

  const move = (item: Item, by: -1 | 1) => {
    const order = ranked()
    const others = order.filter(other => other !== item)
    // Unranked items are below the ranked ones: moved up, one becomes the last; moved down, the last one loses its rank.
    const to = by + (isRanked(item) ? order.indexOf(item) : order.length + 1)
    if (to < 0) return
    if (to <= others.length) others.splice(to, 0, item)
    rank(others, item)
  }

  /**
   * Ranks an item where it was dropped. An unranked item dropped among unranked ones also ranks those above it; a ranked
   * item dropped there loses its rank.
   */
  const drop = (item: Item) => {
    const place = inList().indexOf(item)
    const others = ranked().filter(other => other !== item)
    if (place <= others.length) others.splice(place, 0, item)
    else if (!isRanked(item)) return rank(inList().slice(0, place + 1), item)
    rank(others, item)
  }

  for (const item of items) {
    item.up.addEventListener('click', () => move(item, -1))
    item.down.addEventListener('click', () => move(item, 1))
    dragWith(find(item.place, '.grip'), item.place, () => drop(item))
  }
  // The form also dispatches this event when it restores what was typed before a reload.
  list.closest('form')?.addEventListener('change', arrange)
  arrange()
}

function itemIn(place: HTMLElement, list: HTMLElement): Item {
  const name = shownText(find(place, 'label'))
  const button = (text: string, label = '') =>
    createElement('button', { type: 'button', textContent: text, ariaLabel: `${label}: ${name}` })
  const { up, down } = list.dataset
  const item = { place, select: find<HTMLSelectElement>(place, 'select'), up: button('↑', up), down: button('↓', down) }
  place.prepend(createElement('span', { className: 'grip' }))
  item.select.after(item.up, item.down)
  return item
}

function isRanked({ select }: Item): boolean {
  return select.value !== ''
}

function rankOf({ select }: Item): number {
  return Number(select.value)
}
