import type { ComponentChildren } from 'preact'
import type { Cover } from '../../src/domain/results/presentation.ts'
import type { PresentationState } from '../presenter/presentation-state.ts'
import { itemsOf } from '../presenter/screens.ts'
import { stateOf } from '../ui/survey-state.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { remoteTexts } from '../words/remote-words.ts'
import { rangeOf } from './on-screen.tsx'

interface Props {
  readonly state: PresentationState
  /** Whether the connection was lost. */
  readonly isCutOff: boolean
  readonly open: (dialog: 'countdown' | 'more') => void
}

/** In milliseconds: felt, not heard. */
const PULSE_MS = 10

/** All steps, within reach of a thumb. Nothing here moves when counts arrive. */
export function Thumb({ state, isCutOff, open }: Props) {
  const isLive = state.isLive.value
  return (
    <nav class="thumb" aria-label={remoteTexts.actions}>
      <div class="upcoming">
        <p>{isCutOff ? remoteTexts.offline : isLive && upcomingOf(state)}</p>
        <Key class="quiet" onPress={() => open('more')}>
          {remoteTexts.more}
        </Key>
      </div>
      <div class="tools">
        <Key class="quiet" isOff={!isLive || !state.hasResults.value} onPress={() => state.toggleResults()}>
          {state.hasResults.value && !state.areResultsHidden.value ? presenterTexts.hide : presenterTexts.reveal}
        </Key>
        <CoverKey state={state} cover="code" isOff={stateOf(state.live.survey.value) !== 'open'} />
        <Key class="quiet" isOff={!isLive || state.result.value === undefined} onPress={() => open('countdown')}>
          {presenterTexts.countdown.title}
        </Key>
        <CoverKey state={state} cover="blank" />
      </div>
      <div class="moves">
        <Key class="quiet" isOff={!isLive || state.isFirst} onPress={() => state.move('previous')}>
          {remoteTexts.back}
        </Key>
        {isLive ? (
          <Key isOff={state.isLast} onPress={() => state.move('next')}>
            {presenterTexts.next}
          </Key>
        ) : (
          <Key onPress={() => state.begin()}>{remoteTexts.start}</Key>
        )}
      </div>
    </nav>
  )
}

function CoverKey({ state, cover, isOff = false }: Pick<Props, 'state'> & { cover: Cover; isOff?: boolean }) {
  const isOn = state.cover.value === cover
  return (
    <Key
      class="quiet"
      isPressed={isOn}
      isOff={!state.isLive.value || (isOff && !isOn)}
      onPress={() => state.setCover(isOn ? null : cover)}
    >
      {remoteTexts[cover]}
    </Key>
  )
}

interface KeyProps {
  readonly class?: string
  /** Marked as disabled but focusable, so that the focus is not lost. */
  readonly isOff?: boolean
  /** For what stays on until it is pressed again. */
  readonly isPressed?: boolean
  readonly onPress: () => void
  readonly children: ComponentChildren
}

/** A button that is felt, since its presser looks at the room. */
function Key({ class: className, isOff = false, isPressed, onPress, children }: KeyProps) {
  const press = () => {
    if (isOff) return
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(PULSE_MS)
    onPress()
  }
  return (
    <button type="button" class={className} aria-disabled={isOff} aria-pressed={isPressed} onClick={press}>
      {children}
    </button>
  )
}

function upcomingOf({ next: { value: next }, screen, projectedTexts, results }: PresentationState): string {
  if (next?.index === undefined) return remoteTexts.last
  const result = results.value.find(({ index }) => index === next.index)
  if (next.index !== screen.value.index) return remoteTexts.upcoming(result?.text ?? '')
  const total = (result && itemsOf(result))?.length ?? projectedTexts.of(next.index).picks.length
  return remoteTexts.upcoming(next.isWords ? remoteTexts.words : (rangeOf(next.id, total) ?? ''))
}
