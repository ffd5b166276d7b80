import { focusSoon } from '../../ui/questions/action-button.tsx'
import { move, positionOf } from '../../ui/questions/draft.ts'
import { questionLabel } from '../../ui/questions/question-label.ts'
import { words } from '../../words/words.ts'
import { addQuestion } from './add-question.ts'
import type { Builder } from './builder.ts'

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

/** Moves the open question, and announces its new position or why it stays. */
export function moveOpen(builder: Builder, by: -1 | 1): void {
  const { value: key } = builder.openKey
  const { value: draft } = builder.draft
  const question = draft.questions.find(({ index }) => index === key)
  if (question === undefined) return
  const position = positionOf(draft, question.index) + by
  if (draft.questions[position] === undefined) {
    builder.announcement.value = by < 0 ? words.questions.isFirst : words.questions.isLast
    return
  }
  builder.edit(move(draft, question.index, by))
  builder.announcement.value = words.questions.moved(questionLabel(question), position + 1, draft.questions.length)
}

function openNeighbour(builder: Builder, by: -1 | 1): void {
  const { questions } = builder.draft.value
  const at = questions.findIndex(({ index }) => index === builder.openKey.value)
  const next = questions[Math.min(Math.max(at + by, 0), questions.length - 1)]
  if (next === undefined) return
  builder.open(next.index)
  focusSoon(`text-${next.index}`)
}
