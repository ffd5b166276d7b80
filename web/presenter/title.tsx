import { largestOf } from '../../src/domain/values/largest.ts'

export type TitleLength = 'short' | 'middle' | 'long'

/** Maximum number of characters in a title, by size. */
const LONGEST = { short: 27, middle: 90 }

/** Longer compounds must break somewhere. */
const LONGEST_COMPOUND = 20

interface Props {
  readonly text: string
  readonly length: TitleLength
}

/** What a screen is about. Short hyphenated words stay on one line. */
export function Title({ text, length }: Props) {
  return (
    <h1 dir="auto" data-length={length}>
      {piecesOf(text).map(piece => (piece.isCompound ? <span class="compound">{piece.text}</span> : piece.text))}
    </h1>
  )
}

/** A title's short hyphenated words, and what is between them. */
export function piecesOf(text: string) {
  return text
    .split(/(\S+-\S+)/)
    .map((piece, at) => ({ text: piece, isCompound: at % 2 === 1 && piece.length <= LONGEST_COMPOUND }))
}

/**
 * Long questions are set smaller, so that the results fit below. All have the size of the longest one, so that none
 * jumps on the way to the next.
 */
export function titleLengthOf(results: readonly { readonly text: string }[]): TitleLength {
  const longest = largestOf(results.map(({ text }) => text.length))
  if (longest <= LONGEST.short) return 'short'
  return longest <= LONGEST.middle ? 'middle' : 'long'
}

export function isLong(title: string): boolean {
  return title.length > LONGEST.middle
}
