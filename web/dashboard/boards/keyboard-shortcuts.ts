import { ITEM_STATES, type ItemState } from '../../../src/domain/boards/board.ts'

/** The key that sets each state. */
export const KEYS_BY_STATE: Readonly<Record<ItemState, string>> = { shown: 'a', hidden: 'd', answered: 'm', held: 'w' }

/** The state that a key sets; undefined if it sets none. */
export function stateOfKey(key: string): ItemState | undefined {
  return ITEM_STATES.find(state => KEYS_BY_STATE[state] === key)
}

type FocusTarget = (list: HTMLElement) => HTMLElement | undefined

/** Keys that move the focus from anywhere; the others belong to the page while the focus is outside the list. */
export const MOVES_FROM_ANYWHERE: readonly string[] = ['j', 'k']

/** Where keys move the focus: up and down between rows, sideways into and out of a row. */
export const MOVE_KEYS: Readonly<Record<string, FocusTarget>> = {
  arrowdown: list => next(list),
  j: list => next(list),
  arrowup: list => previous(list),
  k: list => previous(list),
  home: list => rowsOf(list)[0],
  end: list => rowsOf(list).at(-1),
  arrowright: list => sideways(list, 1),
  arrowleft: list => sideways(list, -1),
}

function rowsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-id]')]
}

/** The focus can also be on an empty group; then the next row follows that group. */
function next(list: HTMLElement): HTMLElement | undefined {
  const rows = rowsOf(list)
  const at = rows.findIndex(hasFocus)
  return at >= 0 ? rows[at + 1] : rows.find(row => isFromFocus(row, Node.DOCUMENT_POSITION_FOLLOWING))
}

function previous(list: HTMLElement): HTMLElement | undefined {
  const rows = rowsOf(list)
  const at = rows.findIndex(hasFocus)
  return at >= 0 ? rows[at - 1] : rows.findLast(row => isFromFocus(row, Node.DOCUMENT_POSITION_PRECEDING))
}

function sideways(list: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const row = rowsOf(list).find(hasFocus)
  if (row === undefined) return undefined
  const stops = [row, ...row.querySelectorAll('button')]
  return stops[stops.indexOf(document.activeElement as HTMLElement) + by]
}

function hasFocus(row: HTMLElement): boolean {
  return row.contains(document.activeElement)
}

function isFromFocus(row: HTMLElement, direction: number): boolean {
  return ((document.activeElement?.compareDocumentPosition(row) ?? 0) & direction) !== 0
}
