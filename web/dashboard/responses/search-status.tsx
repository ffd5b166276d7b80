import type { ResponseList } from './response-list.ts'

interface Props {
  readonly list: ResponseList
  readonly searchText: string
  /** How many answered the question that is read; undefined where all are. */
  readonly answered: number | undefined
  /** Of all responses. */
  readonly count: number
}

/** How many there are of what was asked for. What is still being looked for is seen, and said once it is known. */
export function SearchStatus({ list, searchText, answered, count }: Props) {
  const { state, searched, isComplete } = list.loadState.value
  const matches = list.rows.value.length
  const isSearching = searchText !== '' && state === 'reading'
  const resultText = searchText === '' ? answeredText(answered) : matchText(matches, searchText, isComplete)
  return (
    <p class="found muted">
      <span role="status">{isSearching || state === 'failed' ? '' : resultText}</span>
      {isSearching && progressText(matches, searched, count)}
    </p>
  )
}

function answeredText(answered: number | undefined): string {
  if (answered === undefined) return ''
  if (answered === 0) return 'Nobody has answered this question yet.'
  return answered === 1 ? '1 answer' : `${number(answered)} answers`
}

function matchText(matches: number, searchText: string, isComplete: boolean): string {
  if (matches === 0) return `Nothing found for “${searchText}”.`
  return isComplete ? `${number(matches)} found` : `${number(matches)} found so far`
}

/** Places tell it only nearly, where some were removed. */
function progressText(matches: number, searched: number, count: number): string {
  if (searched === 0) return 'Looking …'
  return `${matches > 0 ? `${number(matches)} found so far. ` : ''}Looked at ${number(searched)} of ${number(count)} …`
}

function number(value: number): string {
  return value.toLocaleString('en')
}
