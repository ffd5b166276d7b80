import { useComputed, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { NoticeLine } from '../ui/notice.tsx'
import { wear } from '../ui/palette.ts'
import { refusalOf } from '../ui/refusal.tsx'
import { Answers } from './answers/answers.tsx'
import { Boards } from './boards/boards.tsx'
import { Moderation } from './boards/moderation.ts'
import { WaitingCount, WaitingNews } from './boards/waiting.tsx'
import type { Desk } from './desk.ts'
import { Refusal } from './entrance.tsx'
import { Header } from './header.tsx'
import { Questions } from './questions/questions.tsx'
import { Results } from './results/results.tsx'
import { Settings } from './settings/settings.tsx'

/** A part of the dashboard, by what stands behind `#`. */
interface View {
  readonly id: string
  readonly name: string
  readonly Content: ComponentType<{ readonly desk: Desk; readonly moderation: Moderation }>
}

const RESULTS: View = { id: 'results', name: 'Results', Content: Results }
const VIEWS: readonly View[] = [
  RESULTS,
  { id: 'answers', name: 'Answers', Content: Answers },
  { id: 'board', name: 'Board', Content: Boards },
  { id: 'questions', name: 'Questions', Content: Questions },
  { id: 'settings', name: 'Settings', Content: Settings },
]

/** A survey's dashboard: what stands above every view, and the view that the address names. */
export function DashboardPage({ desk }: { readonly desk: Desk }) {
  const { theme, title } = desk.survey.value
  const view = useView()
  const moderation = useMemo(() => new Moderation(desk), [desk])
  const hasBoard = useComputed(() => desk.survey.value.results.some(({ board }) => board !== undefined))
  const views = VIEWS.filter(({ id }) => id !== 'board' || hasBoard.value)
  const { id, name, Content } = views.find(one => one.id === view.value) ?? RESULTS
  const look = JSON.stringify(theme)
  useEffect(() => wear(theme), [look])
  useEffect(() => moderation.follow(), [moderation])
  useEffect(() => {
    document.title = `${title} · ${name}`
    // On a phone the views do not all fit beside each other.
    document.querySelector('.views [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [title, name])
  const shut = desk.shut.value
  if (shut !== undefined) return <Refusal error={refusalOf(shut)} />
  return (
    <>
      <Header desk={desk} presents={id !== 'questions' && id !== 'settings'} />
      <nav aria-label="Dashboard" class="views">
        {views.map(one => (
          <a key={one.id} href={`#${one.id}`} aria-current={one.id === id ? 'page' : undefined}>
            {one.name}
            {one.id === 'board' && <WaitingCount moderation={moderation} />}
          </a>
        ))}
      </nav>
      <section class="view" aria-label={name} key={id}>
        <Content desk={desk} moderation={moderation} />
      </section>
      <WaitingNews moderation={moderation} />
      <NoticeLine />
    </>
  )
}

/** What is shown until the survey is there: its shape. */
export function Waiting() {
  return (
    <div class="waiting" role="status" aria-label="Loading">
      <span class="skeleton title" />
      <span class="skeleton" />
      <span class="skeleton tall" />
      <span class="skeleton tall" />
    </div>
  )
}

function useView() {
  const view = useSignal(location.hash.slice(1))
  useEffect(() => {
    const changed = () => {
      view.value = location.hash.slice(1)
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return view
}
