import type { RefObject } from 'preact'
import { isFree } from '../key-help.tsx'

/**
 * The list's keys: `/` searches, `n` starts a survey, arrows move between rows; Enter on a row belongs to the link
 * itself.
 * @returns a function that stops listening
 */
export function listKeys(field: RefObject<HTMLInputElement | null>, start: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key === '/' && isFree(event)) focusSearch(event, field)
    else if (event.key === 'n' && isFree(event)) start()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event, field)
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

function focusSearch(event: Event, field: RefObject<HTMLInputElement | null>): void {
  event.preventDefault()
  field.current?.select()
}

/** Moves from the search field or a row to the next row, and from the first row up to the search field. */
function moveFocus(event: KeyboardEvent, field: RefObject<HTMLInputElement | null>): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.survey-rows .survey-link')]
  const { activeElement: focused } = document
  const at = rows.findIndex(row => row.closest('li')?.contains(focused))
  if (at < 0 && focused !== field.current && !focused?.contains(rows[0] ?? null)) return
  event.preventDefault()
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  if (next < 0) field.current?.focus()
  else rows[next]?.focus()
}
