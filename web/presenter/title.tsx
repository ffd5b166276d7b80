export type TitleLength = 'short' | 'middle' | 'long'

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
      {text
        .split(/(\S+-\S+)/)
        .map((piece, at) =>
          at % 2 === 1 && piece.length <= LONGEST_COMPOUND ? <span class="compound">{piece}</span> : piece,
        )}
    </h1>
  )
}
