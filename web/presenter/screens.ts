import type { Result } from '../../src/domain/results/tally.ts'
import type { QuestionProjectedTexts } from '../ui/projected-texts.ts'

/** One screen: the start, a question, or a part of a question's options. */
export interface Screen {
  /** The address's fragment: empty for the start, otherwise the question's number, with `.2` for its second part. */
  readonly id: string
  /** The index of the question; undefined for the start. */
  readonly index?: number
  /** The slice of options, if there are too many for one screen; or the slice of picked texts. */
  readonly part?: readonly [from: number, to: number]
  /** Whether its options are sorted by count. */
  readonly isSorted?: boolean
  /** Whether it shows the answers' words and phrases. */
  readonly isWords?: boolean
  /** Whether there is room for a larger size. */
  readonly isLarge?: boolean
}

/** The number of one-line bars that are legible from the last row. */
const LINES = 6
const LARGE_LINES = 4

/** Characters in a line of a bar's label, and in a line of a long question. */
const LABEL_LINE = 60
const QUESTION_LINE = 62

/** Picked texts on one screen, and their lines. */
const MAX_TEXTS = 3
const MAX_LINES_OF_TEXTS = 7
/** Characters in a line of a picked text. */
const TEXT_LINE = 52
/** Longer texts are cut off by the `line-clamp` of `.texts blockquote`. */
const MAX_LINES_OF_TEXT = 5
/** The space between two texts, in lines. */
const TEXT_GAP = 0.6

/** The height of each further line of a label, and of a question, in bars. */
const MORE_LABEL = 0.5
const MORE_QUESTION = 0.6

type Texts = Pick<QuestionProjectedTexts, 'picks' | 'words'>

/** What is selected to be shown for a question. */
interface Shown extends Texts {
  readonly isSorted: boolean
}

/** All screens of a survey in order. */
export function screensOf(results: readonly Result[], shownOf: (index: number) => Shown): Screen[] {
  return [{ id: '' }, ...results.flatMap(result => screensOfOne(result, shownOf(result.index)))]
}

/**
 * The screen for an address. Falls back to the question if its part no longer exists, and to the start if the question
 * does not.
 */
export function screenAt(screens: readonly Screen[], id: string): Screen {
  const [question] = id.split('.')
  return screens.find(one => one.id === id) ?? screens.find(one => one.id === question) ?? { id: '' }
}

function screensOfOne({ index, type, text, tally }: Result, shown: Shown): Screen[] {
  if (type === 'free_text') return screensOfTexts(index, shown)
  if (tally !== undefined && shown.isSorted) return [{ id: idOf(index, 0), index, isSorted: true }]
  if (tally === undefined) return [{ id: idOf(index, 0), index }]
  const below = Math.max(0, further(text, QUESTION_LINE) - 2)
  const parts = partsOf(
    tally.map(({ option }) => 1 + MORE_LABEL * further(option, LABEL_LINE)),
    Math.max(1, LINES - MORE_QUESTION * below),
  )
  return parts.map(({ from, to, height }, page) => ({
    id: idOf(index, page),
    index,
    isLarge: height <= LARGE_LINES - below,
    ...(parts.length > 1 && { part: [from, to] }),
  }))
}

/** Picked texts, then words; the number of answers if there is neither. */
function screensOfTexts(index: number, { picks, words }: Texts): Screen[] {
  const heights = picks.map(({ text }) => TEXT_GAP + Math.min(MAX_LINES_OF_TEXT, 1 + further(text, TEXT_LINE)))
  const parts: Omit<Screen, 'id'>[] = partsOf(heights, MAX_LINES_OF_TEXTS, MAX_TEXTS).map(({ from, to }) => ({
    index,
    part: [from, to],
    isLarge: to - from === 1 && (picks[from]?.text.length ?? 0) <= 2 * TEXT_LINE,
  }))
  if (words !== null) parts.push({ index, isWords: true })
  if (parts.length === 0) parts.push({ index })
  return parts.map((screen, page) => ({ ...screen, id: idOf(index, page) }))
}

function idOf(index: number, page: number): string {
  return page === 0 ? `${index + 1}` : `${index + 1}.${page + 1}`
}

interface Part {
  readonly from: number
  readonly to: number
  readonly height: number
}

/** Splits vertically stacked items into parts that fit the screen, each with at least one item and at most `most`. */
function partsOf(heights: readonly number[], room: number, most = heights.length): Part[] {
  const parts: Part[] = []
  heights.forEach((height, place) => {
    const last = parts.at(-1)
    if (last !== undefined && last.height + height <= room && last.to - last.from < most)
      parts.splice(-1, 1, { from: last.from, to: place + 1, height: last.height + height })
    else parts.push({ from: place, to: place + 1, height })
  })
  return parts
}

/** Number of lines beyond the first. */
function further(text: string, line: number): number {
  return Math.ceil(text.length / line) - 1
}
