import { copyLink } from '../../ui/clipboard.ts'
import { now } from '../../ui/clock.ts'
import { attempt } from '../../ui/notice.tsx'
import { visibleText } from '../../ui/visible-text.ts'
import { texts } from '../../words/app-words.ts'
import { words } from '../../words/words.ts'
import { formatAgo, formatSoon } from '../ago.ts'
import { Mark } from '../logo.tsx'
import { query, replaceQuery } from '../router.ts'
import { deleteDraft } from './lists.ts'
import { type Entry, idOf, pathOf, titleOf } from './survey-list.ts'

const { list } = texts

/** Responses from the last so many milliseconds count as arriving; the server gives times to the minute. */
const ARRIVING_MS = 120_000

/** A survey or a draft in the list. */
export function SurveyRow({ entry }: { readonly entry: Entry }) {
  const { language } = entry.kind === 'draft' ? entry.draft : entry.survey
  const own = visibleText(titleOf(entry))
  const title = own || list.untitled
  return (
    <li class="survey-row" data-state={entry.state}>
      <a class="survey-link" href={pathOf(entry)} onClick={() => replaceQuery(query.value, `#${idOf(entry)}`)}>
        <span lang={own === '' ? undefined : (language ?? '')} dir="auto">
          {title}
        </span>
      </a>
      <span class="status" data-status={entry.state}>
        {entry.state === 'draft' ? list.draft : words.common.states[entry.state]}
      </span>
      {entry.kind === 'survey' ? <SurveyCells entry={entry} title={title} /> : <DraftCells entry={entry} />}
    </li>
  )
}

interface CellsProps {
  readonly entry: Entry & { kind: 'survey' }
  readonly title: string
}

function SurveyCells({ entry: { survey, state }, title }: CellsProps) {
  const { last_response_at: last, response_count: count, opens_at } = survey
  const opens = state === 'closed' && survey.status === 'open' ? opens_at : null
  return (
    <>
      <span class="row-count">{list.responses(count)}</span>
      <span class="row-last">{opens === null ? <LastResponse at={last} /> : list.opens(formatSoon(opens))}</span>
      <button
        type="button"
        class="quiet small row-action"
        aria-label={list.copyLink(title)}
        onClick={({ currentTarget }) => copyLink(survey.public_url, currentTarget)}
      >
        {list.copy}
      </button>
    </>
  )
}

function LastResponse({ at }: { readonly at: string | null }) {
  if (at === null) return <span class="muted">{list.noResponse}</span>
  return (
    <>
      {isArriving(at) && (
        <span class="arriving" title={list.arriving}>
          <Mark size={16} />
        </span>
      )}
      {formatAgo(at)}
    </>
  )
}

function DraftCells({ entry: { draft } }: { readonly entry: Entry & { kind: 'draft' } }) {
  return (
    <>
      <span class="row-count muted">{list.noResponses}</span>
      <span class="row-last">{list.draftState(draft.question_count, formatAgo(draft.updated_at))}</span>
      <button
        type="button"
        class="quiet small row-action"
        aria-label={list.deleteDraft(visibleText(draft.title) || list.untitled)}
        onClick={() => attempt(() => deleteDraft(draft))}
      >
        {list.delete}
      </button>
    </>
  )
}

function isArriving(last: string): boolean {
  return now() - new Date(last).getTime() < ARRIVING_MS
}
