import { type Extent, isOneScreen, type Measured } from '../screens.ts'

export const TITLE_SIZES = ['large', 'medium', 'small'] as const
export type TitleSize = (typeof TITLE_SIZES)[number]

/** The part of the height that a title may take if there is a smaller size for it. */
const MAX_SHARE = 1 / 4

/** A question as measured on this window, in pixels. */
export interface MeasuredQuestion {
  /** The height of its title and what is below. */
  readonly height: number
  /** The same on any projector, if this window is higher. */
  readonly leastHeight: number
  /** By the size of the title. */
  readonly titles: Readonly<Record<TitleSize, { readonly height: number; readonly isWordTooLong: boolean }>>
  readonly usual: readonly Extent[]
  readonly small: readonly Extent[]
}

/** One size for all titles, the smallest that any of them needs, so that none jumps on the way to the next. */
export function titleSizeOf(questions: readonly MeasuredQuestion[]): TitleSize {
  const needed = new Set(questions.map(sizeFor))
  return TITLE_SIZES.findLast(size => needed.has(size)) ?? 'large'
}

/** The largest size that leaves room for what is below. A title does not get smaller for options that need several screens anyway. */
function sizeFor(question: MeasuredQuestion): TitleSize {
  const sizes = TITLE_SIZES.filter(size => {
    const { height, isWordTooLong } = question.titles[size]
    return size === 'small' || (!isWordTooLong && height <= question.height * MAX_SHARE)
  })
  return sizes.find(size => isOneScreen(below(question, size))) ?? sizes[0] ?? 'small'
}

/** What is left for the items below a title of this size. */
export function below({ height, leastHeight, titles, usual, small }: MeasuredQuestion, size: TitleSize): Measured {
  const { height: used } = titles[size]
  return { room: height - used, leastRoom: leastHeight - used, usual, small }
}
