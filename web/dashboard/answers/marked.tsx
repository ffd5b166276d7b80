import { folded } from '../../../src/domain/search.ts'

interface Shown {
  readonly text: string
  /** What was searched for; empty for nothing. */
  readonly sought: string
  /** Whether what stands far before the first place that was found is left out. */
  readonly isShort?: boolean
}

/** Characters that stay before what was found. */
const LEAD = 60

/** A text with what was searched for marked, by the rule that the search itself has. */
export function Marked({ text, sought, isShort = false }: Shown) {
  const pieces = sought === '' ? [text] : piecesOf(text, folded(sought))
  const lead = pieces[0] ?? ''
  if (isShort && pieces.length > 1) pieces[0] = shortened(lead)
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <mark key={at}>{piece}</mark>))}</>
}

function shortened(lead: string): string {
  const characters = [...lead]
  return characters.length > LEAD + 20 ? `… ${characters.slice(-LEAD).join('')}` : lead
}

/** What is not marked and what is by turns, beginning with what is not. */
function piecesOf(text: string, part: string): string[] {
  const { fold, places } = foldedText(text)
  const pieces: string[] = []
  let end = 0
  for (let found = fold.indexOf(part); found !== -1; ) {
    let next = found + part.length
    // Of a character that folds to several, all of it is marked.
    while (next < fold.length && places(next) === places(next - 1)) next++
    const start = Math.max(end, places(found))
    pieces.push(text.slice(end, start))
    end = next < fold.length ? places(next) : text.length
    pieces.push(text.slice(start, end))
    found = fold.indexOf(part, next)
  }
  return [...pieces, text.slice(end)]
}

/** A text as it is compared, and where in the text itself each unit of that stands. */
function foldedText(text: string): { fold: string; places: (at: number) => number } {
  const fold = folded(text)
  if (fold.length === text.length) return { fold, places: at => at }
  const units: number[] = []
  let written = ''
  for (const { segment, index } of new Intl.Segmenter().segment(text)) {
    const part = folded(segment)
    written += part
    for (let unit = 0; unit < part.length; unit++) units.push(index)
  }
  return { fold: written, places: at => units[at] ?? text.length }
}
