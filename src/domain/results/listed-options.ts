import { MAX_LISTED_OPTIONS } from './limits.ts'
import type { SharedResult } from './sharing.ts'

/**
 * How many options of a question a page of results lists at most, so that all of them together are few enough. Questions with
 * few options keep them all.
 */
export function mostListed(results: readonly Pick<SharedResult, 'type' | 'labels'>[]): number {
  const sizes = results.filter(({ type }) => type !== 'rating').map(({ labels }) => labels.length)
  let left = MAX_LISTED_OPTIONS
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
