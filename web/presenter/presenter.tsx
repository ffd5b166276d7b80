import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { NoticeLine } from '../ui/notice.tsx'
import { stateOf } from '../ui/survey-state.ts'
import { Controls } from './controls.tsx'
import { Footer } from './footer.tsx'
import { toggleFullScreen } from './full-screen.ts'
import { useIdleCursor } from './idle-cursor.ts'
import { listenForKeys } from './keyboard-shortcuts.ts'
import { Overlay } from './later.tsx'
import type { OverlayName } from './later-screens.tsx'
import type { Move, PresentationState } from './presentation-state.ts'
import { QuestionScreen } from './question-screen.tsx'
import { StartScreen } from './start-screen.tsx'

interface Props {
  readonly state: PresentationState
  readonly dashboardPath?: string
}

/** A survey, one screen at a time, for an audience. */
export function Presenter({ state, dashboardPath }: Props) {
  const { id, index, part } = state.screen.value
  const overlay = useSignal<OverlayName | undefined>(undefined)
  const actions = {
    move: (to: Move) => state.move(to),
    toggleResults: () => state.toggleResults(),
    toggleOrder: () => state.toggleOrder(),
    askAgain: () => state.askAgain(),
    togglePhones: () => state.togglePhones(),
    end: () => state.end(),
    toggleFullScreen,
    showBlankScreen: () => state.setCover('blank'),
    showWayIn: () => {
      if (stateOf(state.live.survey.value) === 'open') state.setCover('code')
    },
    showCountdown: () => {
      if (state.mayConduct && state.result.value !== undefined) overlay.value = 'countdown'
    },
    showHelp: () => {
      overlay.value = 'help'
    },
  }
  // Runs before the first screen is painted, so that no key is lost.
  useLayoutEffect(() => listenForKeys(actions), [])
  useLayoutEffect(() => scrollTo(0, 0), [id])
  useIdleCursor()
  const { value: result } = state.result
  return (
    <div class="presenter">
      {result === undefined ? (
        <StartScreen state={state} />
      ) : (
        <QuestionScreen key={`${index}.${part?.[0] ?? 0}`} state={state} result={result} />
      )}
      <footer class="foot">
        <Footer state={state} />
        <Controls state={state} actions={actions} dashboardPath={dashboardPath} />
      </footer>
      <p class="visually-hidden" role="status">
        {state.announcement.value}
      </p>
      <NoticeLine />
      <Overlay name={state.cover.value ?? overlay.value} state={state} close={() => (overlay.value = undefined)} />
    </div>
  )
}
