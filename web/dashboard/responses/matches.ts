import { foldForSearch } from '../../../src/domain/values/fold.ts'

/** Unmatched and matched pieces in turn, starting with an unmatched one. A blank search matches nothing. */
export function splitAtMatches(text: string, searchText: string): string[] {
  const needle = foldForSearch(searchText).trim()
  if (needle === '' || !foldForSearch(text).includes(needle)) return [text]
  const { fold, indexAt } = foldWithPositions(text)
  const pieces: string[] = []
  let end = 0
  for (let match = fold.indexOf(needle); match !== -1; ) {
    let next = match + needle.length
    // A character that folds to several is marked as a whole.
    while (next < fold.length && indexAt(next) === indexAt(next - 1)) next++
    const start = Math.max(end, indexAt(match))
    pieces.push(text.slice(end, start))
    end = indexAt(next)
    pieces.push(text.slice(start, end))
    match = fold.indexOf(needle, next)
  }
  return [...pieces, text.slice(end)]
}

/** The folded text, and the index in the original text of each of its units. */
function foldWithPositions(text: string): { fold: string; indexAt: (at: number) => number } {
  const units: number[] = []
  let fold = ''
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const folded = foldForSearch(segment)
    if (folded === ' ' && fold.endsWith(' ')) continue
    fold += folded
    for (let unit = 0; unit < folded.length; unit++) units.push(index)
  }
  return { fold, indexAt: at => units[at] ?? text.length }
}
