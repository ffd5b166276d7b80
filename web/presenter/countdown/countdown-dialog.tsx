import { useModal } from '../../ui/modal.ts'
import { presenterTexts } from '../../words/presenter-words.ts'
import { words } from '../../words/shared-words.ts'
import type { PresentationState } from '../presentation-state.ts'
import { secondsTo } from './countdown.tsx'

const { countdown: texts } = presenterTexts

/** In seconds. */
const LONGEST = 600
const CHOICES = [10, 30, 60, 120, 300, LONGEST]
const MORE = 30

interface Props {
  readonly state: PresentationState
  readonly close: () => void
}

/** Starts a countdown, or extends or stops the running one. */
export function CountdownDialog({ state, close }: Props) {
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
        {left > 0 ? (
          <>
            <button type="button" onClick={() => choose(Math.min(LONGEST, left + MORE))}>
              {texts.more(MORE)}
            </button>
            <button type="button" class="quiet" onClick={() => choose(0)}>
              {texts.stop}
            </button>
          </>
        ) : (
          CHOICES.map(seconds => (
            <button type="button" key={seconds} class="quiet" onClick={() => choose(seconds)}>
              {texts.duration(seconds)}
            </button>
          ))
        )}
      </div>
      <button type="button" class="quiet" onClick={close}>
        {words.common.close}
      </button>
    </dialog>
  )
}
