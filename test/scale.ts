/**
 * How much a test tries whose subject can grow: `short` in `npm test`, `long` in `npm run test:long`, and `release` where
 * SOUNDINGS_TEST_SCALE asks for it.
 */
const SCALES = ['short', 'long', 'release'] as const

/** A file that only the long suite runs has no short size. */
type Sizes = { readonly short?: number; readonly long: number; readonly release: number }

const scale = SCALES.find(name => name === process.env.SOUNDINGS_TEST_SCALE) ?? 'short'

/** The size of the scale that this run has. */
export function scaled(sizes: Sizes): number {
  return sizes[scale] ?? sizes.long
}
