import type { ComponentChildren } from 'preact'
import { words } from '../words/shared-words.ts'
import { useModal } from './modal.ts'

interface Props {
  readonly title: string
  /** The text of the button that confirms. */
  readonly confirmLabel: string
  /** Whether the action cannot be undone; the button is then styled as a warning. */
  readonly isDestructive?: boolean
  /** False while something must be entered first. */
  readonly canConfirm?: boolean
  /** Whether the confirmed action is still running. */
  readonly isRunning?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly children: ComponentChildren
}

/**
 * A modal confirmation. Escape cancels. Focus returns to the element that had it. A destructive dialog that requires no
 * entry starts with the focus on Cancel: the Enter key that opened it repeats while held down, and would confirm at
 * once.
 */
export function ConfirmDialog({
  title,
  confirmLabel,
  isDestructive = false,
  canConfirm = true,
  isRunning = false,
  onConfirm,
  onCancel,
  children,
}: Props) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} aria-labelledby="asked" onCancel={onCancel}>
      <form
        method="dialog"
        onSubmit={event => {
          event.preventDefault()
          if (canConfirm) onConfirm()
        }}
      >
        <h2 id="asked">{title}</h2>
        {children}
        <p class="row">
          <button
            type="submit"
            class={isDestructive ? 'final' : undefined}
            disabled={!canConfirm}
            aria-disabled={isRunning}
          >
            {confirmLabel}
          </button>
          <button type="button" class="quiet" autofocus={isDestructive && canConfirm} onClick={onCancel}>
            {words.common.cancel}
          </button>
        </p>
      </form>
    </dialog>
  )
}
