import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ListedResponse as Response } from '../../../src/dashboard/contract.ts'
import { useModal } from '../../ui/modal.ts'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import { words } from '../../words/words.ts'
import { Timestamp } from './timestamp.tsx'

/** Towards the previous or the next response in the list. */
type Direction = 1 | -1

interface Props {
  readonly row: Response
  readonly actions: { canStep(direction: Direction): boolean; step(direction: Direction): void; close(): void }
  readonly onRemove: () => void
  readonly children: ComponentChildren
}

/** A complete response. The arrow keys go to the next and the previous one. */
export function ResponseDialog({ row, actions, onRemove, children }: Props) {
  const dialog = useModal()
  const text = useRef<HTMLElement>(null)
  useEffect(() => text.current?.scrollTo(0, 0), [row.id])
  const press = ({ key }: TargetedKeyboardEvent<HTMLDialogElement>) => {
    const direction = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
    if (direction !== undefined) actions.step(direction)
  }
  return (
    <dialog
      ref={dialog}
      class="response-dialog"
      aria-labelledby="response-time"
      onCancel={actions.close}
      onKeyDown={press}
    >
      <div class="head">
        <h2 id="response-time" aria-live="polite">
          <Timestamp at={row.submitted_at} />
        </h2>
        <StepButton direction={-1} actions={actions} name={dashboardTexts.responses.newer} />
        <StepButton direction={1} actions={actions} name={dashboardTexts.responses.older} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={text} tabIndex={0} aria-label={dashboardTexts.responses.itsAnswers}>
        {children}
      </section>
      <p class="row">
        <button type="button" onClick={actions.close}>
          {words.common.close}
        </button>
        <button type="button" class="quiet" onClick={onRemove}>
          {dashboardTexts.responses.delete}
        </button>
      </p>
    </dialog>
  )
}

function StepButton({
  direction,
  actions,
  name,
}: Pick<Props, 'actions'> & { readonly direction: Direction; readonly name: string }) {
  return (
    <button
      type="button"
      class="quiet"
      aria-disabled={!actions.canStep(direction)}
      onClick={() => actions.step(direction)}
    >
      {name}
    </button>
  )
}
