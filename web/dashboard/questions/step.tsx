import type { ComponentChildren } from 'preact'
import { say } from '../../ui/notice.tsx'
import type { Draft, Drafted } from './draft.ts'
import type { Editor } from './editor.ts'
import { whyNot } from './harm.ts'

/** Which question is meant. */
export interface Fields {
  readonly editor: Editor
  readonly question: Drafted
}

interface Stepped {
  readonly id?: string
  readonly name?: string
  /** Why it cannot be done: then it looks so, can be reached all the same, and tells. */
  readonly reason: string | undefined
  readonly act: () => void
  readonly look?: string
  readonly children: ComponentChildren
}

/** A button for one step of an edit. */
export function StepButton({ id, name, reason, act, look = 'quiet', children }: Stepped) {
  return (
    <button
      type="button"
      id={id}
      class={look}
      aria-label={name}
      title={reason}
      aria-disabled={reason !== undefined}
      onClick={() => (reason === undefined ? act() : say(reason))}
    >
      {children}
    </button>
  )
}

/** Why a step cannot be offered; undefined where it can. */
export function reasonAgainst({ draft, answered }: Editor, next: Draft): string | undefined {
  return whyNot(draft.value, next, answered.value)
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
export function holdsFocus(id: string): boolean {
  return document.activeElement?.id === id
}

/** Gives the focus to what is about to appear, or has moved. */
export function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
