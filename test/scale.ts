/**
 * How much a test with a variable workload tries: `short` in `npm test`, `long` in `npm run test:long`, and `release`
 * if SOUNDINGS_TEST_SCALE is set to it.
 */
const SCALES = ['short', 'long', 'release'] as const

/** A file that only the long suite runs has no short size. */
type Sizes = { readonly short?: number; readonly long: number; readonly release: number }

const scale = SCALES.find(name => name === process.env.SOUNDINGS_TEST_SCALE) ?? 'short'

/** What only the larger scales try, such as the same on the other engine. */
export function unlessShort<Item>(items: readonly Item[]): readonly Item[] {
  return scale === 'short' ? [] : items
}

/** The size for the scale of this run. */
export function scaled(sizes: Sizes): number {
  return sizes[scale] ?? sizes.long
}
