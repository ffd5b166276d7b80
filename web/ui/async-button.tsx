import type { ComponentChildren } from 'preact'
import { useAction } from './action.ts'

interface Props {
  readonly act: () => Promise<unknown>
  readonly class?: string | undefined
  /** The accessible name, if the text alone is not clear enough. */
  readonly label?: string
  readonly title?: string
  readonly children: ComponentChildren
}

/** A button whose action takes a while; it is pale meanwhile. */
export function AsyncButton({ act, class: className, label, title, children }: Props) {
  const { isRunning, run } = useAction(act)
  return (
    <button type="button" class={className} aria-label={label} title={title} aria-disabled={isRunning} onClick={run}>
      {children}
    </button>
  )
}
