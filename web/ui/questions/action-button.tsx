import type { ComponentChildren } from 'preact'
import { showNotice } from '../notice.tsx'
import type { Draft, DraftQuestion } from './draft.ts'
import { newImpact } from './edit-impact.ts'
import type { QuestionEditor } from './question-editor.ts'

/** The question that a part of the form edits. */
export interface QuestionProps {
  readonly editor: QuestionEditor
  readonly question: DraftQuestion
}

interface Props {
  readonly id?: string
  readonly label?: string
  /** Why the action is unavailable. The button then looks disabled but can be focused, and pressing it shows the reason. */
  readonly disabledReason: string | undefined
  readonly onPress: () => void
  readonly variant?: string
  readonly children: ComponentChildren
}

/** A button that explains itself when it is disabled. */
export function ActionButton({ id, label, disabledReason, onPress, variant = 'quiet', children }: Props) {
  return (
    <button
      type="button"
      id={id}
      class={variant}
      aria-label={label}
      title={disabledReason}
      aria-disabled={disabledReason !== undefined}
      onClick={() => (disabledReason === undefined ? onPress() : showNotice(disabledReason))}
    >
      {children}
    </button>
  )
}

/** Why an edit is not offered; undefined if it is. */
export function blockedBy({ draft, locked }: QuestionEditor, next: Draft): string | undefined {
  return newImpact(draft.value, next, locked.value)
}

const PATHS = { up: 'M10 16V4M5 9l5-5 5 5', down: 'M10 4v12M5 11l5 5 5-5', remove: 'M5 5l10 10M15 5L5 15' }

export function Icon({ of }: { readonly of: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[of]} />
    </svg>
  )
}

/** Whether an element has the focus. Such a control stays until it loses the focus, even if its question becomes locked. */
export function hasFocus(id: string): boolean {
  return document.activeElement?.id === id
}

/**
 * Focuses an element that is about to be rendered or moved: as soon as that is done, so that the next key goes there,
 * and in the next frame if it did not exist yet or lost the focus by being moved.
 */
export function focusSoon(id: string, options?: FocusOptions): void {
  const focus = () => document.getElementById(id)?.focus(options)
  const isFree = () => document.activeElement === null || document.activeElement === document.body
  let isFound = false
  queueMicrotask(() =>
    queueMicrotask(() => {
      focus()
      isFound = document.activeElement?.id === id
    }),
  )
  requestAnimationFrame(() => {
    if (!isFound || isFree()) focus()
  })
}
