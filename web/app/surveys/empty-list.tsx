import { AsyncButton } from '../../ui/async-button.tsx'
import { texts } from '../../words/app-words.ts'
import { Mark } from '../logo.tsx'
import { BLANK, EXAMPLE, startDraft } from './lists.ts'
import type { Tab } from './survey-list.ts'

const { list } = texts

/** Shown to people who have neither surveys nor drafts. */
export function EmptyList() {
  return (
    <div class="empty">
      <Mark size={96} />
      <h1>{list.emptyTitle}</h1>
      <p>{list.empty}</p>
      <p class="row">
        <AsyncButton act={() => startDraft(BLANK)}>{list.newSurvey}</AsyncButton>
        <AsyncButton class="quiet" act={() => startDraft(EXAMPLE)}>
          {list.openExample}
        </AsyncButton>
        <a class="button quiet" href="/app/templates">
          {list.startFromTemplate}
        </a>
      </p>
    </div>
  )
}

interface Props {
  readonly tab: Tab
  readonly search: string
  readonly clear: () => void
}

/** Shown if a search or a tab is empty. */
export function NothingOnTab({ tab, search, clear }: Props) {
  return (
    <div class="nothing">
      <p>{search === '' ? list.emptyTab[tab] : list.nothingFound(search)}</p>
      {search !== '' && (
        <button type="button" class="quiet" onClick={clear}>
          {list.clearSearch}
        </button>
      )}
    </div>
  )
}
