import type { Middle } from '../../src/domain/results/spread.ts'

/** Where the answers lie. */
export interface Spread {
  /** The ratings between which half of them lie. */
  readonly middle: Middle
  /** The two ratings around which they gather, if there are two. */
  readonly modes: readonly number[] | undefined
  /** Both in words. */
  readonly text: string
}
