import { PAGE_BYTES } from '../surveys/limits.ts'
import { contentBytes } from '../values/content-bytes.ts'
import { sumOf } from '../values/sum.ts'
import { MAX_LISTED_OPTIONS } from './limits.ts'
import type { SharedResult } from './sharing.ts'

/** What a page of results lists of a survey. */
export interface Listing {
  /** How many results, from the first on. */
  readonly results: number
  /** How many options of a question, at most. */
  readonly options: number
  /** Whether nothing is left out. */
  readonly isWhole: boolean
}

type Listed = Pick<SharedResult, 'type' | 'text' | 'labels' | 'right'>

/** The most bytes of markup beside texts, in any language, and how much more if right answers are marked. */
const MARKUP = { frame: 60_000, choice: 600, rating: 1_800, markedRating: 900, option: 160, markedOption: 80 }
/** So many options have room in any case, so that each result has at least one. */
const RESERVED_OPTIONS = 1_000

/** As much as a page can have. Questions with few options keep them all. */
export function listingOf(results: readonly Listed[]): Listing {
  const choices = results.filter(({ type }) => type !== 'rating')
  const optionTexts = sumOf(choices, ({ labels }) => sumOf(labels, contentBytes))
  const option = MARKUP.option + (choices.some(({ right }) => right) ? MARKUP.markedOption : 0)
  const reserved = choices.length === 0 ? 0 : RESERVED_OPTIONS * option
  let left = PAGE_BYTES - MARKUP.frame - optionTexts - reserved
  const end = results.findIndex(result => {
    left -= resultBytes(result)
    return left < 0
  })
  if (end >= 0) return { results: end, options: mostOptions(results.slice(0, end), RESERVED_OPTIONS), isWhole: false }
  const most = Math.min(MAX_LISTED_OPTIONS, Math.floor((left + reserved) / option))
  const options = mostOptions(results, most)
  return { results: results.length, options, isWhole: !Number.isFinite(options) }
}

function resultBytes({ type, text, right }: Listed): number {
  if (type !== 'rating') return MARKUP.choice + contentBytes(text)
  return MARKUP.rating + (right ? MARKUP.markedRating : 0) + contentBytes(text)
}

/** @param all options that are listed together */
function mostOptions(results: readonly Listed[], all: number): number {
  const sizes = results.filter(({ type }) => type !== 'rating').map(({ labels }) => labels.length)
  let left = all
  for (const [at, size] of sizes.sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (sizes.length - at))
    if (size > share) return share
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

/** The positions of the options that are listed, in order: those that most people chose, or the first while nothing is shown. */
export function listedOptions({ labels, counts }: Pick<SharedResult, 'labels' | 'counts'>, most: number): number[] {
  const positions = [...labels.keys()]
  if (positions.length <= most) return positions
  const countAt = (at: number) => counts?.counts[at] ?? 0
  return positions
    .sort((a, b) => countAt(b) - countAt(a) || a - b)
    .slice(0, most)
    .sort((a, b) => a - b)
}
