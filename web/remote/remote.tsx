import './remote.css'
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Countdown } from '../presenter/countdown/countdown.tsx'
import { CountdownDialog } from '../presenter/countdown/countdown-dialog.tsx'
import { figuresOf } from '../presenter/figures.tsx'
import type { PresentationState } from '../presenter/presentation-state.ts'
import { NoticeLine } from '../ui/notice.tsx'
import { presenterTexts } from '../words/presenter-words.ts'
import { remoteTexts } from '../words/remote-words.ts'
import { words } from '../words/shared-words.ts'
import { MoreDialog } from './more-dialog.tsx'
import { OnScreen } from './on-screen.tsx'
import { Thumb } from './thumb.tsx'

interface Props {
  readonly state: PresentationState
  /** The way back; a remote link has none. */
  readonly dashboardPath?: string
}

/** What is on the room's screens, and the steps that can be taken, for one thumb. */
export function Remote({ state, dashboardPath }: Props) {
  const dialog = useSignal<'countdown' | 'more' | undefined>(undefined)
  const open = (name: 'countdown' | 'more') => {
    dialog.value = name
  }
  const close = () => {
    dialog.value = undefined
  }
  const { id } = state.screen.value
  const isCutOff = useIsCutOff(state)
  useLayoutEffect(() => scrollTo(0, 0), [id])
  return (
    <div class="remote">
      <Where state={state} isCutOff={isCutOff} />
      <section class="on-screen" aria-labelledby="on-screen" {...state.live.textLanguage.value}>
        <OnScreen state={state} dashboardPath={dashboardPath} />
      </section>
      <Thumb state={state} isCutOff={isCutOff} open={open} />
      <p class="visually-hidden" role="status">
        {isCutOff ? remoteTexts.offline : state.announcement.value}
      </p>
      <NoticeLine />
      {dialog.value === 'countdown' && <CountdownDialog state={state} close={close} />}
      {dialog.value === 'more' && <MoreDialog state={state} dashboardPath={dashboardPath} close={close} />}
    </div>
  )
}

/** Where the room is, and how many have answered. */
function Where({ state, isCutOff }: Pick<Props, 'state'> & { readonly isCutOff: boolean }) {
  const { here } = state.live
  const { value: end } = state.countdownEnd
  const { number, total } = state.place.value
  const results = state.areResultsHidden.value ? remoteTexts.hidden : remoteTexts.revealed
  const parts = [
    state.isFirst ? remoteTexts.start : remoteTexts.place(number, total),
    state.firstRound.value !== undefined && presenterTexts.secondRound,
    state.hasResults.value && results,
  ]
  return (
    <header class="where">
      <p>{state.isLive.value ? parts.filter(Boolean).join(' · ') : remoteTexts.noSession}</p>
      <p class="room">{isCutOff ? words.common.reconnecting : here.value > 0 && remoteTexts.here(here.value)}</p>
      <p class="counts">{figuresOf(state)}</p>
      <div class="time" title={presenterTexts.countdown.title}>
        {end !== undefined && <Countdown end={end} />}
      </div>
    </header>
  )
}

/** Whether the connection was lost. The first one takes a moment. */
function useIsCutOff({ live }: PresentationState): boolean {
  const wasConnected = useRef(false)
  const { value: isConnected } = live.connected
  wasConnected.current ||= isConnected
  return wasConnected.current && !isConnected
}
