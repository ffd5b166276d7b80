import { foldText } from '../../../src/domain/search.ts'

interface Props {
  readonly text: string
  /** What was searched for; empty for nothing. */
  readonly searchText: string
  /** Whether what stands far before the first place that was found is left out. */
  readonly isShort?: boolean
}

/** Characters that stay before what was found. */
const CONTEXT_LENGTH = 60

/** A text with what was searched for marked, by the rule that the search itself has. */
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

/** What is not marked and what is by turns, beginning with what is not. */
function splitAtMatches(text: string, needle: string): string[] {
  const { fold, places } = foldWithPositions(text)
  const pieces: string[] = []
  let end = 0
  for (let match = fold.indexOf(needle); match !== -1; ) {
    let next = match + needle.length
    // Of a character that folds to several, all of it is marked.
    while (next < fold.length && places(next) === places(next - 1)) next++
    const start = Math.max(end, places(match))
    pieces.push(text.slice(end, start))
    end = next < fold.length ? places(next) : text.length
    pieces.push(text.slice(start, end))
    match = fold.indexOf(needle, next)
  }
  return [...pieces, text.slice(end)]
}

/** A text as it is compared, and where in the text itself each unit of that stands. */
function foldWithPositions(text: string): { fold: string; places: (at: number) => number } {
  const fold = foldText(text)
  if (fold.length === text.length) return { fold, places: at => at }
  const units: number[] = []
  let written = ''
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const needle = foldText(segment)
    written += needle
    for (let unit = 0; unit < needle.length; unit++) units.push(index)
  }
  return { fold: written, places: at => units[at] ?? text.length }
}
