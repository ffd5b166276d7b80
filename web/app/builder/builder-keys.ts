import { focusSoon } from '../../ui/questions/action-button.tsx'
import { addQuestion } from './add-question.ts'
import type { Builder } from './builder.ts'
import { move } from './entry-actions.ts'
import { moveRow, rowsOf } from './groups/rows.ts'

/**
 * The builder's keys, which work even while typing: Alt with arrows moves the question, with Page Up and Page Down it
 * goes to the next one, with N it adds one; Ctrl or ⌘ with Enter publishes.
 * @returns a function that stops listening
 */
export function builderKeys(builder: Builder, finish: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('dialog') !== null) return
    const act = actionOf(builder, event, finish)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

function actionOf(builder: Builder, event: KeyboardEvent, finish: () => void): (() => void) | undefined {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return finish
  if (!event.altKey || event.ctrlKey || event.metaKey) return undefined
  if (event.key === 'ArrowUp') return () => moveOpen(builder, -1)
  if (event.key === 'ArrowDown') return () => moveOpen(builder, 1)
  if (event.key === 'PageUp') return () => openNeighbour(builder, -1)
  if (event.key === 'PageDown') return () => openNeighbour(builder, 1)
  // On some keyboards, Alt types another letter or starts an accented one.
  return event.code === 'KeyN' ? () => addQuestion(builder) : undefined
}

/** Moves what is open, and announces its new place or why it stays. */
export function moveOpen(builder: Builder, by: -1 | 1): void {
  const { value: key } = builder.openKey
  if (key !== undefined) move(builder, key, moveRow(builder.draft.value, key, by), by < 0)
}

function openNeighbour(builder: Builder, by: -1 | 1): void {
  const rows = rowsOf(builder.draft.value).filter(({ type }) => type !== 'end')
  const at = rows.findIndex(({ key }) => key === builder.openKey.value)
  const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
  if (next === undefined) return
  builder.open(next.key)
  focusSoon(`text-${next.key}`)
}
