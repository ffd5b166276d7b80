import type { ComponentChildren } from 'preact'
import { showNotice } from '../../ui/notice.tsx'
import type { Draft, DraftQuestion } from './draft.ts'
import { newImpact } from './edit-impact.ts'
import type { Editor } from './editor.ts'

/** Which question is meant. */
export interface QuestionProps {
  readonly editor: Editor
  readonly question: DraftQuestion
}

interface Props {
  readonly id?: string
  readonly label?: string
  /** Why it cannot be done: then it looks so, can be reached all the same, and tells. */
  readonly disabledReason: string | undefined
  readonly onPress: () => void
  readonly variant?: string
  readonly children: ComponentChildren
}

/** A button for one step of an edit. */
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

/** Why a step cannot be offered; undefined where it can. */
export function blockedBy({ draft, locked: answered }: Editor, next: Draft): string | undefined {
  return newImpact(draft.value, next, answered.value)
}

const PATHS = { up: 'M10 16V4M5 9l5-5 5 5', down: 'M10 4v12M5 11l5 5 5-5', remove: 'M5 5l10 10M15 5L5 15' }

export function Icon({ of }: { readonly of: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[of]} />
    </svg>
  )
}

/** Whether it has the focus: then it stays until that is gone, whatever arrives meanwhile. */
export function hasFocus(id: string): boolean {
  return document.activeElement?.id === id
}

/** Gives the focus to what is about to appear, or has moved. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
