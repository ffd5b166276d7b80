import type { ComponentChildren } from 'preact'
import { presenterTexts } from '../words/presenter-words.ts'
import { hasFullScreen } from './full-screen.ts'
import type { PresenterActions } from './keyboard-shortcuts.ts'
import type { PresentationState } from './presentation-state.ts'

interface Props {
  readonly state: PresentationState
  readonly actions: PresenterActions
  /** Whether the panel is open in which texts and questions are chosen. */
  readonly isChoosing: boolean
  /** The way back; a projector link has none. */
  readonly dashboardPath?: string | undefined
}

/** The keyboard's actions as buttons. */
export function Controls({ state, actions, isChoosing, dashboardPath }: Props) {
  const { isFirst, isLast } = state
  return (
    <nav class="controls" aria-label={presenterTexts.controls}>
      <div>
        {!state.isFollowing.value && (
          <>
            <Control name={presenterTexts.previous} isDisabled={isFirst} onPress={() => actions.move('previous')}>
              <path d="m14 6-6 6 6 6" />
            </Control>
            <Control name={presenterTexts.next} isDisabled={isLast} onPress={() => actions.move('next')}>
              <path d="m10 6 6 6-6 6" />
            </Control>
            <button
              type="button"
              class="quiet reveal"
              aria-disabled={!state.hasResults.value}
              onClick={() => actions.toggleResults()}
            >
              {state.hasResults.value && !state.areResultsHidden.value ? presenterTexts.hide : presenterTexts.reveal}
            </button>
          </>
        )}
        {dashboardPath !== undefined && state.hasEnded.value && !state.isLive.value && (
          <p class="session-over">
            {presenterTexts.ended} ·{' '}
            <a class="button quiet" href={`${dashboardPath}#record`}>
              {presenterTexts.record}
            </a>
          </p>
        )}
        {state.onPhones.value !== undefined && (
          <button type="button" class="quiet reveal phones" onClick={() => actions.togglePhones()}>
            {state.onPhones.value === 'revealed' ? presenterTexts.hideOnPhones : presenterTexts.showOnPhones}
          </button>
        )}
      </div>
      <div>
        {state.mayConduct && (
          <Control
            name={presenterTexts.choose}
            isPressed={isChoosing}
            isDisabled={!state.canChoose.value}
            onPress={() => actions.toggleChoosing()}
          >
            <path d="M10 7h10M10 12h10M10 17h10M3.500 7l1 1 2-2M3.500 12l1 1 2-2" />
          </Control>
        )}
        {state.mayConduct && (
          <Control
            name={presenterTexts.order}
            isPressed={state.isSorted.value}
            isDisabled={!state.canSort.value}
            onPress={() => actions.toggleOrder()}
          >
            <path d="M5 7h14M5 12h9M5 17h4" />
          </Control>
        )}
        {state.mayConduct && state.live.survey.value.paced && (
          <Control name={presenterTexts.askAgain} isDisabled={!state.canAskAgain.value} onPress={actions.askAgain}>
            <path d="M19 12a7 7 0 1 1-2.1-5M17 3v4h-4" />
          </Control>
        )}
        {state.mayConduct && (
          <Control
            name={presenterTexts.countdown.title}
            isDisabled={state.result.value === undefined}
            onPress={actions.showCountdown}
          >
            <path d="M12 5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15M12 8.5v4l2.5 1.5M9.5 2.5h5" />
          </Control>
        )}
        {!state.isFollowing.value && (
          <Control name={presenterTexts.wayIn} onPress={actions.showWayIn}>
            <path d="M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h2v2h-2zM19 14v5h-5" />
          </Control>
        )}
        {hasFullScreen && (
          <Control name={presenterTexts.fullScreen} onPress={actions.toggleFullScreen}>
            <path d="M5 9V5h4M15 5h4v4M19 15v4h-4M9 19H5v-4" />
          </Control>
        )}
        <Control name={presenterTexts.keyboard} onPress={actions.showHelp}>
          <path d="M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.1-1.5 2.4M12 17.5v.01" />
        </Control>
        {state.mayEnd && (
          <Control name={presenterTexts.end} isDisabled={!state.isLive.value} onPress={actions.end}>
            <path d="M7 7h10v10H7z" />
          </Control>
        )}
        {dashboardPath !== undefined && (
          <a class="button quiet" href={dashboardPath} title={presenterTexts.back}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
            <span class="visually-hidden">{presenterTexts.back}</span>
          </a>
        )}
      </div>
    </nav>
  )
}

interface ControlProps {
  readonly name: string
  /** Marked as disabled but focusable, so that the focus is not lost at either end. */
  readonly isDisabled?: boolean
  /** For a control that stays on until it is pressed again. */
  readonly isPressed?: boolean
  readonly onPress: () => void
  readonly children: ComponentChildren
}

function Control({ name, isDisabled = false, isPressed, onPress, children }: ControlProps) {
  return (
    <button
      type="button"
      class="quiet"
      aria-label={name}
      title={name}
      aria-disabled={isDisabled}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  )
}
