import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { type ErrorTexts, errorForEnd, LoadError } from '../ui/load-error.tsx'
import { NoticeLine } from '../ui/notice.tsx'
import { stateOf } from '../ui/survey-state.ts'
import { applyTheme } from '../ui/theme-styles.ts'
import { presenterTexts } from '../words/presenter-words.ts'
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
  /** The errors shown when the link stops working. */
  readonly errors: ErrorTexts
  readonly dashboardPath: string | undefined
}

/** A survey, one screen at a time, for an audience. */
export function Presenter({ state, errors, dashboardPath }: Props) {
  const { theme, title } = state.live.survey.value
  const { id, index, part } = state.screen.value
  const overlay = useSignal<OverlayName | undefined>(undefined)
  const themeKey = JSON.stringify(theme)
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
  useLayoutEffect(() => applyTheme(theme), [themeKey])
  // Runs before the first screen is painted, so that no key is lost.
  useLayoutEffect(() => listenForKeys(actions), [])
  useEffect(() => state.follow(), [state])
  useLayoutEffect(() => scrollTo(0, 0), [id])
  useEffect(() => {
    document.title = presenterTexts.title(title)
  }, [title])
  useIdleCursor()
  const { value: result } = state.result
  const ended = state.live.ended.value
  if (ended !== undefined) return <LoadError error={errorForEnd(ended)} texts={errors} />
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
