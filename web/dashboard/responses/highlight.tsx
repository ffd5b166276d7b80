import { splitAtMatches } from './matches.ts'

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
  const pieces = splitAtMatches(text, searchText)
  const before = pieces[0] ?? ''
  if (isShort && pieces.length > 1) pieces[0] = shortened(before)
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <mark key={at}>{piece}</mark>))}</>
}

function shortened(before: string): string {
  const characters = [...before]
  return characters.length > CONTEXT_LENGTH + 20 ? `… ${characters.slice(-CONTEXT_LENGTH).join('')}` : before
}
