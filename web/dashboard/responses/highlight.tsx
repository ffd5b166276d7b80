import { foldText } from '../../../src/domain/search.ts'

interface Props {
  readonly text: string
  /** Empty if nothing was searched for. */
  readonly searchText: string
  /** Whether text far before the first match is left out. */
  readonly isShort?: boolean
}

/** Characters kept before the first match. */
const CONTEXT_LENGTH = 60

/** A text with all matches marked, compared in the same way as the search does. */
export function Highlight({ text, searchText, isShort = false }: Props) {
  const pieces = searchText === '' ? [text] : splitAtMatches(text, foldText(searchText))
  const before = pieces[0] ?? ''
  if (isShort && pieces.length > 1) pieces[0] = shortened(before)
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <mark key={at}>{piece}</mark>))}</>
}

function shortened(before: string): string {
  const characters = [...before]
  return characters.length > CONTEXT_LENGTH + 20 ? `… ${characters.slice(-CONTEXT_LENGTH).join('')}` : before
}

/** Unmatched and matched pieces in turn, starting with an unmatched one. */
function splitAtMatches(text: string, needle: string): string[] {
  const { fold, indexAt } = foldWithPositions(text)
  const pieces: string[] = []
  let end = 0
  for (let match = fold.indexOf(needle); match !== -1; ) {
    let next = match + needle.length
    // A character that folds to several is marked as a whole.
    while (next < fold.length && indexAt(next) === indexAt(next - 1)) next++
    const start = Math.max(end, indexAt(match))
    pieces.push(text.slice(end, start))
    end = next < fold.length ? indexAt(next) : text.length
    pieces.push(text.slice(start, end))
    match = fold.indexOf(needle, next)
  }
  return [...pieces, text.slice(end)]
}

/** The folded text, and the index in the original text of each of its units. */
function foldWithPositions(text: string): { fold: string; indexAt: (at: number) => number } {
  const fold = foldText(text)
  if (fold.length === text.length) return { fold, indexAt: at => at }
  const units: number[] = []
  let written = ''
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const needle = foldText(segment)
    written += needle
    for (let unit = 0; unit < needle.length; unit++) units.push(index)
  }
  return { fold: written, indexAt: at => units[at] ?? text.length }
}
