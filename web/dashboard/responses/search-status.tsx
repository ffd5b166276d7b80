import { dashboardTexts } from '../../words/dashboard-words.ts'
import type { ResponseList } from './response-list.ts'

interface Props {
  readonly list: ResponseList
  readonly searchText: string
  /** The number of answers to the selected question; undefined for all questions. */
  readonly answered: number | undefined
  /** The number of all responses. */
  readonly count: number
}

/** The number of matches. Progress is visible; only the final number is announced to screen readers. */
export function SearchStatus({ list, searchText, answered, count }: Props) {
  const { state, searched, isComplete } = list.loadState.value
  const matches = list.rows.value.length
  const isSearching = searchText !== '' && state === 'reading'
  const resultText = searchText === '' ? answeredText(answered) : matchText(matches, searchText, isComplete)
  return (
    <p class="search-status muted">
      <span role="status">{isSearching || state === 'failed' ? '' : resultText}</span>
      {isSearching && progressText(matches, searched, count)}
    </p>
  )
}

/** What the printed page leaves out: only loaded responses are printed. */
export function PrintedRows({ list, searchText, answered, count }: Props) {
  const { printed } = dashboardTexts.responses
  const shown = list.rows.value.length
  const all = answered ?? count
  const isSearched = searchText !== ''
  if (isSearched ? list.loadState.value.isComplete : shown >= all) return null
  const leftOut = answered === undefined ? printed.responses(shown, all) : printed.answers(shown, all)
  return <p class="muted print-only">{isSearched ? printed.matches(shown) : leftOut}</p>
}

function answeredText(answered: number | undefined): string {
  if (answered === undefined) return ''
  if (answered === 0) return dashboardTexts.responses.noAnswers
  return dashboardTexts.responses.answers(answered)
}

function matchText(matches: number, searchText: string, isComplete: boolean): string {
  if (matches === 0) return dashboardTexts.responses.notFound(searchText)
  return isComplete ? dashboardTexts.responses.found(matches) : dashboardTexts.responses.foundSoFar(matches)
}

/** Approximate if responses were deleted, because it is derived from sequence numbers. */
function progressText(matches: number, searched: number, count: number): string {
  if (searched === 0) return dashboardTexts.responses.searching
  return dashboardTexts.responses.searched(matches, searched, count)
}
