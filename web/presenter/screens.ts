import type { Result } from '../../src/domain/tally.ts'

/** What a wall shows at once: the way in, a question, or a part of a question's options. */
export interface Screen {
  /** As it stands behind `#` in the address: nothing for the start, else the question's number, and `.2` for its second part. */
  readonly id: string
  /** The question's place; none at the start. */
  readonly index?: number
  /** Which of the options, where they are too many for one screen: from this place on, up to the other one. */
  readonly part?: readonly [from: number, to: number]
  /** Whether there is so little of it that it can be larger. */
  readonly isLarge?: boolean
}

/** How many bars of one line fit under a question, so that they are legible from the last row. */
const LINES = 6
const LARGE_LINES = 4

/** Characters in a line of a bar's label, and in a line of a long question. */
const LABEL_LINE = 60
const QUESTION_LINE = 62

/** A further line of a label takes as much of the height as half a bar does, one of a question nearly as much. */
const MORE_LABEL = 0.5
const MORE_QUESTION = 0.6

/** All screens of a survey, in the order in which they are walked through. */
export function screensOf(results: readonly Result[]): Screen[] {
  return [{ id: '' }, ...results.flatMap(screensOfOne)]
}

/** The screen that an address names: where a part has gone its question, and where that has gone the start. */
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

/** Options in as many parts as it takes for none to be higher than there is room; each has one at least. */
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
