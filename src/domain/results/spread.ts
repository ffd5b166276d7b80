import { largestOf, smallestOf } from '../values/largest.ts'

/** How many have given each point of a scale, in order. */
type Distribution = readonly { readonly value: number; readonly count: number }[]

/** From one rating to another, both included. */
export interface Middle {
  readonly from: number
  readonly to: number
}

/** Points that are closer to each other than this belong to one mode. */
const LEAST_DISTANCE = 3
/** Fewer answers to one point than this are chance. */
const LEAST_ANSWERS = 3

/** Between which ratings the middle half of the answers lies: the first and the third quartile. Null without answers. */
export function middleOf(distribution: Distribution): Middle | null {
  const answered = distribution.reduce((sum, { count }) => sum + count, 0)
  if (answered === 0) return null
  return { from: quantile(distribution, answered / 4), to: quantile(distribution, (3 * answered) / 4) }
}

/**
 * The two ratings around which the answers of a divided room gather: the most frequent one, and another that is at least
 * half as frequent, with a point between them that is at most a third as frequent as either.
 * @returns undefined if there are not two
 */
export function twoModesOf(distribution: Distribution): readonly [lower: number, higher: number] | undefined {
  const counts = distribution.map(({ count }) => count)
  const first = counts.indexOf(largestOf(counts))
  const others = counts.map((count, at) => {
    const [from, to] = at < first ? [at, first] : [first, at]
    const isMode =
      count >= LEAST_ANSWERS &&
      count >= (counts[first] ?? 0) / 2 &&
      to - from >= LEAST_DISTANCE &&
      smallestOf(counts.slice(from + 1, to)) <= count / 3
    return isMode ? count : 0
  })
  const most = largestOf(others)
  if (most === 0) return
  const [lower = 0, higher = 0] = [first, others.indexOf(most)].sort((a, b) => a - b)
  return [distribution[lower]?.value ?? 0, distribution[higher]?.value ?? 0]
}

/** The lowest rating that this many answers do not exceed. */
function quantile(distribution: Distribution, answers: number): number {
  let below = 0
  for (const { value, count } of distribution) {
    below += count
    if (below >= answers) return value
  }
  return distribution.at(-1)?.value ?? 0
}
