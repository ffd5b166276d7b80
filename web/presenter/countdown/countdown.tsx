import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { presenterTexts } from '../../words/presenter-words.ts'
import './countdown.css'

const { countdown: texts } = presenterTexts

/** The last seconds, which are highlighted. */
const SOON = 10
/** Interval at which the time is read, in milliseconds, so that no second is skipped. */
const READ_MS = 200

/** The remaining time, large enough for the room. It changes nothing by itself. @param end by `performance.now()` */
export function Countdown({ end }: { readonly end: number }) {
  const left = useSignal(secondsTo(end))
  useEffect(() => {
    const timer = setInterval(() => {
      left.value = secondsTo(end)
    }, READ_MS)
    return () => clearInterval(timer)
  }, [end])
  const isOver = left.value === 0
  return (
    <>
      <p class="countdown" role="timer" data-soon={left.value <= SOON || undefined} style={{ '--time': left.value }}>
        {isOver ? texts.over : clock(left.value)}
      </p>
      <p class="visually-hidden" role="status">
        {isOver && texts.over}
      </p>
    </>
  )
}

/** Rounded up, so that it reaches 0 only at the end. */
export function secondsTo(end: number): number {
  return Math.max(0, Math.ceil((end - performance.now()) / 1_000))
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}
