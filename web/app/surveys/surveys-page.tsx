import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { LoadError } from '../../ui/load-error.tsx'
import { attempt } from '../../ui/notice.tsx'
import { texts } from '../../words/app-words.ts'
import { APP_ERRORS } from '../errors.ts'
import { PageSkeleton } from '../page-skeleton.tsx'
import { EmptyList, NothingOnTab } from './empty-list.tsx'
import { listKeys } from './list-keys.ts'
import { BLANK, EXAMPLE, entries, loadLists, startDraft } from './lists.ts'
import { type Entry, isFound, isOnTab, keyOf, TABS, type Tab } from './survey-list.ts'
import { SurveyRow } from './survey-row.tsx'

const { list } = texts

/** How often the list is read again while it is looked at, in milliseconds. */
const REFRESH_MS = 30_000
/** Set once the example has been opened by itself, so that an emptied list stays empty. */
const WELCOMED = 'soundings example shown'

/** All surveys and drafts of the account. */
export function SurveysPage() {
  const failure = useSignal<unknown>(undefined)
  useEffect(() => {
    const load = () => loadLists().then(welcome, error => report(error))
    const report = (error: unknown) => {
      if (entries.peek() === undefined) failure.value = error
    }
    load()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') loadLists().catch(report)
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  if (failure.value !== undefined) return <LoadError error={failure.value} texts={APP_ERRORS} />
  if (entries.value === undefined) return <PageSkeleton />
  return entries.value.length === 0 ? <EmptyList /> : <List all={entries.value} />
}

/** Whoever has nothing yet begins in the builder, with an example. */
async function welcome({ surveys, drafts }: Awaited<ReturnType<typeof loadLists>>): Promise<void> {
  if (surveys.length + drafts.length > 0 || localStorage.getItem(WELCOMED) !== null) return
  localStorage.setItem(WELCOMED, 'yes')
  await attempt(() => startDraft(EXAMPLE, { replaces: true }))
}

function List({ all }: { readonly all: readonly Entry[] }) {
  const tab = useSignal<Tab>('all')
  const search = useSignal('')
  const field = useRef<HTMLInputElement>(null)
  const found = all.filter(entry => isFound(entry, search.value))
  const shown = found.filter(entry => isOnTab(entry, tab.value))
  useEffect(() => listKeys(field, () => attempt(() => startDraft(BLANK))), [])
  return (
    <>
      <div class="page-head">
        <h1>{list.title}</h1>
        <button type="button" onClick={() => attempt(() => startDraft(BLANK))}>
          {list.newSurvey}
        </button>
      </div>
      <div class="list-tools">
        <Tabs tab={tab.value} found={found} onChoose={one => (tab.value = one)} />
        <label class="visually-hidden" for="search">
          {list.search}
        </label>
        <input
          ref={field}
          id="search"
          dir="auto"
          type="search"
          placeholder={list.search}
          autocomplete="off"
          value={search.value}
          onInput={({ currentTarget }) => (search.value = currentTarget.value)}
        />
      </div>
      <p class="visually-hidden" role="status">
        {search.value !== '' && list.found(shown.length)}
      </p>
      {shown.length === 0 ? (
        <NothingOnTab tab={tab.value} search={search.value} clear={() => (search.value = '')} />
      ) : (
        <Rows shown={shown} />
      )}
    </>
  )
}

function Rows({ shown }: { readonly shown: readonly Entry[] }) {
  return (
    <>
      <div class="survey-columns" aria-hidden="true">
        {Object.values(list.columns).map(name => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul class="survey-rows">
        {shown.map(entry => (
          <SurveyRow key={keyOf(entry)} entry={entry} />
        ))}
      </ul>
    </>
  )
}

interface TabsProps {
  readonly tab: Tab
  readonly found: readonly Entry[]
  readonly onChoose: (tab: Tab) => void
}

function Tabs({ tab, found, onChoose }: TabsProps) {
  return (
    <fieldset class="quiet-tabs" aria-label={list.tabsLabel}>
      {TABS.map(one => (
        <button key={one} type="button" aria-pressed={one === tab} onClick={() => onChoose(one)}>
          {list.tabs[one]} <span class="tab-count">{found.filter(entry => isOnTab(entry, one)).length}</span>
        </button>
      ))}
    </fieldset>
  )
}
