import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { Moderation } from './moderation.ts'

/** Delay before announcing, in milliseconds, because a room asks many questions at a time. */
const ANNOUNCE_DELAY_MS = 2_000

/** The number of waiting questions, next to the tab's name. */
export function WaitingCount({ moderation }: { readonly moderation: Moderation }) {
  const count = moderation.waiting.value
  if (count === 0) return null
  return (
    <>
      {`\u00a0(${count})`}
      <span class="visually-hidden"> {dashboardTexts.board.waitingLabel}</span>
    </>
  )
}

/** Announces to screen readers that more questions are waiting. */
export function WaitingAnnouncement({ moderation }: { readonly moderation: Moderation }) {
  const text = useSignal('')
  const lastCount = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useSignalEffect(() => {
    const count = moderation.waiting.value
    if (count > lastCount.current)
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        const waiting = moderation.waiting.peek()
        text.value = waiting === 0 ? '' : dashboardTexts.board.waiting(waiting)
      }, ANNOUNCE_DELAY_MS)
    else if (count < lastCount.current) text.value = ''
    lastCount.current = count
  })
  return (
    <p class="visually-hidden" role="status">
      {text.value}
    </p>
  )
}
