import type { SurveyRow as Survey } from '../../../src/account/contract.ts'
import { copyLink } from '../../ui/clipboard.ts'
import { now } from '../../ui/clock.ts'
import { attempt } from '../../ui/notice.tsx'
import { visibleText } from '../../ui/visible-text.ts'
import { texts } from '../../words/app-words.ts'
import { words } from '../../words/words.ts'
import { formatAgo } from '../ago.ts'
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
      {entry.kind === 'survey' ? <SurveyCells survey={entry.survey} title={title} /> : <DraftCells entry={entry} />}
    </li>
  )
}

function SurveyCells({ survey, title }: { readonly survey: Survey; readonly title: string }) {
  const { last_response_at: last, response_count: count } = survey
  return (
    <>
      <span class="row-count">{list.responses(count)}</span>
      <span class="row-last">
        {isArriving(last) && (
          <span class="arriving" title={list.arriving}>
            <Mark size={16} />
          </span>
        )}
        {last === null ? <span class="muted">{list.noResponse}</span> : formatAgo(last)}
      </span>
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

function isArriving(last: string | null): boolean {
  return last !== null && now() - new Date(last).getTime() < ARRIVING_MS
}
