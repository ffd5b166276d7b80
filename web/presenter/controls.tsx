import type { ComponentChildren } from 'preact'
import { hasFullScreen } from './full-screen.ts'
import type { PresenterActions } from './keyboard-shortcuts.ts'
import type { PresentationState } from './presentation-state.ts'

interface Props {
  readonly state: PresentationState
  readonly actions: PresenterActions
}

/** What the keys do, for the mouse and the thumb. */
export function Controls({ state, actions }: Props) {
  const { isFirst, isLast } = state
  return (
    <nav class="controls" aria-label="Presentation">
      <Control name="Previous" isDisabled={isFirst} onPress={() => actions.moveBy(-1)}>
        <path d="m14 6-6 6 6 6" />
      </Control>
      <Control name="Next" isDisabled={isLast} onPress={() => actions.moveBy(1)}>
        <path d="m10 6 6 6-6 6" />
      </Control>
      <button
        type="button"
        class="quiet reveal"
        aria-disabled={!state.hasResults.value}
        onClick={() => actions.toggleResults()}
      >
        {state.hasResults.value && !state.areResultsHidden.value ? 'Hide' : 'Reveal'}
      </button>
      {hasFullScreen && (
        <Control name="Full screen" onPress={actions.toggleFullScreen}>
          <path d="M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4" />
        </Control>
      )}
      <Control name="Keys" onPress={actions.showHelp}>
        <path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.5v.01" />
      </Control>
    </nav>
  )
}

interface ControlProps {
  readonly name: string
  /** Whether it does nothing here. It keeps the focus, so that the next key has somewhere to go. */
  readonly isDisabled?: boolean
  readonly onPress: () => void
  readonly children: ComponentChildren
}

function Control({ name, isDisabled = false, onPress, children }: ControlProps) {
  return (
    <button type="button" class="quiet" aria-label={name} title={name} aria-disabled={isDisabled} onClick={onPress}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}
