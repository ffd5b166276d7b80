import type { ComponentChildren } from 'preact'
import { hasFullScreen } from './full-screen.ts'
import type { Acts } from './keys.ts'
import type { Show } from './show.ts'

interface Shown {
  readonly show: Show
  readonly acts: Acts
}

/** What the keys do, for the mouse and the thumb. */
export function Controls({ show, acts }: Shown) {
  const { isFirst, isLast } = show
  return (
    <nav class="controls" aria-label="Presentation">
      <Control name="Previous" off={isFirst} act={() => acts.walk(-1)}>
        <path d="m14 6-6 6 6 6" />
      </Control>
      <Control name="Next" off={isLast} act={() => acts.walk(1)}>
        <path d="m10 6 6 6-6 6" />
      </Control>
      <button type="button" class="quiet reveal" aria-disabled={!show.hasVeil.value} onClick={() => acts.toggle()}>
        {show.hasVeil.value && !show.veiled.value ? 'Hide' : 'Reveal'}
      </button>
      {hasFullScreen && (
        <Control name="Full screen" act={acts.fullScreen}>
          <path d="M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4" />
        </Control>
      )}
      <Control name="Keys" act={acts.help}>
        <path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.5v.01" />
      </Control>
    </nav>
  )
}

interface OfControl {
  readonly name: string
  /** Whether it does nothing here. It keeps the focus, so that the next key has somewhere to go. */
  readonly off?: boolean
  readonly act: () => void
  readonly children: ComponentChildren
}

function Control({ name, off = false, act, children }: OfControl) {
  return (
    <button type="button" class="quiet" aria-label={name} title={name} aria-disabled={off} onClick={act}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}
