import { useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Moderation } from './moderation.ts'

/** How long more are awaited before it is said how many wait, in milliseconds: a room asks many at a time. */
const ANNOUNCE_DELAY_MS = 2_000

/** How many questions wait, beside the name of the view. */
export function WaitingCount({ moderation }: { readonly moderation: Moderation }) {
  const count = moderation.waiting.value
  if (count === 0) return null
  return (
    <>
      {` (${count})`}
      <span class="visually-hidden"> waiting</span>
    </>
  )
}

/** Says to whoever does not see it that more wait than before. */
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
        text.value = waiting === 0 ? '' : `${waiting} ${waiting === 1 ? 'question waits' : 'questions wait'}`
      }, ANNOUNCE_DELAY_MS)
    else if (count < lastCount.current) text.value = ''
    lastCount.current = count
  })
  return (
    <p class="visually-hidden" role="status">
      {text}
    </p>
  )
}
