import type { ComponentChildren } from 'preact'
import { useModal } from './modal.ts'

interface Asked {
  readonly title: string
  /** What the button that goes on says. */
  readonly act: string
  /** What cannot be taken back looks so. */
  readonly isFinal?: boolean
  /** Whether it may go on; true without. */
  readonly ready?: boolean
  readonly onYes: () => void
  readonly onNo: () => void
  readonly children: ComponentChildren
}

/** A question that must be answered before anything else. Escape is no. The focus goes back where it was. */
export function QuestionDialog({ title, act, isFinal = false, ready = true, onYes, onNo, children }: Asked) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} aria-labelledby="asked" onCancel={onNo}>
      <form
        method="dialog"
        onSubmit={event => {
          event.preventDefault()
          if (ready) onYes()
        }}
      >
        <h2 id="asked">{title}</h2>
        {children}
        <p class="row">
          <button type="submit" class={isFinal ? 'final' : undefined} disabled={!ready}>
            {act}
          </button>
          <button type="button" class="quiet" onClick={onNo}>
            Cancel
          </button>
        </p>
      </form>
    </dialog>
  )
}
