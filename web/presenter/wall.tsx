import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { wear } from '../ui/palette.ts'
import { type Reasons, RefusalText, refusalOf } from '../ui/refusal.tsx'
import { Controls } from './controls.tsx'
import { Corner } from './corner.tsx'
import { Blank, Help } from './dialogs.tsx'
import { toggleFullScreen } from './full-screen.ts'
import { listen } from './keys.ts'
import { QuestionScreen } from './question.tsx'
import { useRest } from './rest.ts'
import type { Show } from './show.ts'
import { StartScreen } from './start.tsx'

interface Shown {
  readonly show: Show
  /** What is said where the link opens it no more. */
  readonly reasons: Reasons
}

/** One screen of a survey at a time, for a room. */
export function Wall({ show, reasons }: Shown) {
  const { theme, title } = show.live.survey.value
  const { id } = show.screen.value
  const over = useSignal<'blank' | 'help' | undefined>(undefined)
  const look = JSON.stringify(theme)
  const acts = {
    walk: (by: number) => show.walk(by),
    toggle: () => show.toggle(),
    fullScreen: toggleFullScreen,
    blank: () => {
      over.value = 'blank'
    },
    help: () => {
      over.value = 'help'
    },
  }
  useEffect(() => wear(theme), [look])
  useEffect(() => listen(acts), [])
  useEffect(() => scrollTo(0, 0), [id])
  useEffect(() => {
    document.title = `${title} · Live results`
  }, [title])
  useRest()
  const { value: result } = show.result
  const shut = show.live.shut.value
  if (shut !== undefined) return <RefusalText error={refusalOf(shut)} reasons={reasons} />
  return (
    <div class="wall">
      {result === undefined ? <StartScreen show={show} /> : <QuestionScreen key={id} show={show} result={result} />}
      <footer class="foot">
        <Corner show={show} />
        <Controls show={show} acts={acts} />
      </footer>
      <p class="visually-hidden" role="status">
        {show.said.value}
      </p>
      {over.value === 'blank' && <Blank close={() => (over.value = undefined)} />}
      {over.value === 'help' && <Help close={() => (over.value = undefined)} />}
    </div>
  )
}
