import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Moment } from './moment.tsx'
import type { Response } from './reading.ts'

/** To the one before or after it in the list. */
type By = 1 | -1

interface Opened {
  readonly row: Response
  readonly acts: { canStep(by: By): boolean; step(by: By): void; close(): void }
  readonly onRemove: () => void
  readonly children: ComponentChildren
}

/** One response over the list. Arrow keys go from one to the next. */
export function Whole({ row, acts, onRemove, children }: Opened) {
  const dialog = useRef<HTMLDialogElement>(null)
  const text = useRef<HTMLElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => text.current?.scrollTo(0, 0), [row.id])
  const press = ({ key }: TargetedKeyboardEvent<HTMLDialogElement>) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined
    if (by !== undefined) acts.step(by)
  }
  return (
    <dialog ref={dialog} class="whole" aria-labelledby="whole-at" onCancel={acts.close} onKeyDown={press}>
      <div class="head">
        <h2 id="whole-at" aria-live="polite">
          <Moment at={row.submitted_at} />
        </h2>
        <Step by={-1} acts={acts} name="Newer" />
        <Step by={1} acts={acts} name="Older" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section ref={text} tabIndex={0} aria-label="Its answers">
        {children}
      </section>
      <p class="row">
        <button type="button" onClick={acts.close}>
          Close
        </button>
        <button type="button" class="quiet" onClick={onRemove}>
          Remove
        </button>
      </p>
    </dialog>
  )
}

function Step({ by, acts, name }: Pick<Opened, 'acts'> & { readonly by: By; readonly name: string }) {
  return (
    <button type="button" class="quiet" aria-disabled={!acts.canStep(by)} onClick={() => acts.step(by)}>
      {name}
    </button>
  )
}
