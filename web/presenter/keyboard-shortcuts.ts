import { signal } from '@preact/signals'

const LETTER_KEYS_SETTING = 'soundings letter keys'

/** Whether letters and signs are keys too: whoever speaks to the machine may switch them off. Kept by this browser. */
export const letterKeys = signal(localStorage.getItem(LETTER_KEYS_SETTING) !== 'off')

export function setLetterKeys(use: boolean): void {
  letterKeys.value = use
  localStorage.setItem(LETTER_KEYS_SETTING, use ? 'on' : 'off')
}

/** What can be done on a wall. */
export interface PresenterActions {
  moveBy(by: number): void
  toggleResults(): void
  toggleFullScreen(): void
  showBlankScreen(): void
  showHelp(): void
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
const TO_THE_END = 1e6

const MOVES: { readonly [key: string]: number } = {
  ArrowRight: 1,
  PageDown: 1,
  ArrowLeft: -1,
  PageUp: -1,
  Home: -TO_THE_END,
  End: TO_THE_END,
}

/** Does what keys and the buttons of a clicker, which sends keys, ask for. @returns ends it */
export function listenForKeys(actions: PresenterActions): () => void {
  const pressed = (event: KeyboardEvent) => {
    const action = actionFor(event, actions)
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  addEventListener('keydown', pressed)
  return () => removeEventListener('keydown', pressed)
}

/** Undefined where the key belongs to the browser, to what has the focus, or to a dialog. */
function actionFor(event: KeyboardEvent, actions: PresenterActions): (() => void) | undefined {
  const { key, shiftKey, repeat } = event
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const by = MOVES[key]
  if (by !== undefined) return () => actions.moveBy(by)
  const isTaken = event.target instanceof Element && event.target.closest('button') !== null
  if (isTaken && (key === ' ' || key === 'Enter')) return
  if (key === ' ') return () => actions.moveBy(shiftKey ? -1 : 1)
  // A key that is held down goes on through the questions, and does not flicker.
  return repeat ? undefined : actionForLetter(key.toLowerCase(), actions)
}

function actionForLetter(key: string, actions: PresenterActions): (() => void) | undefined {
  if (key === 'enter') return () => actions.toggleResults()
  if (!letterKeys.value) return
  if (key === 'r') return () => actions.toggleResults()
  if (key === 'b' || key === '.') return () => actions.showBlankScreen()
  if (key === 'f') return () => actions.toggleFullScreen()
  if (key === '?') return () => actions.showHelp()
  return
}
