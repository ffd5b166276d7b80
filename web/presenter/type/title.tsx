import type { TitleSize } from './title-size.ts'

interface Props {
  readonly text: string
  /** Undefined if the title gets the largest that fits once it is rendered. */
  readonly size?: TitleSize
}

/** What a screen is about. Hyphenated words stay on one line if it has room for them. */
export function Title({ text, size }: Props) {
  return (
    <h1 dir="auto" data-size={size}>
      {piecesOf(text).map(piece => (piece.isCompound ? <span class="compound">{piece.text}</span> : piece.text))}
    </h1>
  )
}

/** A title's hyphenated words, and what is between them. */
export function piecesOf(text: string) {
  return text.split(/(\S+-\S+)/).map((piece, at) => ({ text: piece, isCompound: at % 2 === 1 }))
}

/** Whether a word is longer than a line. Only the smallest titles break it. */
export function isWordTooLong({ scrollWidth, clientWidth }: Element): boolean {
  return scrollWidth > clientWidth
}
