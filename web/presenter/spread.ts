import { middleOf, twoModesOf } from '../../src/domain/results/spread.ts'
import type { Result } from '../../src/domain/results/tally.ts'
import type { Spread } from '../ui/rating-spread.ts'
import { presenterTexts } from '../words/presenter-words.ts'

/** Half of fewer answers would be one or two people. */
const LEAST_ANSWERS = 5

/** Where a room's ratings lie. @returns undefined if too few have answered */
export function spreadOf({ answered, distribution = [] }: Result): Spread | undefined {
  const middle = answered < LEAST_ANSWERS ? null : middleOf(distribution)
  if (middle === null) return
  const modes = twoModesOf(distribution)
  const texts = [presenterTexts.half(middle.from, middle.to), ...(modes ? [presenterTexts.twoModes(...modes)] : [])]
  return { middle, modes, text: texts.join(' · ') }
}
