import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo } from 'preact/hooks'
import { NoticeLine } from '../ui/notice.tsx'
import { stateOf } from '../ui/survey-state.ts'
import { Controls } from './controls.tsx'
import { Footer } from './footer.tsx'
import { toggleFullScreen } from './full-screen.ts'
import { useIdleCursor } from './idle-cursor.ts'
import { listenForKeys } from './keyboard-shortcuts.ts'
import { LaterChoosing, Overlay } from './later.tsx'
import type { OverlayName } from './later-screens.tsx'
import { type ItemKey, Marking, pressOfMarked } from './marking.ts'
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
  /** The index of the question for which the panel is open. What is opened for one is not for the next. */
  const choosing = useSignal<number | undefined>(undefined)
  const marking = useMemo(() => new Marking(), [])
  const isChoosing = state.canChoose.value && choosing.value === index
  const actions = {
    move: (to: Move) => state.move(to),
    canMark: () => marking.isPossible(),
    mark: (step: 1 | -1) => marking.move(step),
    pressOfMarked: (key: ItemKey) => pressOfMarked(key),
    toggleChoosing: () => {
      const { index: now } = state.screen.value
      choosing.value = state.canChoose.value && choosing.value !== now ? now : undefined
    },
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
  useLayoutEffect(() => {
    if (choosing.value !== index) choosing.value = undefined
  }, [index])
  useIdleCursor()
  const { value: result } = state.result
  return (
    <div class="presenter">
      {result === undefined ? (
        <StartScreen state={state} />
      ) : (
        <QuestionScreen key={`${index}.${part?.[0] ?? 0}`} state={state} result={result} />
      )}
      {isChoosing && result !== undefined && (
        <LaterChoosing key={index} state={state} result={result} close={() => (choosing.value = undefined)} />
      )}
      <footer class="foot">
        <Footer state={state} />
        <Controls state={state} actions={actions} isChoosing={isChoosing} dashboardPath={dashboardPath} />
      </footer>
      <p class="visually-hidden" role="status">
        {state.announcement.value}
      </p>
      <NoticeLine />
      <Overlay name={state.cover.value ?? overlay.value} state={state} close={() => (overlay.value = undefined)} />
    </div>
  )
}
