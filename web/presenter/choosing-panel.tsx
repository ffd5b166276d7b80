import './choosing.css'
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Result } from '../../src/domain/results/tally.ts'
import { BoardList } from '../remote/board-list.tsx'
import { TextList } from '../remote/text-list.tsx'
import { attempt } from '../ui/notice.tsx'
import { choosingTexts } from '../words/presenter-choosing.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/shared-words.ts'
import type { PresentationState } from './presentation-state.ts'

interface Props {
  readonly state: PresentationState
  readonly result: Result
  readonly close: () => void
}

/** Whether the presenter has agreed, since this page was loaded, that this screen lists what is not shown. */
const isAgreed = signal(false)

/**
 * The newest answers, or the questions of a board, beside the slide. This window may be on the wall, so that they are
 * listed only after a warning.
 */
export function ChoosingPanel({ state, result, close }: Props) {
  const panel = useRef<HTMLElement>(null)
  useReturnedFocus()
  useLayoutEffect(() => {
    const target = isAgreed.value ? panel.current : panel.current?.querySelector<HTMLElement>('.agree')
    target?.focus({ preventScroll: true })
  }, [isAgreed.value])
  return (
    <aside
      class="choosing"
      ref={panel}
      tabIndex={-1}
      aria-labelledby="choosing"
      onKeyDown={event => {
        if (event.key === 'Escape') close()
      }}
    >
      <header>
        <h2 id="choosing">{presenterTexts.choose}</h2>
        <button type="button" class="quiet" onClick={close}>
          {words.common.close}
        </button>
      </header>
      {isAgreed.value ? <Lists state={state} result={result} /> : <Warning />}
    </aside>
  )
}

function Warning() {
  return (
    <>
      <p>{choosingTexts.everyone}</p>
      <p>{choosingTexts.onWall}</p>
      <button type="button" class="agree" onClick={() => (isAgreed.value = true)}>
        {choosingTexts.list}
      </button>
    </>
  )
}

function Lists({ state, result }: Omit<Props, 'close'>) {
  if (result.board !== undefined)
    return (
      <div class="lists" {...state.live.textLanguage.value}>
        <BoardList hasKeys state={state} index={result.index} />
      </div>
    )
  return (
    <>
      <WordsSwitch state={state} index={result.index} />
      <div class="lists" {...state.live.textLanguage.value}>
        <TextList state={state} result={result} />
      </div>
    </>
  )
}

/** Words need no choice of each, since three people share every one. */
function WordsSwitch({ state: { live, projectedTexts }, index }: Pick<Props, 'state'> & { readonly index: number }) {
  const isOn = projectedTexts.of(index).words !== null
  const toggle = () =>
    attempt(async () => {
      await live.send('PATCH', `/words/${index}`, { shown: !isOn })
      await projectedTexts.load()
    })
  return (
    <p class="words-switch">
      <button type="button" class="quiet" onClick={toggle}>
        {isOn ? choosingTexts.hideWords : choosingTexts.showWords}
      </button>
      <span class="muted">{choosingTexts.wordsAbout}</span>
    </p>
  )
}

/** When the panel closes, the focus goes back to where it was. */
function useReturnedFocus(): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
    }
  }, [])
}
