import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useModal } from '../ui/modal.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/words.ts'
import type { PresentationState } from './presentation-state.ts'

const { countdown: texts } = presenterTexts

/** In seconds. */
const CHOICES = [30, 60, 120, 300]
const MORE = 30
const LONGEST = 600
/** The last seconds, which are highlighted. */
const SOON = 10
/** Interval at which the time is read, in milliseconds, so that no second is skipped. */
const READ_MS = 200

/** The remaining time, large enough for the room. It changes nothing by itself. @param end by `performance.now()` */
export function Countdown({ end }: { readonly end: number }) {
  const left = useSignal(secondsTo(end))
  useEffect(() => {
    left.value = secondsTo(end)
    const timer = setInterval(() => {
      left.value = secondsTo(end)
    }, READ_MS)
    return () => clearInterval(timer)
  }, [end])
  const isOver = left.value === 0
  return (
    <>
      <p class="countdown" role="timer" data-soon={left.value <= SOON || undefined}>
        {isOver ? texts.over : clock(left.value)}
      </p>
      <p class="visually-hidden" role="status">
        {isOver && texts.over}
      </p>
    </>
  )
}

interface DialogProps {
  readonly state: PresentationState
  readonly close: () => void
}

/** Starts a countdown, or extends or stops the running one. */
export function CountdownDialog({ state, close }: DialogProps) {
  const dialog = useModal()
  const { value: end } = state.countdownEnd
  const left = end === undefined ? 0 : secondsTo(end)
  const choose = (seconds: number) => {
    state.countDown(seconds)
    close()
  }
  return (
    <dialog ref={dialog} class="countdown-choice" aria-labelledby="countdown-title" onClose={close}>
      <h2 id="countdown-title">{texts.title}</h2>
      <div class="row">
        {left > 0 && (
          <>
            <button type="button" onClick={() => choose(Math.min(LONGEST, left + MORE))}>
              {texts.more(MORE)}
            </button>
            <button type="button" class="quiet" onClick={() => choose(0)}>
              {texts.stop}
            </button>
          </>
        )}
        {left === 0 &&
          CHOICES.map(seconds => (
            <button type="button" key={seconds} class="quiet" onClick={() => choose(seconds)}>
              {texts.duration(seconds)}
            </button>
          ))}
      </div>
      <button type="button" class="quiet" onClick={close}>
        {words.common.close}
      </button>
    </dialog>
  )
}

/** Rounded up, so that it reaches 0 only at the end. */
function secondsTo(end: number): number {
  return Math.max(0, Math.ceil((end - performance.now()) / 1_000))
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
