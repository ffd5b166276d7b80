import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { keepListQuery } from '../../ui/list-path.ts'
import { attempt } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import { texts } from '../../words/app-words.ts'
import { useLoaded } from '../loaded.ts'
import { PageState } from '../page-state.tsx'
import { query, replaceQuery } from '../router.ts'
import { EmptyList, NothingOnTab } from './empty-list.tsx'
import { listKeys } from './list-keys.ts'
import { focusRow, queryOf, viewIn } from './list-view.ts'
import { BLANK, EXAMPLE, entries, isStale, type Lists, loadLists, startDraft } from './lists.ts'
import { type Entry, isOnTab, pathOf, TABS, type Tab } from './survey-list.ts'
import { SurveyRow } from './survey-row.tsx'
import { isFound } from './survey-search.ts'

const { list } = texts

/** Interval at which the visible list is read again, in milliseconds. */
const REFRESH_MS = 30_000
/** Set once the example has been opened automatically, so that an emptied list stays empty. */
const WELCOMED = 'soundings example shown'

/** All surveys and drafts of the account. */
export function SurveysPage() {
  const { value: lists, error, reload } = useLoaded(loadLists)
  useEffect(() => {
    if (lists !== undefined) welcome(lists)
  }, [lists])
  useEffect(() => {
    const timer = setInterval(refresh, REFRESH_MS)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
  // Previously read lists are shown immediately, and stay while they cannot be read again.
  if (entries.value === undefined) return <PageState error={error} retry={reload} />
  return entries.value.length === 0 ? <EmptyList /> : <List all={entries.value} />
}

async function refresh(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  try {
    await loadLists()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  }
}

/** A person without surveys and drafts starts in the builder, with an example. */
async function welcome({ surveys, drafts }: Lists): Promise<void> {
  if (surveys.length + drafts.length > 0 || localStorage.getItem(WELCOMED) !== null) return
  localStorage.setItem(WELCOMED, 'yes')
  await attempt(() => startDraft(EXAMPLE, { replaces: true }))
}

function List({ all }: { readonly all: readonly Entry[] }) {
  const { tab, search } = viewIn(query.value)
  const field = useRef<HTMLInputElement>(null)
  const found = all.filter(entry => isFound(entry, search))
  const shown = found.filter(entry => isOnTab(entry, tab))
  const start = useAction(() => startDraft(BLANK))
  // Runs before the list is painted, so that no key is lost.
  useLayoutEffect(() => listKeys(field, start.run), [])
  useLayoutEffect(() => focusRow(location.hash), [])
  useEffect(() => keepListQuery(query.value), [query.value])
  return (
    <>
      <div class="page-head">
        <h1>{list.title}</h1>
        <button type="button" aria-disabled={start.isRunning} onClick={start.run}>
          {list.newSurvey}
        </button>
      </div>
      <div class="list-tools">
        <Tabs tab={tab} found={found} onChoose={one => replaceQuery(queryOf({ tab: one, search }))} />
        <search>
          <label for="search">{list.search}</label>
          <input
            ref={field}
            id="search"
            dir="auto"
            type="search"
            autocomplete="off"
            value={search}
            onInput={({ currentTarget }) => (query.value = queryOf({ tab, search: currentTarget.value }))}
            onChange={() => replaceQuery(query.value)}
          />
        </search>
      </div>
      <p class="stale" role="status">
        {isStale.value && list.stale}
      </p>
      <p class="visually-hidden" role="status">
        {search !== '' && list.found(shown.length)}
      </p>
      {shown.length === 0 ? (
        <NothingOnTab tab={tab} search={search} clear={() => replaceQuery(queryOf({ tab, search: '' }))} />
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
      <ul class="survey-rows" aria-label={list.title}>
        {shown.map(entry => (
          <SurveyRow key={pathOf(entry)} entry={entry} />
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
