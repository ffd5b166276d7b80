import type { Result } from '../../src/domain/tally.ts'

/** One screen: the start, a question, or a part of a question's options. */
export interface Screen {
  /** The fragment of the address: empty for the start, else the question's number, with `.2` for its second part. */
  readonly id: string
  /** The index of the question; undefined for the start. */
  readonly index?: number
  /** The slice of options, if they are too many for one screen. */
  readonly part?: readonly [from: number, to: number]
  /** Whether there is room for a larger size. */
  readonly isLarge?: boolean
}

/** The number of one-line bars that are legible from the last row. */
const LINES = 6
const LARGE_LINES = 4

/** Characters in a line of a bar's label, and in a line of a long question. */
const LABEL_LINE = 60
const QUESTION_LINE = 62

/** The height of a further line of a label, and of a question, in bars. */
const MORE_LABEL = 0.5
const MORE_QUESTION = 0.6

/** All screens of a survey in their order. */
export function screensOf(results: readonly Result[]): Screen[] {
  return [{ id: '' }, ...results.flatMap(screensOfOne)]
}

/** The screen of an address. Falls back to the question if its part is gone, and to the start if the question is. */
export function screenAt(screens: readonly Screen[], id: string): Screen {
  const [question] = id.split('.')
  return screens.find(one => one.id === id) ?? screens.find(one => one.id === question) ?? { id: '' }
}

function screensOfOne({ index, text, tally }: Result): Screen[] {
  const id = `${index + 1}`
  if (tally === undefined) return [{ id, index }]
  const below = Math.max(0, further(text, QUESTION_LINE) - 2)
  const parts = partsOf(
    tally.map(({ option }) => 1 + MORE_LABEL * further(option, LABEL_LINE)),
    Math.max(1, LINES - MORE_QUESTION * below),
  )
  return parts.map(({ from, to, height }, page) => ({
    id: page === 0 ? id : `${id}.${page + 1}`,
    index,
    isLarge: height <= LARGE_LINES - below,
    ...(parts.length > 1 && { part: [from, to] }),
  }))
}

interface Part {
  readonly from: number
  readonly to: number
  readonly height: number
}

/** Splits options into parts that fit the screen, with at least one option each. */
function partsOf(heights: readonly number[], room: number): Part[] {
  const parts: Part[] = []
  heights.forEach((height, place) => {
    const last = parts.at(-1)
    if (last !== undefined && last.height + height <= room)
      parts.splice(-1, 1, { from: last.from, to: place + 1, height: last.height + height })
    else parts.push({ from: place, to: place + 1, height })
  })
  return parts
}

/** Lines beyond the first. */
function further(text: string, line: number): number {
  return Math.ceil(text.length / line) - 1
}
