import { letterKeys } from '../ui/letter-keys.ts'
import type { ItemKey } from './marking.ts'
import type { Move } from './presentation-state.ts'

/** The presenter's actions. */
export interface PresenterActions {
  move(to: Move): void
  canMark(): boolean
  mark(step: 1 | -1): void
  pressOfMarked(key: ItemKey): void
  toggleChoosing(): void
  toggleResults(): void
  toggleOrder(): void
  askAgain(): void
  togglePhones(): void
  showCountdown(): void
  end(): void
  toggleFullScreen(): void
  showBlankScreen(): void
  showWayIn(): void
  showHelp(): void
}

const MOVES: { readonly [key: string]: Move } = {
  ArrowRight: 'next',
  PageDown: 'next',
  ArrowLeft: 'previous',
  PageUp: 'previous',
  Home: 'first',
  End: 'last',
}

const MARKS: { readonly [key: string]: 1 | -1 } = { ArrowDown: 1, ArrowUp: -1 }

/** Handles keys, including those sent by presentation remotes. @returns a function that stops handling them */
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

/** @returns undefined if the key belongs to the browser, to the focused element or to a dialog */
function actionFor(event: KeyboardEvent, actions: PresenterActions): (() => void) | undefined {
  const { key, shiftKey, repeat } = event
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const to = MOVES[key]
  if (to !== undefined) return () => actions.move(to)
  const step = MARKS[key]
  if (step !== undefined) return actions.canMark() ? () => actions.mark(step) : undefined
  const isTaken = event.target instanceof Element && event.target.closest('button') !== null
  // A button that is held down would be pressed again and again.
  if (isTaken && key === 'Enter' && repeat) return () => undefined
  if (isTaken && (key === ' ' || key === 'Enter')) return
  if (key === ' ') return () => actions.move(shiftKey ? 'previous' : 'next')
  // Holding a key down moves through the questions but does not toggle anything repeatedly.
  return repeat ? undefined : actionForLetter(key.toLowerCase(), actions)
}

function actionForLetter(key: string, actions: PresenterActions): (() => void) | undefined {
  if (key === 'enter') return () => actions.toggleResults()
  if (!letterKeys.value) return
  if (key === 'r') return () => actions.toggleResults()
  if (key === 'o') return () => actions.toggleOrder()
  if (key === 'a') return () => actions.askAgain()
  if (key === 's') return () => actions.togglePhones()
  if (key === 'm' || key === 'h') return () => actions.pressOfMarked(key)
  if (key === 'p') return () => actions.toggleChoosing()
  if (key === 't') return () => actions.showCountdown()
  if (key === 'q') return () => actions.showWayIn()
  if (key === 'b' || key === '.') return () => actions.showBlankScreen()
  if (key === 'f') return () => actions.toggleFullScreen()
  if (key === '?') return () => actions.showHelp()
  return
}
