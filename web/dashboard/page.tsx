import { useComputed, useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { isolated } from '../../src/domain/values/text.ts'
import { errorForEnd, LoadError, sessionErrors } from '../ui/load-error.tsx'
import { dismissNotice, NoticeLine } from '../ui/notice.tsx'
import { applyTheme } from '../ui/theme-styles.ts'
import { dashboardTexts } from '../words/dashboard-words.ts'
import { Boards } from './boards/boards.tsx'
import { Moderation } from './boards/moderation.ts'
import { WaitingAnnouncement, WaitingCount } from './boards/waiting-count.tsx'
import { Header } from './header.tsx'
import { laterView } from './later-view.tsx'
import { Responses } from './responses/responses.tsx'
import { Results } from './results/results.tsx'
import type { SurveyModel } from './survey-model.ts'

const Questions = laterView(async () => (await import('./questions/questions.tsx')).Questions)
const Settings = laterView(async () => (await import('./settings/settings.tsx')).Settings)
const Record = laterView(async () => (await import('./record/record.tsx')).Record)

/** A tab of the dashboard; its id is the fragment of the address. */
interface View {
  readonly id: string
  readonly name: string
  readonly Content: ComponentType<{ readonly model: SurveyModel; readonly moderation: Moderation }>
}

const RESULTS: View = { id: 'results', name: dashboardTexts.header.tabs.results, Content: Results }
const VIEWS: readonly View[] = [
  RESULTS,
  { id: 'responses', name: dashboardTexts.header.tabs.responses, Content: Responses },
  { id: 'board', name: dashboardTexts.header.tabs.board, Content: Boards },
  { id: 'questions', name: dashboardTexts.header.tabs.questions, Content: Questions },
  { id: 'settings', name: dashboardTexts.header.tabs.settings, Content: Settings },
]
/** Reached from the results, and no tab of its own. */
const RECORD: View = { id: 'record', name: dashboardTexts.record.name, Content: Record }

/** A survey's dashboard: the header, and the view named by the address. */
export function DashboardPage({ model }: { readonly model: SurveyModel }) {
  const { theme, title, is_owner: isOwner } = model.survey.value
  const view = useView()
  const moderation = useMemo(() => new Moderation(model), [model])
  const hasBoard = useComputed(() => model.survey.value.results.some(({ board }) => board !== undefined))
  const views = VIEWS.filter(({ id }) => id !== 'board' || hasBoard.value)
  const { id, name, Content } = [...views, RECORD].find(one => one.id === view.value) ?? RESULTS
  const themeKey = JSON.stringify(theme)
  useLayoutEffect(() => applyTheme(theme), [themeKey])
  useEffect(() => moderation.follow(), [moderation])
  useEffect(() => {
    document.title = `${isolated(title)} · ${name}`
  }, [title, name])
  const ended = model.ended.value
  if (ended !== undefined) return <LoadError error={errorForEnd(ended)} texts={sessionErrors(model.slug, isOwner)} />
  return (
    <>
      <Header model={model} isPresentPrimary={id !== 'questions' && id !== 'settings'} />
      <nav aria-label={dashboardTexts.header.dashboard} class="views">
        {views.map(one => (
          <a
            key={one.id}
            href={`#${one.id}`}
            aria-current={one.id === id ? 'page' : one === RESULTS && id === 'record' ? 'true' : undefined}
          >
            {one.name}
            {one.id === 'board' && <WaitingCount moderation={moderation} />}
          </a>
        ))}
      </nav>
      <section class="view" data-view={id} aria-label={name} key={id}>
        <Content model={model} moderation={moderation} />
      </section>
      <WaitingAnnouncement moderation={moderation} />
      <NoticeLine />
    </>
  )
}

function useView() {
  const view = useSignal(location.hash.slice(1))
  // Runs before the tabs are painted, so that no press on one is lost.
  useLayoutEffect(() => {
    const changed = () => {
      dismissNotice()
      view.value = location.hash.slice(1)
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return view
}
