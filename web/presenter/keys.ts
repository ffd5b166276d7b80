import { signal } from '@preact/signals'

const LETTERS = 'soundings letter keys'

/** Whether letters and signs are keys too: whoever speaks to the machine may switch them off. Kept by this browser. */
export const letterKeys = signal(localStorage.getItem(LETTERS) !== 'off')

export function takeLetterKeys(use: boolean): void {
  letterKeys.value = use
  localStorage.setItem(LETTERS, use ? 'on' : 'off')
}

/** What can be done on a wall. */
export interface Acts {
  walk(by: number): void
  toggle(): void
  fullScreen(): void
  blank(): void
  help(): void
}

/** What each key does, as people read it. */
export const KEYS: readonly [keys: readonly string[], what: string][] = [
  [['→', 'Page down', 'Space'], 'Next'],
  [['←', 'Page up', 'Shift Space'], 'Previous'],
  [['Home'], 'The start, with the link'],
  [['End'], 'The last question'],
  [['R', 'Enter'], 'Show or hide the results'],
  [['B', '.'], 'A blank screen'],
  [['F'], 'Full screen'],
  [['?'], 'These keys'],
]

/** A talk has no more screens than this: from one end to the other. */
const ALL = 1e6

const WALKS: { readonly [key: string]: number } = {
  ArrowRight: 1,
  PageDown: 1,
  ArrowLeft: -1,
  PageUp: -1,
  Home: -ALL,
  End: ALL,
}

/** Does what keys and the buttons of a clicker, which sends keys, ask for. @returns ends it */
export function listen(acts: Acts): () => void {
  const pressed = (event: KeyboardEvent) => {
    const act = actOf(event, acts)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', pressed)
  return () => removeEventListener('keydown', pressed)
}

/** Undefined where the key belongs to the browser, to what has the focus, or to a dialog. */
function actOf(event: KeyboardEvent, acts: Acts): (() => void) | undefined {
  const { key, shiftKey, repeat } = event
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const walk = WALKS[key]
  if (walk !== undefined) return () => acts.walk(walk)
  const isTaken = event.target instanceof Element && event.target.closest('button') !== null
  if (isTaken && (key === ' ' || key === 'Enter')) return
  if (key === ' ') return () => acts.walk(shiftKey ? -1 : 1)
  // A key that is held down goes on through the questions, and does not flicker.
  return repeat ? undefined : toggleOf(key.toLowerCase(), acts)
}

function toggleOf(key: string, acts: Acts): (() => void) | undefined {
  if (key === 'enter') return () => acts.toggle()
  if (!letterKeys.value) return
  if (key === 'r') return () => acts.toggle()
  if (key === 'b' || key === '.') return () => acts.blank()
  if (key === 'f') return () => acts.fullScreen()
  if (key === '?') return () => acts.help()
  return
}
