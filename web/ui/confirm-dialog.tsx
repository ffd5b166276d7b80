import type { ComponentChildren } from 'preact'
import { useModal } from './modal.ts'

interface Props {
  readonly title: string
  /** What the button that goes on says. */
  readonly confirmLabel: string
  /** What cannot be taken back looks so. */
  readonly isDestructive?: boolean
  /** Whether it may go on; true without. */
  readonly canConfirm?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
  readonly children: ComponentChildren
}

/** A question that must be answered before anything else. Escape is no. The focus goes back where it was. */
export function ConfirmDialog({
  title,
  confirmLabel,
  isDestructive = false,
  canConfirm = true,
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
          <button type="submit" class={isDestructive ? 'final' : undefined} disabled={!canConfirm}>
            {confirmLabel}
          </button>
          <button type="button" class="quiet" onClick={onCancel}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  )
}
